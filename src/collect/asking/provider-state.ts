/** How a provider was: what makes the asker leave it in peace. Pure rules; `memory.ts` keeps the state. */
import type { FailureReason } from "./ask.ts";

/** Times are epoch milliseconds of the collector's clock; 0 where there is none. */
export type ProviderState = {
  /** Until then nothing is asked, because the provider refused (403). */
  readonly stoppedUntilMs: number;
  /** Until then nothing is asked, because requests failed, or because the provider said so (Retry-After). */
  readonly openUntilMs: number;
  /** Failed asks since the last success. */
  readonly failures: number;
  readonly lastSuccessMs: number;
  readonly lastFailureMs: number;
  readonly lastFailureReason: string | null;
  readonly lastFailureDetail: string | null;
  /** All requests that were sent, repetitions included. */
  readonly requests: number;
  readonly failuresTotal: number;
};

export const newProvider: ProviderState = {
  stoppedUntilMs: 0,
  openUntilMs: 0,
  failures: 0,
  lastSuccessMs: 0,
  lastFailureMs: 0,
  lastFailureReason: null,
  lastFailureDetail: null,
  requests: 0,
  failuresTotal: 0,
};

/** After so many failed asks in a row the provider is left in peace; then one request without repetition tries it. */
const failuresUntilRest = 5;
const firstRestMs = 5 * 60_000;
const longestRestMs = 60 * 60_000;

export function isOnTrial({ failures }: ProviderState): boolean {
  return failures >= failuresUntilRest;
}

/** Failures that say something of the provider, and not of one address or of this program. */
const ofTheProvider: ReadonlySet<FailureReason> = new Set(["unreachable", "timeout", "truncated", "not-data"]);

export type Failed = {
  readonly reason: FailureReason;
  readonly detail: string;
  /** Whether the status says that the provider is in trouble, as 5xx and 429 do. */
  readonly isTrouble: boolean;
  /** The provider is not to be asked before; null when it said nothing. */
  readonly notBeforeMs: number | null;
};

export function afterSuccess(state: ProviderState, nowMs: number): ProviderState {
  return { ...state, failures: 0, openUntilMs: 0, lastSuccessMs: nowMs };
}

export function afterFailure(state: ProviderState, failed: Failed, nowMs: number): ProviderState {
  const { reason, detail, notBeforeMs } = failed;
  const counts = ofTheProvider.has(reason) || failed.isTrouble;
  const failures = state.failures + (counts ? 1 : 0);
  const told = {
    ...state,
    failures,
    lastFailureMs: nowMs,
    lastFailureReason: reason,
    lastFailureDetail: detail,
    failuresTotal: state.failuresTotal + 1,
  };
  if (reason === "stopped-for-today") return { ...told, stoppedUntilMs: nextDayMs(nowMs) };
  return { ...told, openUntilMs: Math.max(notBeforeMs ?? 0, counts ? restUntilMs(failures, nowMs) : 0, 0) };
}

/** Every further failure doubles the rest, up to an hour. */
function restUntilMs(failures: number, nowMs: number): number {
  if (failures < failuresUntilRest) return 0;
  const doublings = Math.min(failures - failuresUntilRest, 10);
  return nowMs + Math.min(longestRestMs, firstRestMs * 2 ** doublings);
}

/** The UTC day of a moment, YYYY-MM-DD. */
export function utcDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

export function nextDayMs(ms: number): number {
  return Date.parse(utcDay(ms)) + 86_400_000;
}
