/**
 * The memory of asking beyond a restart, in the facts database: how each provider was, which makes the asker leave it in peace,
 * and what was paid on a UTC day.
 */
import type { Kysely } from "kysely";
import { type Database, tablesOf, writeTransaction } from "../../database/engine.ts";
import { dayMs, hourMs, minuteMs } from "../../domain/durations.ts";
import type { AskedProvider } from "../../domain/providers.ts";
import type { Ask, Credits, FailureReason } from "./ask.ts";

/** Times are epoch milliseconds of the collector's clock, 0 where there is none, and days are UTC days. */
export type AskTables = {
  collect_providers: {
    provider: string;
    /** Until then nothing is asked, because the provider refused (403). */
    stopped_until_ms: number;
    /** Until then nothing is asked, because requests failed, or because the provider said so (Retry-After). */
    open_until_ms: number;
    /** Failed asks since the last success. */
    failures: number;
    last_success_ms: number;
    last_failure_ms: number;
    last_failure_reason: string | null;
    last_failure_detail: string | null;
    /** All requests that were sent, repetitions included. */
    requests: number;
    failures_total: number;
  };
  collect_credits: {
    provider: string;
    day: string;
    used: number;
    /** Of the provider's own month, as its last answer of the day said; null when none did. */
    remaining: number | null;
  };
  /** The requests of back-fills whose answers are in the ledger; `url` is the label of a request: its address without keys. */
  collect_backfills: { provider: string; url: string; had_ms: number; cost: number | null };
};

export type ProviderState = Readonly<Omit<AskTables["collect_providers"], "provider">>;

const newProvider: ProviderState = {
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
const firstRestMs = 5 * minuteMs;
const longestRestMs = hourMs;

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

const longestLeftAloneMs = dayMs;

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
  return Date.parse(utcDay(ms)) + dayMs;
}

export type DayCredits = Readonly<Omit<AskTables["collect_credits"], "provider" | "day">>;

const newDay: DayCredits = { used: 0, remaining: null };

/**
 * The day after one more answer: what our own requests cost, and what the provider says is left, also by what others spend with the key.
 * @param assumed what the answer costs when the provider does not say.
 */
function afterAnswer(day: DayCredits, credits: Credits | null, assumed: number): DayCredits {
  return { used: day.used + (credits?.cost ?? assumed), remaining: credits?.remaining ?? day.remaining };
}

/**
 * Returns how many credits may still be spent today.
 * @param perDay the operator's budget; null: whatever the provider leaves.
 */
export function creditsLeft({ used, remaining }: DayCredits, perDay: number | null): number {
  const ofBudget = perDay === null ? Number.POSITIVE_INFINITY : Math.max(0, perDay - used);
  return Math.min(ofBudget, remaining ?? Number.POSITIVE_INFINITY);
}

export type AskMemory = {
  provider(provider: AskedProvider): Promise<ProviderState>;
  /** Replaces the state by what `change` makes of it. @param sent requests that were sent since the last call. */
  change(provider: AskedProvider, sent: number, change: (state: ProviderState) => ProviderState): Promise<void>;
  credits(provider: AskedProvider, day: string): Promise<DayCredits>;
  /** Counts one answer. @param assumed what it costs when the provider does not say. */
  noteCredits(provider: AskedProvider, day: string, credits: Credits | null, assumed: number): Promise<void>;
};

export function databaseMemory(database: Database): AskMemory {
  const tables = tablesOf<AskTables>(database.kysely);
  return {
    provider: (provider) => readProvider(tables, provider),
    change: (provider, sent, change) =>
      writeTransaction(database, async (connection) => {
        const inside = tablesOf<AskTables>(connection);
        const state = change(await readProvider(inside, provider));
        const values = { ...state, requests: state.requests + sent };
        await inside
          .insertInto("collect_providers")
          .values({ provider, ...values })
          .onConflict((conflict) => conflict.column("provider").doUpdateSet(values))
          .execute();
      }),
    credits: (provider, day) => readCredits(tables, provider, day),
    noteCredits: (provider, day, credits, assumed) =>
      writeTransaction(database, async (connection) => {
        const inside = tablesOf<AskTables>(connection);
        const values = afterAnswer(await readCredits(inside, provider, day), credits, assumed);
        await inside
          .insertInto("collect_credits")
          .values({ provider, day, ...values })
          .onConflict((conflict) => conflict.columns(["provider", "day"]).doUpdateSet(values))
          .execute();
      }),
  };
}

async function readProvider(tables: Kysely<AskTables>, provider: AskedProvider): Promise<ProviderState> {
  const row = await tables
    .selectFrom("collect_providers")
    .selectAll()
    .where("provider", "=", provider)
    .executeTakeFirst();
  if (row === undefined) return newProvider;
  const { provider: _, ...state } = row;
  return state;
}

async function readCredits(tables: Kysely<AskTables>, provider: AskedProvider, day: string): Promise<DayCredits> {
  const row = await tables
    .selectFrom("collect_credits")
    .select(["used", "remaining"])
    .where("provider", "=", provider)
    .where("day", "=", day)
    .executeTakeFirst();
  return row ?? newDay;
}

/** The labels of a metered provider's requests in back-fills whose answers are in the ledger: nobody pays for them twice. */
export async function readHad({ kysely }: Database, provider: AskedProvider): Promise<Set<string>> {
  const rows = await tablesOf<AskTables>(kysely)
    .selectFrom("collect_backfills")
    .select("url")
    .where("provider", "=", provider)
    .execute();
  return new Set(rows.map(({ url }) => url));
}

/** @param cost in credits; null: the provider did not say. */
export function noteHad(
  database: Database,
  { provider, label }: Pick<Ask, "provider" | "label">,
  cost: number | null,
  nowMs: number,
): Promise<void> {
  return writeTransaction(database, async (connection) => {
    await tablesOf<AskTables>(connection)
      .insertInto("collect_backfills")
      .values({ provider, url: label, had_ms: nowMs, cost })
      .onConflict((conflict) => conflict.columns(["provider", "url"]).doUpdateSet({ had_ms: nowMs, cost }))
      .execute();
  });
}

/** How many credits of the UTC day of a moment may still be spent, as a capture asks before it is made; null: there is no limit. */
export type CreditsLeft = (nowMs: number) => Promise<number | null>;

/** @param perDay the operator's budget; null: whatever the provider leaves. */
export function creditsLeftOf(
  memory: Pick<AskMemory, "credits">,
  provider: AskedProvider,
  perDay: number | null,
): CreditsLeft {
  return async (nowMs) => {
    const left = creditsLeft(await memory.credits(provider, utcDay(nowMs)), perDay);
    return Number.isFinite(left) ? left : null;
  };
}
