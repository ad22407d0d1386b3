/** The tables of the collector: its runs, and who leads. */

/**
 * How a run ended. `done`: everything that was asked was answered and taken. `partly`: some answers failed; the others were taken.
 * `failed`: nothing came of it, or what a provider gave could mostly not be read. `skipped`: it was left out on purpose, because more
 * important runs need the credits. `interrupted`: the process ended in the middle of it, and a later run stands for it.
 */
export type RunOutcome = "done" | "partly" | "failed" | "skipped" | "interrupted";

export type CollectTables = {
  collect_runs: {
    job: string;
    due_ms: number;
    ended_ms: number | null;
    outcome: RunOutcome | null;
    /** JSON. */
    report: string | null;
  };
  collect_leader: {
    id: number;
    /** Since when somebody collects; 0 when that has ended in good order, and null before anybody ever did. */
    since_ms: number | null;
  };
};
