/** One request to the API: paced, limited in time, tried again where that helps, and counted as the quota counts. */
import { AnswerRefused, mostErrorBytes, readText } from "./body.ts";
import { errorIn, errorOf, type GradelineError } from "./errors.ts";
import { type Limits, limitsIn } from "./limits.ts";
import { Pace } from "./pace.ts";
import { wait } from "./waiting.ts";

export type AskingOptions = {
  /** Where the server is, such as `https://api.example.com`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** How long one request may be without a sign of life; 60 when absent. A whole answer may take 20 times as long. */
  readonly timeoutSeconds?: number;
  /** How often a request is tried again after a failure of the network or of the server; 4 when absent. */
  readonly retries?: number;
  /** How long a call may wait for a full minute of the key in all; 600 when absent. */
  readonly patienceSeconds?: number;
  /** The most requests that this client may spend of the quota, repetitions included; no bound when absent. */
  readonly maxRequests?: number;
  /** This function is called in the place of the global `fetch`. */
  readonly fetch?: typeof fetch;
};

export type Question = {
  /** Below the base address: `/v1/games`. */
  readonly path: string;
  /** Asked for at every attempt. */
  readonly headers?: () => Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
};

/** @param answer has status 2xx or 304. Reads the body within the request's time. `alive` is called at every sign of life of a long one. */
export type ReadAnswer<T> = (answer: Response, alive: () => void) => Promise<T>;

const longestPauseSeconds = 30;
/** With a pause of a second for each, more than the longest patience that makes sense. */
const mostRefusals = 1000;
/** How many times as long as one wait the whole of an answer may take. */
const wholeTimes = 20;

export class Asking {
  readonly #options: Required<Omit<AskingOptions, "apiKey">>;
  /** The header that has the key. It is in no message, cache or address. */
  readonly #authorization: string;
  readonly #pace = new Pace();
  #spent = 0;
  #limits: Limits | null = null;

