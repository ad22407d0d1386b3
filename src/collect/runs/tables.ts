/** The collector's tables, as migration 0007 makes them. */

/** How a run ended. */
const outcomes = {
  done: "everything that was asked was answered and taken",
  partly: "some answers failed; the others were taken",
  failed: "nothing came of it, or what a provider gave could mostly not be read",
  skipped: "it was left out on purpose, because more important runs need the credits",
  missed: "its time had passed before it could begin, and what it would have captured cannot be had again",
  interrupted: "the process ended in the middle of it, and a later run stands for it",
} as const;

export type RunOutcome = keyof typeof outcomes;

export type CollectTables = {
  collect_runs: {
    job: string;
    due_ms: number;
    holder: string;
    begun_ms: number;
    ended_ms: number | null;
    outcome: RunOutcome | null;
    /** JSON. */
    report: string | null;
  };
  collect_lease: { id: number; holder: string | null; token: number; expires_ms: number };
};
