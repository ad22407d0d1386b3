/**
 * Counting on PostgreSQL, where several nodes serve. One call of the function `access_take` decides on all requests of
 * a batch, in one round trip.
 */
import { sql } from "kysely";
import type { Database } from "../../database/engine.ts";
import { isSameDigest } from "../keys/keys.ts";
import type { Counts } from "../meters.ts";
import { monthAt } from "../periods.ts";
import { plans, type Refusal } from "../plans.ts";
import { answerApart, type Suspects } from "./apart.ts";
import { type Counter, type GivenBack, probeHash, type Receipt, type Taken } from "./counter.ts";
import { DoneUnheard, Lanes } from "./lanes.ts";
import { Again } from "./moments.ts";
import { functionNamed } from "./postgres-functions.ts";
import type { Runtime } from "./runtime.ts";

type TakeRow = {
  readonly secret_hash: string;
  readonly email: string;
  readonly is_busy: boolean;
  /** `period_over` and `period_ahead` are resolved here, because only the calendar says which month begins. */
  readonly refusal: Refusal | "period_over" | "period_ahead" | null;
  readonly now_ms: number;
  readonly at_ms: number;
  readonly day: string;
  readonly minute_limit: number;
  readonly counted: number;
  readonly oldest_ms: number | null;
  readonly quota_limit: number;
  readonly used: number;
  readonly period: number;
  readonly period_end_ms: number;
  readonly period_anchor_ms: number | null;
  readonly granted: number;
};

type GivenRow = { readonly given_hash: string; readonly is_busy: boolean; readonly used: number };

/** The quota period that an account is to begin. `seen` is the end of the one that it leaves. */
type NextPeriod = { readonly seen: number; readonly start: number; readonly end: number };

const planLimits = JSON.stringify(
  Object.fromEntries(
    Object.entries(plans).map(([plan, terms]) => [plan, { minute: terms.requestsPerMinute, quota: terms.requests }]),
  ),
);

/** How many computed quota periods may wait for their accounts to be asked for again. */
const mostNextPeriods = 1000;

/** Other nodes lock an account for about a millisecond. */
const busy = new Again(new Error("the account or the key is locked by others"), 3);
const beginsPeriod = new Again(new Error("the account's period is over"), 0);

/**
 * @param undo receives the receipts of requests that were counted and whose answer is lost, and resolves when they have
 * been undone.
 */
