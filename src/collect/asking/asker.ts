/**
 * Asks providers with good manners: one request at a time to each host with a pause between them, repetitions with growing
 * pauses, rest for a provider that fails, and a budget of credits. A failure is returned as an answer, so that no job ends with
 * an exception.
 */
import PQueue from "p-queue";
import type { Logger } from "pino";
import { type AskedProvider, askedProviders } from "../../domain/providers.ts";
import { type Ask, type Asker, type Clock, type Credits, failureReasons, type ProviderAnswer } from "./ask.ts";
import {
  type Exchange,
  type ExchangeLimits,
  exchangeLimits,
  type FailedExchange,
  failure,
  isOfProvider,
  ProviderHttp,
  withoutSecrets,
} from "./http.ts";
import { type AskMemory, afterFailure, afterSuccess, isLeftAlone, isOnTrial, nextDayMs } from "./memory.ts";

/** After the first request of an ask so many repetitions follow, when the failure is one that passes. */
const mostRepetitions = 3;
const firstPauseMs = 1000;
const longestPauseMs = 30_000;
/** A longer Retry-After is not waited for: the ask fails, and the provider is left in peace until then. */
const longestWaitMs = 60_000;

export type AskerOptions = {
  readonly clock: Clock;
  readonly memory: AskMemory;
  readonly userAgent: string;
  readonly log: Pick<Logger, "debug" | "warn" | "error">;
  /** The operator's budget a UTC day for requests that cost credits; null or nothing: whatever the provider leaves. */
  readonly creditsPerDay?: number | null;
  /** From 0 up to, but not including, 1. */
  readonly random?: () => number;
  readonly limits?: ExchangeLimits;
};

export type WhoAsks = {
  readonly version: string;
  /** The product's page: a bare name is answered with 403 by ESPN, which requires `(+https://…)` after it. */
  readonly page: string;
  /** The operator's own address or URL; null: none was set. */
  readonly contact: string | null;
};

/** The provider sees who asks, and where to complain. */
export function userAgent({ version, page, contact }: WhoAsks): string {
  return `Gradeline/${version} (+${page}${contact === null ? "" : `; ${contact}`})`;
}

export class HttpAsker implements Asker {
  readonly #options: AskerOptions;
  readonly #http: ProviderHttp;
  readonly #queues = new Map<string, { readonly queue: PQueue; freeAtMs: number }>();
  readonly #ending = new AbortController();

  constructor(options: AskerOptions) {
    this.#options = options;
    this.#http = new ProviderHttp(options.userAgent, options.limits ?? exchangeLimits);
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await this.#http.close();
  }

  async ask(ask: Ask, signal: AbortSignal): Promise<ProviderAnswer> {
    try {
      return await this.#untilAnswered(ask, AbortSignal.any([signal, this.#ending.signal]));
    } catch (error) {
      // Only the database can throw here, and without it it is not known whether the provider may be asked.
      this.#options.log.error({ err: error, provider: ask.provider, label: ask.label }, "a provider was not asked");
      return notAsked("no-memory");
    }
  }

