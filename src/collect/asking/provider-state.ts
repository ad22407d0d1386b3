/** How a provider was: what makes the asker leave it in peace. Pure rules; `memory.ts` keeps the state. */
import type { FailureReason } from "./ask.ts";
import type { AskTables } from "./tables.ts";

export type ProviderState = Readonly<Omit<AskTables["collect_providers"], "provider">>;

export const newProvider: ProviderState = {
  stopped_until_ms: 0,
  open_until_ms: 0,
  failures: 0,
  last_success_ms: 0,
  last_failure_ms: 0,
  last_failure_reason: null,
  last_failure_detail: null,
  requests: 0,
  failures_total: 0,
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
  return { ...state, failures: 0, open_until_ms: 0, last_success_ms: nowMs };
}

export function afterFailure(state: ProviderState, failed: Failed, nowMs: number): ProviderState {
  const { reason, detail, notBeforeMs } = failed;
  const counts = ofTheProvider.has(reason) || failed.isTrouble;
  const failures = state.failures + (counts ? 1 : 0);
  const told = {
    ...state,
    failures,
    last_failure_ms: nowMs,
    last_failure_reason: reason,
    last_failure_detail: detail,
    failures_total: state.failures_total + 1,
  };
  if (reason === "stopped-for-today") return { ...told, stopped_until_ms: nextDayMs(nowMs) };
  return { ...told, open_until_ms: Math.max(notBeforeMs ?? 0, counts ? restUntilMs(failures, nowMs) : 0, 0) };
}

/** No rest is longer than a day. One that seems to be was noted while the clock was ahead, and is not believed. */
export function isLeftAlone(untilMs: number, nowMs: number): boolean {
  return untilMs > nowMs && untilMs <= nowMs + longestLeftAloneMs;
}

const longestLeftAloneMs = 24 * 3_600_000;

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
