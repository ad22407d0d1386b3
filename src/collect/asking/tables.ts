/** The tables of asking, as the migrations make them. Times are epoch milliseconds, and days are UTC days. */
export type AskTables = {
  collect_providers: {
    provider: string;
    stopped_until_ms: number;
    open_until_ms: number;
    /** Failures since the last success. */
    failures: number;
    last_success_ms: number;
    last_failure_ms: number;
    last_failure_reason: string | null;
    last_failure_detail: string | null;
    requests: number;
    failures_total: number;
  };
  /** `url` is the label of a request: its address without keys. */
  collect_validators: { url: string; etag: string | null; last_modified: string | null; saved_ms: number };
  collect_credits: {
    provider: string;
    day: string;
    used: number;
    remaining: number | null;
    counter_start: number | null;
    asked: number;
  };
  collect_backfills: { provider: string; url: string; had_ms: number; cost: number | null };
};