  async #untilAnswered(ask: Ask, signal: AbortSignal): Promise<ProviderAnswer> {
    const { clock, memory, random = Math.random } = this.#options;
    for (let requests = 1; ; requests += 1) {
      const refusal = await this.#refusal(ask, signal);
      if (refusal !== null) return refusal;
      const sent = await this.#inTurn(ask, signal);
      if (sent === null) return notAsked("aborted");
      await this.#countCredits(ask, sent);
      const { outcome } = sent;
      if (outcome.kind === "read") return this.#answered(ask, sent, outcome.payload, requests);
      const { waitMs = null } = outcome;
      const isLast = !isOfProvider(outcome) || requests > mostRepetitions || signal.aborted;
      if (isLast || (waitMs ?? 0) > longestWaitMs || isOnTrial(await memory.provider(ask.provider))) {
        return this.#failed(ask, outcome, requests);
      }
      this.#tell(ask, outcome, "a provider failed, and is asked again");
      // Full jitter: anything between nothing and a bound that doubles.
      const pauseMs = Math.floor(random() * Math.min(longestPauseMs, firstPauseMs * 2 ** (requests - 1)));
      await clock.sleep(waitMs ?? pauseMs, signal);
    }
  }

  /** Why nothing may be asked now; null when it may. */
  async #refusal(ask: Ask, signal: AbortSignal): Promise<ProviderAnswer | null> {
    const { clock, memory, creditsPerDay = null } = this.#options;
    if (signal.aborted) return notAsked("aborted");
    const nowMs = clock.nowMs();
    const { stopped_until_ms: stoppedUntilMs, open_until_ms: openUntilMs } = await memory.provider(ask.provider);
    if (isLeftAlone(stoppedUntilMs, nowMs)) return notAsked("stopped-for-today", stoppedUntilMs);
    if (isLeftAlone(openUntilMs, nowMs)) return notAsked("resting", openUntilMs);
    const cost = ask.mostCredits ?? 0;
    if (cost === 0) return null;
    const left = await memory.creditsLeft(ask.provider, nowMs, creditsPerDay);
    if (left >= cost) return null;
    const detail = `${failureReasons["no-credits"]}: ${left} are left, and the answer may cost ${cost}`;
    return { ...failure("no-credits", detail), notBeforeMs: nextDayMs(nowMs) };
  }

  /** Asks when it is the host's turn, with a pause from one request to the next by the collector's clock. Null: the signal came first. */
  #inTurn(ask: Ask, signal: AbortSignal): Promise<Sent | null> {
    const { clock } = this.#options;
    const { pauseMs } = askedProviders[ask.provider];
    const own = this.#queues.get(ask.url.host) ?? { queue: new PQueue({ concurrency: 1 }), freeAtMs: 0 };
    this.#queues.set(ask.url.host, own);
    return own.queue.add(async () => {
      // A clock that was set back must not stretch the pause.
      const waitMs = Math.min(own.freeAtMs - clock.nowMs(), pauseMs);
      if (waitMs > 0 && !signal.aborted) await clock.sleep(waitMs, signal);
      if (signal.aborted) return null;
      own.freeAtMs = clock.nowMs() + pauseMs;
      const exchange = await this.#http.exchange(ask, signal, () => clock.nowMs());
      // The moment is taken before it is the next request's turn, whose pause moves a simulated clock on.
      return { ...exchange, receivedMs: clock.nowMs() };
    });
  }

  async #countCredits(ask: Ask, { outcome, header, mayCost, receivedMs }: Sent): Promise<void> {
    const isUsedUp = outcome.kind === "failed" && outcome.reason === "no-credits";
    const credits = creditsOf(ask.provider, header);
    const assumed = mayCost ? (ask.mostCredits ?? 0) : 0;
    if (credits === null && assumed === 0 && !isUsedUp) return;
    const told = isUsedUp ? { cost: 0, remaining: 0 } : credits;
    await this.#noted(ask, () => this.#options.memory.noteCredits(ask.provider, receivedMs, told, assumed));
  }

  async #answered(ask: Ask, { header, receivedMs }: Sent, payload: unknown, requests: number): Promise<ProviderAnswer> {
    const { memory, log } = this.#options;
    await this.#noted(ask, () => memory.change(ask.provider, requests, (state) => afterSuccess(state, receivedMs)));
    log.debug({ provider: ask.provider, label: ask.label }, "a provider answered");
    return { kind: "payload", payload, receivedMs, credits: creditsOf(ask.provider, header) };
  }

  async #failed(ask: Ask, { waitMs = 0, ...failed }: FailedExchange, requests: number): Promise<ProviderAnswer> {
    if (failed.reason === "aborted") return { ...failed, notBeforeMs: null };
    this.#tell(ask, failed, "a provider failed");
    const { clock, memory } = this.#options;
    const nowMs = clock.nowMs();
    let untilMs = 0;
    await this.#noted(ask, () =>
      memory.change(ask.provider, requests, (state) => {
        const after = afterFailure(state, failed, waitMs, nowMs);
        untilMs = Math.max(after.stopped_until_ms, after.open_until_ms);
        return after;
      }),
    );
    // Requests that cost nothing are still answered when the credits are used up, so only this request has to wait.
    if (failed.reason === "no-credits") untilMs = nextDayMs(nowMs);
    return { ...failed, notBeforeMs: untilMs > nowMs ? untilMs : null };
  }

  #tell(ask: Ask, { reason, detail }: FailedExchange, message: string): void {
    this.#options.log.warn({ provider: ask.provider, label: withoutSecrets(ask.label, ask), reason, detail }, message);
  }

  /** An answer that has come is used also when the database cannot note it. */
  async #noted(ask: Ask, note: () => Promise<void>): Promise<void> {
    try {
      await note();
    } catch (error) {
      this.#options.log.error({ err: error, provider: ask.provider }, "it could not be noted how a provider answered");
    }
  }
}

/** @param receivedMs when the answer was there, by the collector's clock. */
type Sent = Exchange & { readonly receivedMs: number };

/** @param untilMs the moment from which the provider may be asked again; null when nothing is known. */
function notAsked(reason: keyof typeof failureReasons, untilMs: number | null = null): ProviderAnswer {
  const until = untilMs === null ? "" : ` (until ${new Date(untilMs).toISOString()})`;
  return { ...failure(reason, `${failureReasons[reason]}${until}`), notBeforeMs: untilMs };
}

/** The credits that the headers of The Odds API state; null when they say nothing, or the provider is another. */
function creditsOf(provider: AskedProvider, header: Exchange["header"]): Credits | null {
  if (provider !== "the-odds-api") return null;
  const credits = {
    cost: countOf(header("x-requests-last")),
    remaining: countOf(header("x-requests-remaining")),
  };
  return Object.values(credits).every((count) => count === null) ? null : credits;
}

/** Some answers of the past had "1234.0". */
function countOf(text: string | null): number | null {
  return /^\d{1,12}(?:\.0+)?$/.test(text?.trim() ?? "") ? Number(text) : null;
}
