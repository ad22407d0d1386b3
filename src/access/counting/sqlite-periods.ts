/**
 * The quota periods of accounts on SQLite. The present one is in its account's row; the others that are kept are in a
 * table.
 */
import type { Direct } from "../../database/direct.ts";
import { monthAt } from "../periods.ts";
import type { KnownAccount } from "./known-account.ts";
import { type KnownPeriod, movedPeriod } from "./period-moves.ts";

type Row = [period: number, startMs: number, endMs: number, used: number, lastDay: string, isUndone: number];

/** The caller of every method must hold the file's write lock. */
export class SqlitePeriods {
  readonly #statements: ReturnType<typeof statementsOf>;

  constructor(direct: Direct) {
    this.#statements = statementsOf(direct);
  }

  /**
   * Moves the account into the quota period of a point in time: one that it has been in, or the calendar's. The log
   * must have been folded into the account's row.
   */
  move(account: KnownAccount, momentMs: number): void {
    const { email } = account;
    const others = (this.#statements.all.all(email) as unknown as Row[]).map(
      ([period, startMs, endMs, used, lastDay, isUndone]): KnownPeriod => ({
        period,
        startMs,
        endMs,
        used,
        lastDay,
        isUndone: isUndone === 1,
      }),
    );
    const present: KnownPeriod = {
      period: account.period,
      startMs: account.period_start_ms,
      endMs: account.period_end_ms,
      used: account.used,
      lastDay: account.day,
      isUndone: false,
    };
    const calendar = (atMs: number) => monthAt(atMs, account.period_anchor_ms);
    const moved = movedPeriod({ present, others }, momentMs, calendar);
    this.#statements.forget.run(email);
    for (const { period, startMs, endMs, used, lastDay, isUndone } of moved.others) {
      this.#statements.keep.run(email, period, startMs, endMs, used, lastDay, isUndone ? 1 : 0);
    }
    const { period, startMs, endMs, used } = moved.present;
    this.#statements.enter.run(period, startMs, endMs, used, email);
    account.period = period;
    account.period_start_ms = startMs;
    account.period_end_ms = endMs;
    account.used = used;
  }

  /**
   * Gives a request back to a quota period that the account is not in. Returns true when the use of that quota period
   * counts in the present one.
   */
  giveBack(email: string, period: number): boolean {
    const row = this.#statements.less.get(email, period) as unknown as [number] | undefined;
    return row?.[0] === 1;
  }
}

function statementsOf({ prepare }: Direct) {
  return {
    all: prepare("select period, start_ms, end_ms, used, last_day, is_undone from account_periods where email = ?"),
    forget: prepare("delete from account_periods where email = ?"),
    keep: prepare(
      `insert into account_periods (email, period, start_ms, end_ms, used, last_day, is_undone)
         values (?, ?, ?, ?, ?, ?, ?)`,
    ),
    enter: prepare(
      "update accounts set period = ?, period_start_ms = ?, period_end_ms = ?, requests_used = ? where email = ?",
    ),
    less: prepare(
      "update account_periods set used = max(0, used - 1) where email = ? and period = ? returning is_undone",
    ),
  };
}
