/**
 * Callers who ask at a steady rate, whatever comes back, and write every answer down: thirty keys, each of an account of its
 * own, of which five ask for more than their limit.
 */
import { appendFileSync } from "node:fs";
import { Agent, get } from "node:https";

export type Caller = {
  readonly account: string;
  readonly key: string;
  /** Requests a minute; null for callers who never come near theirs. */
  readonly limit: number | null;
};

export type Answer = {
  readonly account: string;
  readonly sentMs: number;
  readonly endedMs: number;
  /** Null when no whole answer came. */
  readonly status: number | null;
  readonly retryAfter: string | null;
  /** The code of an error, or null. */
  readonly code: string | null;
  /** What all rows of the page say alike; null where there is none, and an array of several where they differ. */
  readonly marks: readonly string[];
};

export const usualRate = 200;
const tickMs = 5;
/** Longer than any answer may take. */
export const givenUpMs = 15_000;
const path = "/v1/games?sport=nfl&limit=20";
/** Every row of a page has it, and every publish of the suite changes it in all games at once. */
const mark = /"referee":"([^"]*)"/g;

export class Callers {
  readonly answers: Answer[] = [];
  readonly #url: string;
  readonly #callers: readonly Caller[];
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1024, rejectUnauthorized: false });
  readonly #beganMs = performance.now();
  readonly #underWay = new Map<string, number>();
  #rate = usualRate;
  #sent = 0;
  #dueFromMs = 0;
  #dueSent = 0;
  #timer: NodeJS.Timeout | null = null;
  #lastTickMs = 0;
  #longestStandstillMs = 0;

  constructor(url: string, callers: readonly Caller[]) {
    this.#url = url;
    this.#callers = callers;
  }

  nowMs(): number {
    return performance.now() - this.#beganMs;
  }

  start(rate = usualRate): void {
    this.setRate(rate);
    this.#lastTickMs = this.nowMs();
    this.#timer = setInterval(() => this.#sendDue(), tickMs);
  }

  /** The longest time for which this process got no turn: where it is long, the machine had other work, and seconds say nothing. */
  longestStandstillMs(): number {
    return this.#longestStandstillMs;
  }

  setRate(rate: number): void {
    this.#rate = rate;
    this.#dueFromMs = this.nowMs();
    this.#dueSent = this.#sent;
  }

  /** Requests of each account that have been sent and not answered. */
  underWay(): ReadonlyMap<string, number> {
    return new Map(this.#underWay);
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    const untilMs = this.nowMs() + givenUpMs + 2_000;
    while ([...this.#underWay.values()].some((count) => count > 0) && this.nowMs() < untilMs) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    this.#agent.destroy();
  }

  write(file: string): void {
    appendFileSync(file, this.answers.map((answer) => `${JSON.stringify(answer)}\n`).join(""));
  }

  #sendDue(): void {
    this.#longestStandstillMs = Math.max(this.#longestStandstillMs, this.nowMs() - this.#lastTickMs - tickMs);
    this.#lastTickMs = this.nowMs();
    const due = this.#dueSent + Math.floor(((this.nowMs() - this.#dueFromMs) * this.#rate) / 1000);
    // A generator that stood still does not send all at once what it has missed.
    const most = this.#rate / 20 + 1;
    if (due - this.#sent > most) this.#dueSent -= due - this.#sent - most;
    for (let left = Math.min(due - this.#sent, most); left >= 1; left--) {
      void this.ask(this.#callers[this.#sent++ % this.#callers.length] as Caller);
    }
  }

  /** Sends one request besides the steady ones. */
  ask({ account, key }: Pick<Caller, "account" | "key">): Promise<Answer> {
    const sentMs = this.nowMs();
    this.#underWay.set(account, (this.#underWay.get(account) ?? 0) + 1);
    return new Promise((resolve) => {
      let isDone = false;
      const done = (answer: Partial<Answer>): void => {
        if (isDone) return;
        isDone = true;
        this.#underWay.set(account, (this.#underWay.get(account) ?? 1) - 1);
        const none = { status: null, retryAfter: null, code: null, marks: [] };
        const whole: Answer = { ...none, ...answer, account, sentMs, endedMs: this.nowMs() };
        this.answers.push(whole);
        resolve(whole);
      };
      this.#send(key, done);
    });
  }

  #send(key: string, done: (answer: Partial<Answer>) => void, isSecond = false): void {
    const headers = { authorization: `Bearer ${key}` };
    const agent = isSecond ? false : this.#agent;
    const request = get(`${this.#url}${path}`, { agent, headers, rejectUnauthorized: false }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (piece: string) => {
        text += piece;
      });
      response.on("close", () => {
        if (!response.complete) return done({});
        const status = response.statusCode ?? 0;
        done({
          status,
          retryAfter: response.headers["retry-after"] ?? null,
          code: status >= 400 ? (/"code":"(\w+)"/.exec(text)?.[1] ?? null) : null,
          marks: status === 200 ? [...new Set([...text.matchAll(mark)].map(([, said = ""]) => said))] : [],
        });
      });
    });
    request.setTimeout(givenUpMs, () => request.destroy());
    request.on("error", ({ code }: NodeJS.ErrnoException) => {
      // A server may end a connection that was kept, just as it is used again: like every client, ask once more over a new one.
      if (request.reusedSocket && code === "ECONNRESET" && !isSecond) this.#send(key, done, true);
      else done({});
    });
  }
}
