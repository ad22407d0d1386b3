/** Asks providers over HTTP with good manners. A failure is returned as an answer, so that no job ends with an exception. */
import type { Logger } from "pino";
import type { Clock } from "../clock.ts";
import { type Ask, type Asker, type FailureReason, failureReasons, type ProviderAnswer } from "./ask.ts";
import { creditsLeft } from "./day-credits.ts";
import { type ExchangeLimits, exchangeLimits, jitteredPauseMs, longestWaitMs, mostRepetitions } from "./manners.ts";
import type { AskMemory } from "./memory.ts";
import { type Failure, failure, withoutSecrets } from "./outcome.ts";
import { afterFailure, afterSuccess, isLeftAlone, isOnTrial, nextDayMs, utcDay } from "./provider-state.ts";
import { type AskedOnce, Sender, type Sent } from "./sender.ts";

export type AskerOptions = {
  readonly clock: Clock;
  readonly memory: AskMemory;
  readonly userAgent: string;
  readonly log: Pick<Logger, "debug" | "warn" | "error">;
  /** The operator's budget a UTC day for requests that cost credits; null or nothing: whatever the provider leaves. */
  readonly creditsPerDay?: number | null;
  /** Takes every payload as it came, unpacked. It must not throw. */
  readonly keep?: (ask: Ask, bytes: Uint8Array, receivedMs: number) => void;
  readonly onAsked?: (asked: AskedOnce) => void;
  /** From 0 up to, but not including, 1. */
  readonly random?: () => number;
  readonly limits?: ExchangeLimits;
};

