/**
 * The memory of asking beyond a restart, in the facts database: how each provider was, which makes the asker leave it in peace,
 * and what was paid on a UTC day.
 */
import type { Kysely } from "kysely";
import { type Database, tablesOf, writeTransaction } from "../../database/engine.ts";
import type { AnyTables } from "../../database/names.ts";
import type { AskedProvider } from "../../domain/providers.ts";
import { dayMs, hourMs, minuteMs } from "../../domain/times.ts";
import type { Ask, Credits, Failure } from "./ask.ts";
import { isOfProvider } from "./http.ts";

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
  collect_backfills: { provider: string; url: string };
};

export type ProviderState = Readonly<Omit<AskTables["collect_providers"], "provider">>;

const newProvider: ProviderState = {
  stopped_until_ms: 0,
  open_until_ms: 0,
  failures: 0,
  last_success_ms: 0,
  requests: 0,
  failures_total: 0,
};

/** After so many failed asks in a row the provider is left in peace; then one request without repetition tries it. */
const failuresUntilRest = 5;
const firstRestMs = 5 * minuteMs;
const longestRestMs = hourMs;
/** No rest is longer than a day. One that seems to be was noted while the clock was ahead, and is not believed. */
const longestLeftAloneMs = dayMs;

export function isOnTrial({ failures }: ProviderState): boolean {
  return failures >= failuresUntilRest;
}

export function isLeftAlone(untilMs: number, nowMs: number): boolean {
  return untilMs > nowMs && untilMs <= nowMs + longestLeftAloneMs;
}

export function afterSuccess(state: ProviderState, nowMs: number): ProviderState {
  return { ...state, failures: 0, open_until_ms: 0, last_success_ms: nowMs };
}

/** @param waitMs how long the provider asks us to wait. */
export function afterFailure(state: ProviderState, failed: Failure, waitMs: number, nowMs: number): ProviderState {
  const counts = isOfProvider(failed);
  const failures = state.failures + (counts ? 1 : 0);
  const told = { ...state, failures, failures_total: state.failures_total + 1 };
  if (failed.reason === "stopped-for-today") return { ...told, stopped_until_ms: nextDayMs(nowMs) };
  const restMs = Math.max(waitMs, counts ? restAfter(failures) : 0);
  return { ...told, open_until_ms: restMs === 0 ? 0 : nowMs + restMs };
}

/** Every further failure doubles the rest, up to an hour. */
function restAfter(failures: number): number {
  if (failures < failuresUntilRest) return 0;
  return Math.min(longestRestMs, firstRestMs * 2 ** Math.min(failures - failuresUntilRest, 10));
}

/** The UTC day of a moment, YYYY-MM-DD. */
function utcDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

export function nextDayMs(ms: number): number {
  return Date.parse(utcDay(ms)) + dayMs;
}

export class AskMemory {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async provider(provider: AskedProvider, kysely: Kysely<AnyTables> = this.#database.kysely): Promise<ProviderState> {
    const rows = tablesOf<AskTables>(kysely).selectFrom("collect_providers").selectAll();
    const row = await rows.where("provider", "=", provider).executeTakeFirst();
    const { provider: _, ...state } = row ?? { provider, ...newProvider };
    return state;
  }

  /** Replaces the state by what `change` makes of it. @param sent requests that were sent since the last call. */
  change(provider: AskedProvider, sent: number, change: (state: ProviderState) => ProviderState): Promise<void> {
    return writeTransaction(this.#database, async (connection) => {
      const state = change(await this.provider(provider, connection));
      const values = { ...state, requests: state.requests + sent };
      await tablesOf<AskTables>(connection)
        .insertInto("collect_providers")
        .values({ provider, ...values })
        .onConflict((conflict) => conflict.column("provider").doUpdateSet(values))
        .execute();
    });
  }

  /** The cost of our own requests of the UTC day of a moment, and what the provider says is left, also by what others spend with the key. */
  async credits(provider: AskedProvider, nowMs: number, kysely: Kysely<AnyTables> = this.#database.kysely) {
    const rows = tablesOf<AskTables>(kysely).selectFrom("collect_credits").select(["used", "remaining"]);
    const ofDay = rows.where("provider", "=", provider).where("day", "=", utcDay(nowMs));
    return (await ofDay.executeTakeFirst()) ?? { used: 0, remaining: null };
  }

  /**
   * Returns how many credits may still be spent on the UTC day of a moment; infinity: there is no limit.
   * @param perDay the operator's budget; null: whatever the provider leaves.
   */
  async creditsLeft(provider: AskedProvider, nowMs: number, perDay: number | null): Promise<number> {
    const { used, remaining } = await this.credits(provider, nowMs);
    const ofBudget = perDay === null ? Number.POSITIVE_INFINITY : Math.max(0, perDay - used);
    return Math.min(ofBudget, remaining ?? Number.POSITIVE_INFINITY);
  }

  /** Counts one answer. @param assumed what it costs when the provider does not say. */
  noteCredits(provider: AskedProvider, nowMs: number, credits: Credits | null, assumed: number): Promise<void> {
    return writeTransaction(this.#database, async (connection) => {
      const { used, remaining } = await this.credits(provider, nowMs, connection);
      const values = { used: used + (credits?.cost ?? assumed), remaining: credits?.remaining ?? remaining };
      await tablesOf<AskTables>(connection)
        .insertInto("collect_credits")
        .values({ provider, day: utcDay(nowMs), ...values })
        .onConflict((conflict) => conflict.columns(["provider", "day"]).doUpdateSet(values))
        .execute();
    });
  }

  /** The labels of a metered provider's requests in back-fills whose answers are in the ledger: nobody pays for them twice. */
  async had(provider: AskedProvider): Promise<Set<string>> {
    const rows = await tablesOf<AskTables>(this.#database.kysely)
      .selectFrom("collect_backfills")
      .select("url")
      .where("provider", "=", provider)
      .execute();
    return new Set(rows.map(({ url }) => url));
  }

  noteHad({ provider, label }: Pick<Ask, "provider" | "label">): Promise<void> {
    return writeTransaction(this.#database, async (connection) => {
      await tablesOf<AskTables>(connection)
        .insertInto("collect_backfills")
        .values({ provider, url: label })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    });
  }
}