  /** @throws TypeError when the address is none, or an option is out of bounds. */
  constructor({ apiKey, ...options }: AskingOptions) {
    if (String(options.baseUrl ?? "").trim() === "")
      throw new TypeError("there is no server: give its address as baseUrl, such as https://api.example.com");
    if (!isAddress(options.baseUrl))
      throw new TypeError("baseUrl must be an address such as https://api.example.com, with nothing but host and path");
    if (typeof apiKey !== "string" || !/^[!-~]{1,200}$/.test(apiKey))
      throw new TypeError("apiKey must be a key of the API: 1 to 200 letters and digits without spaces");
    this.#authorization = `Bearer ${apiKey}`;
    this.#options = {
      ...options,
      baseUrl: options.baseUrl.replace(/\/+$/, ""),
      timeoutSeconds: within("timeoutSeconds", options.timeoutSeconds ?? 60, 0.001, 86_400),
      retries: within("retries", options.retries ?? 4, 0, 100),
      patienceSeconds: within("patienceSeconds", options.patienceSeconds ?? 600, 0, 86_400),
      maxRequests: within("maxRequests", options.maxRequests ?? Number.MAX_SAFE_INTEGER, 0, Number.MAX_SAFE_INTEGER),
      // A method of the global object must be called as one in browsers.
      fetch: options.fetch ?? ((...asked) => fetch(...asked)),
    };
  }

  get baseUrl(): string {
    return this.#options.baseUrl;
  }

  /** Requests that the quota has counted, or may have counted where no answer came. */
  get spent(): number {
    return this.#spent;
  }

  /** The limits as the newest answer had them; null before the first. */
  get limits(): Limits | null {
    return this.#limits;
  }

  /** @throws GradelineError by its code, or what the signal was aborted with. */
  async ask<T>(question: Question, read: ReadAnswer<T>): Promise<T> {
    const signal = question.signal ?? null;
    const untilMs = Date.now() + this.#options.patienceSeconds * 1000;
    let refusals = 0;
    for (let attempt = 1; ; ) {
      await this.#pace.enter(signal);
      const { value, failure } = await this.#once(question, signal, read);
      if (failure === undefined) return value;
      const seconds = failure.retryAfterSeconds ?? Math.min(2 ** attempt / 2, longestPauseSeconds);
      if (failure.code === "rate_limited") {
        // A minute that is always full and never has to be waited for would be asked for as often as the network can.
        refusals += 1;
        if (refusals > mostRefusals) throw failure;
        if (Date.now() + seconds * 1000 > untilMs) throw failure;
        this.#pace.refused(seconds);
        continue;
      }
      const isPassing = failure.status === null || failure.status >= 500;
      if (!isPassing || attempt > this.#options.retries || seconds > longestPauseSeconds) throw failure;
      attempt += 1;
      await wait(seconds * (1 + Math.random() / 4) * 1000, signal);
    }
  }

  async #once<T>(
    { path, headers }: Question,
    signal: AbortSignal | null,
    read: ReadAnswer<T>,
  ): Promise<{ value: T; failure?: undefined } | { value?: undefined; failure: GradelineError }> {
    const { baseUrl, timeoutSeconds, maxRequests } = this.#options;
    const ending = new AbortController();
    const isOver = () => ending.abort(new Error(`no sign of life for ${timeoutSeconds} seconds`));
    const stop = () => ending.abort(signal?.reason);
    const alive = () => {
      clearTimeout(timer);
      timer = setTimeout(isOver, timeoutSeconds * 1000);
    };
    let timer = setTimeout(isOver, timeoutSeconds * 1000);
    const whole = setTimeout(
      () => ending.abort(new Error(`no whole answer within ${wholeTimes * timeoutSeconds} seconds`)),
      wholeTimes * timeoutSeconds * 1000,
    );
    signal?.addEventListener("abort", stop, { once: true });
    let answer: Response | null = null;
    let isCharged = false;
    try {
      signal?.throwIfAborted();
      if (this.#spent >= maxRequests) throw budgetSpent(maxRequests);
      // It counts from now on, until an answer says that it does not.
      this.#spent += 1;
      isCharged = true;
      const sent = { authorization: this.#authorization, ...headers?.() };
      answer = await this.#options.fetch(baseUrl + path, {
        headers: sent,
        signal: ending.signal,
        redirect: "error",
        cache: "no-store",
      });
      this.#limits = limitsIn(answer.headers) ?? this.#limits;
      if (answer.ok || answer.status === 304) {
        return { value: await read(answer, alive) };
      }
      this.#spent -= 1;
      return { failure: errorIn(answer, await readText(answer, mostErrorBytes, alive).catch(() => "")) };
    } catch (error) {
      signal?.throwIfAborted();
      if (!isCharged || isOwn(error)) throw error;
      const code = ending.signal.aborted ? ("timeout" as const) : ("network" as const);
      const reason = ending.signal.aborted ? ending.signal.reason : error;
      const message = `${baseUrl} gave no whole answer: ${reason instanceof Error ? reason.message : String(reason)}`;
      const none = { status: null, param: null, hint: null, requestId: answer?.headers.get("x-request-id") ?? null };
      return { failure: errorOf({ code, message, ...none, retryAfterSeconds: null }, error) };
    } finally {
      clearTimeout(timer);
      clearTimeout(whole);
      signal?.removeEventListener("abort", stop);
      this.#pace.leave(answer && limitsIn(answer.headers), answer?.headers.get("date") ?? null);
    }
  }
}

const isOwn = (error: unknown) => error instanceof AnswerRefused;

/** The budget would be passed, and no request was sent. */
export class BudgetSpent extends AnswerRefused {}

function budgetSpent(most: number): BudgetSpent {
  return new BudgetSpent(`the next request would pass the budget of ${most} requests`);
}

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username + password + search + hash === "";
}

function within(name: string, value: number, least: number, most: number): number {
  if (value >= least && value <= most) return value;
  throw new TypeError(`${name} must be a number from ${least} to ${most}, not ${value}`);
}