export type WhoAsks = {
  readonly version: string;
  /** The product's page: a bare name is answered with 403 by ESPN, which wants `(+https://…)` after it. */
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
  readonly #sender: Sender;
  readonly #ending = new AbortController();

  constructor(options: AskerOptions) {
    this.#options = options;
    const { clock, userAgent: agent, limits = exchangeLimits, onAsked } = options;
    this.#sender = new Sender({ clock, userAgent: agent, limits, onAsked });
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await this.#sender.close();
  }

  async ask(ask: Ask, signal: AbortSignal): Promise<ProviderAnswer> {
    try {
      return await this.#untilAnswered(ask, AbortSignal.any([signal, this.#ending.signal]));
    } catch (error) {
      // Only the database can throw here, and without it it is not known whether the provider may be asked.
      this.#options.log.error({ err: error, provider: ask.provider, label: ask.label }, "a provider was not asked");
      return failedAnswer(failure("no-memory", failureReasons["no-memory"]), null);
    }
  }

  async #untilAnswered(ask: Ask, signal: AbortSignal): Promise<ProviderAnswer> {
    const { clock, memory, random = Math.random } = this.#options;
    let requests = 0;
    for (let repetition = 0; ; repetition += 1) {
      const refusal = await this.#refusal(ask, signal);
      if (refusal !== null) return refusal;
      const known = ask.isConditional ? await memory.validators(ask.label) : null;
      const sent = await this.#sender.send(ask, known, signal);
      requests += sent.requests;
      await this.#countCredits(ask, sent);
      const { outcome } = sent;
      if (outcome.kind !== "failed") return this.#answered(ask, { ...sent, requests });
      const isLast = !outcome.mayPass || repetition === mostRepetitions || signal.aborted;
      if (isLast || (outcome.waitMs ?? 0) > longestWaitMs || isOnTrial(await memory.provider(ask.provider))) {
        return this.#failed(ask, outcome, requests);
      }
      this.#tell(ask, outcome, "a provider failed, and is asked again");
      await clock.sleep(outcome.waitMs ?? jitteredPauseMs(repetition, random), signal);
    }
  }

  /** Why nothing may be asked now; null when it may. */
  async #refusal(ask: Ask, signal: AbortSignal): Promise<ProviderAnswer | null> {
    const { clock, memory, creditsPerDay = null } = this.#options;
    if (signal.aborted) return failedAnswer(failure("aborted", failureReasons.aborted), null);
    const nowMs = clock.nowMs();
    const { stopped_until_ms: stoppedUntilMs, open_until_ms: openUntilMs } = await memory.provider(ask.provider);
    if (isLeftAlone(stoppedUntilMs, nowMs)) return notBefore("stopped-for-today", stoppedUntilMs);
    if (isLeftAlone(openUntilMs, nowMs)) return notBefore("resting", openUntilMs);
    const cost = ask.mostCredits ?? 0;
    if (cost === 0) return null;
    const left = creditsLeft(await memory.credits(ask.provider, utcDay(nowMs)), creditsPerDay);
    if (left >= cost) return null;
    const detail = `${failureReasons["no-credits"]}: ${left} are left, and the answer may cost ${cost}`;
    return failedAnswer(failure("no-credits", detail), nextDayMs(nowMs));
  }

  async #countCredits(ask: Ask, { outcome, credits, assumedCost, receivedMs }: Sent): Promise<void> {
    const isUsedUp = outcome.kind === "failed" && outcome.reason === "no-credits";
    if (credits === null && assumedCost === 0 && !isUsedUp) return;
    const told = isUsedUp ? { cost: 0, used: credits?.used ?? null, remaining: 0 } : credits;
    const day = utcDay(receivedMs);
    await this.#noted(ask, () => this.#options.memory.noteCredits(ask.provider, day, told, assumedCost));
  }

  async #answered(ask: Ask, { outcome, credits, validators, receivedMs, requests }: Sent): Promise<ProviderAnswer> {
    const { memory, keep, log } = this.#options;
    await this.#noted(ask, () => memory.change(ask.provider, requests, (state) => afterSuccess(state, receivedMs)));
    log.debug({ provider: ask.provider, label: ask.label, outcome: outcome.kind }, "a provider answered");
    if (outcome.kind !== "read") return { kind: "unchanged" };
    keep?.(ask, outcome.bytes, receivedMs);
    const answer = { kind: "payload", payload: outcome.payload, receivedMs, credits } as const;
    if (validators === null || !ask.isConditional) return answer;
    return { ...answer, taken: () => this.#noted(ask, () => memory.saveValidators(ask.label, validators, receivedMs)) };
  }

  async #failed(ask: Ask, failed: Failure, requests: number): Promise<ProviderAnswer> {
    if (failed.reason === "aborted") return failedAnswer(failed, null);
    this.#tell(ask, failed, "a provider failed");
    const { clock, memory } = this.#options;
    const nowMs = clock.nowMs();
    const notBeforeMs = failed.waitMs === null ? null : nowMs + failed.waitMs;
    let untilMs = 0;
    await this.#noted(ask, () =>
      memory.change(ask.provider, requests, (state) => {
        const after = afterFailure(state, { ...failed, notBeforeMs }, nowMs);
        untilMs = Math.max(after.stopped_until_ms, after.open_until_ms);
        return after;
      }),
    );
    // Requests that cost nothing are still answered when the credits are used up, so only this answer is told to wait.
    if (failed.reason === "no-credits") return failedAnswer(failed, nextDayMs(nowMs));
    return failedAnswer(failed, untilMs > nowMs ? untilMs : null);
  }

  #tell(ask: Ask, { reason, detail }: Failure, message: string): void {
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

function failedAnswer({ reason, detail, status }: Failure, notBeforeMs: number | null): ProviderAnswer {
  return { kind: "failed", reason, detail, notBeforeMs, ...(status === null ? {} : { status }) };
}

function notBefore(reason: Extract<FailureReason, "stopped-for-today" | "resting">, untilMs: number): ProviderAnswer {
  const detail = `${failureReasons[reason]} (until ${new Date(untilMs).toISOString()})`;
  return failedAnswer(failure(reason, detail), untilMs);
}
