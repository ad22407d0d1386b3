/**
 * The tables of access, as the migrations of its part make them. Times are epoch milliseconds, and days are UTC days.
 */
import type { Generated } from "kysely";
import type { Plan, Standing } from "./plans.ts";

export type AccessTables = {
  accounts: {
    email: string;
    plan: Plan;
    /** The standing that was last set: a trial that has run out is still `trialing` here. */
    standing: Standing;
    /** Limits of this account's own. Null stands for the plan's limit. */
    requests_per_minute: number | null;
    requests_per_month: number | null;
    period_anchor_ms: number | null;
    /** The number of the quota period: a new one is given whenever the use begins anew. */
    period: number;
    period_start_ms: number;
    period_end_ms: number;
    /** The use without the requests that are not folded in yet; see `counting/unfolded.ts`. */
    requests_used: number;
    day: string;
    day_requests: number;
    created_ms: number;
  };
  /** Quota periods that an account has left; see `counting/period-moves.ts`. */
  account_periods: {
    email: string;
    period: number;
    start_ms: number;
    end_ms: number;
    used: number;
    last_day: string;
    /** 1 when the use of this quota period counts in the account's present one. */
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
    /** Null on PostgreSQL, where the newest moment of the key's window says when it was last used. */
    last_used_ms: number | null;
  };
  /** Used on PostgreSQL only. `total` counts the key's requests since it was made, up to and including the moment. */
  key_windows: { key_id: string; at_ms: number; total: number };
  /** Used on SQLite only; see `counting/request-log.ts`. */
  request_log: { entry: Generated<number>; key_id: string; at_ms: number; requests: number };
  /** Has one row: the last entry that is folded into the rows of accounts and keys. */
  request_log_fold: { id: number; entry: number };
  /** On SQLite only. Has one row: the id that the journal beside this file must have; see `counting/journal.ts`. */
  request_log_file: { id: number; file_id: string };
  trials_taken: { mailbox_hash: string; taken_ms: number };
};
