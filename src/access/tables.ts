/** The tables of access, as the migrations of its part make them. Times are epoch milliseconds, days are of UTC. */
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
    period_start_ms: number;
    period_end_ms: number;
    /** Less what its keys have not folded in yet. */
    requests_used: number;
    day: string;
    day_requests: number;
    created_ms: number;
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
  };
  /** `folded`: how much of the total is in the account's `requests_used`; see `unfolded.ts`. */
  key_windows: { key_id: string; at_ms: number; total: number; folded: number };
  trials_taken: { mailbox_hash: string; taken_ms: number };
};