export function postgresCounter(
  database: Database,
  runtime: Runtime,
  undo: (receipts: readonly Receipt[]) => Promise<void>,
): Counter {
  const lanes = new Lanes(database, runtime);
  const suspects: Suspects = new Map();
  const nextPeriods = new Map<string, NextPeriod>();

  async function take(hashes: readonly string[]): Promise<readonly (Taken | Again)[]> {
    const wanted = new Map<string, number>();
    for (const hash of hashes) if (hash !== probeHash) wanted.set(hash, (wanted.get(hash) ?? 0) + 1);
    const isProbe = hashes.includes(probeHash);
    const rows = new Map((await callTake(wanted, isProbe)).map((row) => [row.secret_hash, row]));
    for (const row of rows.values()) if (!row.is_busy) keepNextPeriod(row);
    const taken = new Map<string, number>();
    return hashes.map((hash) => {
      const row = rows.get(hash);
      if (row === undefined || !isSameDigest(row.secret_hash, hash)) return { outcome: "unknown" };
      if (row.is_busy) return busy;
      if (row.refusal === "period_over" || row.refusal === "period_ahead") return beginsPeriod;
      const before = taken.get(hash) ?? 0;
      taken.set(hash, before + 1);
      return takenOf(row, row.refusal, before);
    });
  }

  async function callTake(wanted: ReadonlyMap<string, number>, isProbe: boolean): Promise<readonly TakeRow[]> {
    const statement = (lane: string, number: number) => sql<TakeRow>`select * from ${functionNamed("access_take")}(
      ${lane}, ${number}::bigint, ${isProbe}::boolean, ${[...wanted.keys()]}::text[], ${[...wanted.values()]}::integer[],
      ${planLimits}::jsonb, ${JSON.stringify(Object.fromEntries(nextPeriods))}::jsonb, ${runtime.serverNowMs()}::bigint
    )`;
    const hasWritten = (rows: readonly TakeRow[]) => isProbe || rows.some(({ granted }) => granted > 0);
    try {
      return await lanes.call({ statement, hasWritten });
    } catch (error) {
      // They are undone before any of them is asked for again.
      if (error instanceof DoneUnheard) await undo(error.receipts);
      throw error;
    }
  }

  /**
   * Computes the quota period that an account is to begin, once a month for each account. It is done here, so that the
   * calendar's rules are in one place.
   */
  function keepNextPeriod(row: TakeRow): void {
    if (row.refusal === "period_over" || row.refusal === "period_ahead") {
      const atMs = row.refusal === "period_over" ? row.at_ms : row.now_ms;
      const { startMs, endMs } = monthAt(atMs, row.period_anchor_ms);
      // Most of these accounts have not been asked for again.
      if (nextPeriods.size > mostNextPeriods) nextPeriods.clear();
      nextPeriods.set(row.email, { seen: row.period_end_ms, start: startMs, end: endMs });
    } else nextPeriods.delete(row.email);
  }

  async function giveBack(given: readonly GivenBack[]): Promise<readonly (number | null | Again)[]> {
    const receipts = given.map(({ receipt }) => receipt);
    const moments = given.map(({ receipt, isUndone }) => (isUndone ? receipt.atMs : null));
    const column = <Name extends keyof Receipt>(name: Name): Receipt[Name][] =>
      receipts.map((receipt) => receipt[name]);
    const statement = (
      lane: string,
      number: number,
    ) => sql<GivenRow>`select * from ${functionNamed("access_give_back")}(
      ${lane}, ${number}::bigint,
      ${column("hash")}::text[], ${column("period")}::bigint[], ${column("day")}::text[], ${moments}::bigint[]
    )`;
    try {
      const rows = await lanes.call({ statement, hasWritten: () => true });
      const byHash = new Map(rows.map((row) => [row.given_hash, row]));
      return receipts.map(({ hash }) => {
        const row = byHash.get(hash);
        if (row === undefined) return 0;
        return row.is_busy ? busy : row.used;
      });
    } catch (error) {
      // The requests of these keys were given back, but their accounts' use is not known. Other keys were locked, or
      // are gone.
      if (error instanceof DoneUnheard) return receipts.map(({ hash }) => (error.hashes.has(hash) ? null : busy));
      throw error;
    }
  }

  return {
    take: (hashes) => answerApart({ asks: hashes, hashOf: (hash) => hash, answerAll: take, suspects, runtime }),
    giveBack: (given) =>
      answerApart({ asks: given, hashOf: ({ receipt }) => receipt.hash, answerAll: giveBack, suspects, runtime }),
    isApart: (hash) => suspects.size > 0 && (suspects.get(hash) ?? 0) > runtime.elapsedMs(),
    close: () => lanes.close(),
  };
}

/**
 * Returns the outcome of a request. `before` is the number of requests of the batch with the same key that came before
 * it.
 */
function takenOf(row: TakeRow, refusal: Refusal | null, before: number): Taken {
  const { email } = row;
  const granted = Math.min(before + 1, row.granted);
  const counts: Counts = {
    nowMs: row.now_ms,
    minuteLimit: row.minute_limit,
    counted: row.counted + granted,
    oldestMs: row.oldest_ms ?? (granted > 0 ? row.at_ms : null),
    quotaLimit: row.quota_limit,
    used: row.used + granted,
    periodEndMs: row.period_end_ms,
  };
  if (refusal !== null) return { outcome: refusal, email, counts };
  if (before < row.granted) {
    const receipt = { hash: row.secret_hash, period: row.period, day: row.day, atMs: row.at_ms };
    return { outcome: "taken", email, counts, receipt };
  }
  return { outcome: counts.counted >= counts.minuteLimit ? "rate_limited" : "quota_exceeded", email, counts };
}
