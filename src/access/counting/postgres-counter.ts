/**
 * Counting on PostgreSQL, where several nodes serve: one call of the function `access_take` for all requests of a
 * moment, which is one round trip.
 */
import { sql } from "kysely";
import { type Database, tablesOf } from "../../database/engine.ts";
import { isSameDigest } from "../keys.ts";
import type { Counts } from "../meters.ts";
import { monthAt } from "../periods.ts";
import { plans, type Refusal } from "../plans.ts";
import type { AccessTables } from "../tables.ts";
import type { Counter, Receipt, Taken } from "./counter.ts";
import type { Runtime } from "./runtime.ts";

type TakeRow = {
  readonly secret_hash: string;
  readonly email: string;
  readonly refusal: Refusal | "period_over" | null;
  readonly now_ms: number;
  readonly day: string;
  readonly minute_limit: number;
  readonly counted: number;
  readonly oldest_ms: number | null;
  readonly quota_limit: number;
  readonly used: number;
  readonly period: number;
  readonly period_end_ms: number;
  readonly granted: number;
};

const planLimits = JSON.stringify(
  Object.fromEntries(
    Object.entries(plans).map(([plan, terms]) => [plan, { minute: terms.requestsPerMinute, quota: terms.requests }]),
  ),
);

export function postgresCounter(database: Database, runtime: Runtime): Counter {
  async function take(hashes: readonly string[]): Promise<readonly Taken[]> {
    const wanted = new Map<string, number>();
    for (const hash of hashes) wanted.set(hash, (wanted.get(hash) ?? 0) + 1);
    const rows = await callTake(wanted, runtime.serverNowMs());
    const taken = new Map<string, number>();
    return hashes.map((hash) => {
      const row = rows.get(hash);
      if (row === undefined || !isSameDigest(row.secret_hash, hash)) return { outcome: "unknown" };
      const before = taken.get(hash) ?? 0;
      taken.set(hash, before + 1);
      return takenOf(row, before);
    });
  }

  async function callTake(wanted: Map<string, number>, nowMs: number | null): Promise<Map<string, TakeRow>> {
    const { rows } = await sql<TakeRow>`select * from access_take(
      ${[...wanted.keys()]}::text[], ${[...wanted.values()]}::integer[], ${planLimits}::jsonb, ${nowMs}::bigint
    )`.execute(database.kysely);
    const byHash = new Map(rows.map((row) => [row.secret_hash, row]));
    const over = rows.filter((row) => row.refusal === "period_over");
    if (over.length === 0) return byHash;
    // Once a month and account: the calendar's rules are kept in one place, so the new period is begun from here.
    for (const row of over) await beginPeriod(database, row);
    const again = new Map(over.map(({ secret_hash }) => [secret_hash, wanted.get(secret_hash) ?? 0]));
    for (const [hash, row] of await callTake(again, nowMs)) byHash.set(hash, row);
    return byHash;
  }

  return {
    take,
    giveBack: (receipts) => giveBack(database, receipts),
    // The connection is its owner's.
    close: async () => {},
  };
}

/** What became of the request that came after so many others with the same key in the same moment. */
function takenOf(row: TakeRow, before: number): Taken {
  const granted = Math.min(before + 1, row.granted);
  const counts: Counts = {
    nowMs: row.now_ms,
    minuteLimit: row.minute_limit,
    counted: row.counted + granted,
    oldestMs: row.oldest_ms ?? (granted > 0 ? row.now_ms : null),
    quotaLimit: row.quota_limit,
    used: row.used + granted,
    periodEndMs: row.period_end_ms,
  };
  if (row.refusal !== null) return { outcome: row.refusal as Refusal, counts };
  if (before < row.granted) {
    return {
      outcome: "taken",
      counts,
      receipt: { hash: row.secret_hash, period: row.period, day: row.day },
    };
  }
  return { outcome: counts.counted >= counts.minuteLimit ? "rate_limited" : "quota_exceeded", counts };
}

async function beginPeriod(database: Database, { email, now_ms, period_end_ms }: TakeRow): Promise<void> {
  const access = tablesOf<AccessTables>(database.kysely);
  const account = await access
    .selectFrom("accounts")
    .select("period_anchor_ms")
    .where("email", "=", email)
    .executeTakeFirst();
  if (account === undefined) return;
  const { startMs, endMs } = monthAt(now_ms, account.period_anchor_ms);
  await access
    .updateTable("accounts")
    .set({ period: sql`period + 1`, period_start_ms: startMs, period_end_ms: endMs, requests_used: 0 })
    .where("email", "=", email)
    // Another node may have been faster.
    .where("period_end_ms", "=", period_end_ms)
    .execute();
}

async function giveBack({ kysely }: Database, receipts: readonly Receipt[]): Promise<readonly number[]> {
  const column = <Name extends keyof Receipt>(name: Name): Receipt[Name][] => receipts.map((receipt) => receipt[name]);
  const { rows } = await sql<{ given_hash: string; used: number }>`select * from access_give_back(
    ${column("hash")}::text[], ${column("period")}::bigint[], ${column("day")}::text[]
  )`.execute(kysely);
  const used = new Map(rows.map((row) => [row.given_hash, row.used]));
  return receipts.map(({ hash }) => used.get(hash) ?? 0);
}
