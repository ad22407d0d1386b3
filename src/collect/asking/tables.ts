/**
 * The tables of asking, as the migrations make them. Times are epoch milliseconds of the collector's clock, 0 where there
 * is none, and days are UTC days.
 */
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
    last_failure_ms: number;
    last_failure_reason: string | null;
    last_failure_detail: string | null;
    /** All requests that were sent, repetitions included. */
    requests: number;
    failures_total: number;
  };
  /** `url` is the label of a request: its address without keys. */
  collect_validators: { url: string; etag: string | null; last_modified: string | null; saved_ms: number };
  collect_credits: {
    provider: string;
    day: string;
    used: number;
    /** Of the provider's own month, as its last answer of the day said; null when none did. */
    remaining: number | null;
    /** The provider's own counter before the first answer of the day; null when no answer stated it. */
    counter_start: number | null;
    /** How many requests were answered. */
    asked: number;
  };
  collect_backfills: { provider: string; url: string; had_ms: number; cost: number | null };
};
