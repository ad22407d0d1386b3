/** One request to a provider, what came back, and the time that asking goes by. */
import { setTimeout as sleep } from "node:timers/promises";
import type { AskedProvider } from "../../domain/providers.ts";
import type { Sport } from "../../domain/sports.ts";

/** Slate dates, YYYY-MM-DD, both inclusive. */
export type SlateDays = { readonly from: string; readonly to: string };

export type Ask = {
  readonly provider: AskedProvider;
  readonly url: URL;
  /** The address without keys. It stands where a file's name stands in refusals, reports and logs. */
  readonly label: string;
  readonly format: "json" | "text";
  /** Headers besides those of every request, such as a key. They are never logged. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The most that the answer may cost, in credits of a metered provider; 0 or nothing: it is free. */
  readonly mostCredits?: number;
  /** The sport that the answer is of, where it is of one. A failure names it. */
  readonly sport?: Sport;
  /** The days of which the answer is to have every game, where it is one of games. */
  readonly days?: SlateDays;
  /** Whether 404 is no failure: an event that the provider lists no more has no lines, and will have none tomorrow. */
  readonly mayBeAbsent?: true;
};

/** The credits as a metered provider's headers state them. */
export type Credits = {
  /** Of this answer. */
  readonly cost: number | null;
  readonly remaining: number | null;
};

export const failureReasons = {
  unreachable: "the provider could not be reached",
  timeout: "the answer did not come in time",
  status: "the answer has a status that is no success",
  "too-large": "the answer is larger than an answer may be",
  truncated: "the answer ended too early",
  "not-data": "the answer is no data (HTML, or no JSON)",
  "stopped-for-today": "the provider refused (403), so it is not asked again today",
  "key-refused": "the provider does not accept the key",
  resting: "the provider failed too often, so it is left in peace for a while",
  "no-credits": "the credits of the day are used up",
  "no-memory": "the database that remembers how the provider was cannot be asked",
  aborted: "the program is ending",
} as const;

export type FailureReason = keyof typeof failureReasons;

export type Failure = {
  readonly kind: "failed";
  readonly reason: FailureReason;
  /** A sentence for the report, without keys. */
  readonly detail: string;
  /** The status of HTTP, where that is the failure. */
  readonly status?: number;
};

export type ProviderAnswer =
  | {
      readonly kind: "payload";
      /** Parsed JSON, or text, as the request's format says. */
      readonly payload: unknown;
      /** By the clock of the collector. */
      readonly receivedMs: number;
      readonly credits: Credits | null;
    }
  /** Before `notBeforeMs`, asking again is useless; null when nothing is known. */
  | (Failure & { readonly notBeforeMs: number | null });

export type Asker = {
  /** Never rejects: a failure is an answer. Retries, pauses and limits are its business. */
  ask(ask: Ask, signal: AbortSignal): Promise<ProviderAnswer>;
  close(): Promise<void>;
};

// The time that collecting goes by. A replay gives another clock than the real one, so that a week passes in a minute.

export type Clock = {
  nowMs(): number;
  /** Resolves after so many milliseconds of this clock, or as soon as the signal says so; it never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
};

export const realClock: Clock = {
  nowMs: Date.now,
  sleep: (ms, signal) => sleep(ms, undefined, signal === undefined ? {} : { signal }).catch(() => {}),
};
