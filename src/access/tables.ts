/**
 * The tables of access, as the migrations of its part make them. Times are epoch milliseconds, and days are UTC days.
 */
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
    /** Given anew whenever an operator or a subscription begins the use anew. */
    period: number;
    /** The trial, or the month that was the present one when this row was last written; see `presentPeriod`. */
    period_start_ms: number;
    period_end_ms: number;
    created_ms: number;
  };
  /** Requests that were charged in a quota period. No row stands for none; a give-back may make it less than none. */
  period_uses: { email: string; period: number; start_ms: number; used: number };
  /** Requests that were charged on a day. */
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
    /** Of a key whose account came from another database, when it was last used there. What is newer is in the key's window. */
    last_used_ms: number | null;
  };
  /**
   * The requests of each key's last minute by the moments in which a node counted them, and the newest moment before it, which
   * says when the key was last used. `node` is a name that a process takes by chance.
   */
  key_windows: { key_id: string; node: string; at_ms: number; requests: number };
  trials_taken: { mailbox_hash: string; taken_ms: number };
};
