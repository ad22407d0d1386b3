/**
 * Finds the quota period that an account is in now. The account's row has the quota period of its last request. The
 * gate moves the row with the next request; code that reads or changes the row before then uses this file.
 */
import type { Kysely } from "kysely";
import { isAhead } from "./counting/clock-ahead.ts";
import { type KnownPeriod, movedPeriod, type PeriodMove } from "./counting/period-moves.ts";
import { monthAt } from "./periods.ts";
import type { AccessTables } from "./tables.ts";

/** A row of `accounts`, with the number of requests that are not folded into it yet. */
export type CountedRow = AccessTables["accounts"] & { readonly unfolded: number };

/**
 * Whether a clock that was ahead of this one began the account's quota period. An anchor in the future is no sign of
 * that: a subscription may begin later.
 */
function isBegunAhead({ standing, period_start_ms, period_anchor_ms }: CountedRow, nowMs: number): boolean {
  return standing === "active" && isAhead(period_start_ms, nowMs) && (period_anchor_ms ?? 0) <= nowMs;
}

/** Returns the quota periods that accounts are in at a point in time, by e-mail address. */
export async function presentPeriods(
  access: Kysely<AccessTables>,
  rows: readonly CountedRow[],
  nowMs: number,
): Promise<ReadonlyMap<string, KnownPeriod>> {
  const isElsewhere = (row: CountedRow): boolean =>
    isBegunAhead(row, nowMs) || (row.standing === "active" && nowMs >= row.period_end_ms);
  const some = access.selectFrom("account_periods").selectAll();
  const [only] = rows;
  const asked = only !== undefined && rows.length === 1 ? some.where("email", "=", only.email) : some;
  const others = rows.some(isElsewhere) ? Map.groupBy(await asked.execute(), ({ email }) => email) : new Map();
  return new Map(
    rows.map((row) => {
      const move = moveOf(row, others.get(row.email) ?? []);
      return [row.email, isElsewhere(row) ? moved(row, move, nowMs).present : move.present];
    }),
  );
}

/**
 * Moves an account back out of a quota period that a clock that was ahead began. The caller must hold the write lock
 * and must have folded the use.
 */
export async function leavePeriodAhead(access: Kysely<AccessTables>, seen: CountedRow, nowMs: number): Promise<void> {
  if (!isBegunAhead(seen, nowMs)) return;
  const { email } = seen;
  // Locks the row: on PostgreSQL the gate does not wait for the write lock, but it leaves out rows that others have
  // locked.
  const locked = await access
    .updateTable("accounts")
    .set(({ ref }) => ({ period: ref("period") }))
    .where("email", "=", email)
    .returningAll()
    .executeTakeFirstOrThrow();
  const row = { ...locked, unfolded: 0 };
  if (!isBegunAhead(row, nowMs)) return;
  const others = await access.selectFrom("account_periods").selectAll().where("email", "=", email).execute();
  const { present, others: left } = moved(row, moveOf(row, others), nowMs);
  await access.deleteFrom("account_periods").where("email", "=", email).execute();
  const rows = left.map(({ period, startMs, endMs, used, lastDay, isUndone }) => ({
    email,
    period,
    start_ms: startMs,
    end_ms: endMs,
    used,
    last_day: lastDay,
    is_undone: isUndone ? 1 : 0,
  }));
  await access.insertInto("account_periods").values(rows).execute();
  await access
    .updateTable("accounts")
    .set({
      period: present.period,
      period_start_ms: present.startMs,
      period_end_ms: present.endMs,
      requests_used: present.used,
    })
    .where("email", "=", email)
    .execute();
}

function moved(row: CountedRow, move: PeriodMove, nowMs: number): PeriodMove {
  return movedPeriod(move, nowMs, (momentMs) => monthAt(momentMs, row.period_anchor_ms));
}

function moveOf(row: CountedRow, others: readonly AccessTables["account_periods"][]): PeriodMove {
  return {
    present: {
      period: row.period,
      startMs: row.period_start_ms,
      endMs: row.period_end_ms,
      used: row.requests_used + row.unfolded,
      lastDay: row.day,
      isUndone: false,
    },
    others: others.map(({ period, start_ms: startMs, end_ms: endMs, used, last_day: lastDay, is_undone }) => ({
      period,
      startMs,
      endMs,
      used,
      lastDay,
      isUndone: is_undone === 1,
    })),
  };
}
