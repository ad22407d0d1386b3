/** The tables of access, as the migrations of its part make them. Times are epoch milliseconds, days are of UTC. */
import type { Generated } from "kysely";
import type { Plan, Standing } from "./plans.ts";

export type AccessTables = {
  accounts: {
    email: string;
    plan: Plan;
    /** As last set: a trial that has run out is still `trialing` here. */
    standing: Standing;
    /** Limits of this account's own; null: its plan's. */
    requests_per_minute: number | null;
    requests_per_month: number | null;
    period_anchor_ms: number | null;
    /** One more whenever the use begins anew. */
    period: number;
    period_start_ms: number;
    period_end_ms: number;
    /** Less what is not folded in yet; see `counting/unfolded.ts`. */
    requests_used: number;
    day: string;
    day_requests: number;
    created_ms: number;
  };
  /** Periods that an account has left; see `counting/period-moves.ts`. */
  account_periods: {
    email: string;
    period: number;
    start_ms: number;
    end_ms: number;
    used: number;
    last_day: string;
    /** 1: what was used of it counts in the account's present period. */
    is_undone: number;
  };
  account_days: { email: string; day: string; requests: number };
  account_keys: {
    key_id: string;
    secret_hash: string;
    email: string;
    name: string;
    prefix: string;
    last_four: string;
    created_ms: number;
    revoked_ms: number | null;
    /** On PostgreSQL null: the newest moment of its window says it. */
    last_used_ms: number | null;
  };
  /** PostgreSQL's: `total` is how many requests were counted up to and with the moment, since the key was made. */
  key_windows: { key_id: string; at_ms: number; total: number };
  /** SQLite's; see `counting/request-log.ts`. */
  request_log: { entry: Generated<number>; key_id: string; at_ms: number; requests: number };
  /** One row: the last entry that is in the rows of accounts and keys. */
  request_log_fold: { id: number; entry: number };
  trials_taken: { mailbox_hash: string; taken_ms: number };
};
