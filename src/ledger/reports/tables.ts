/** The tables of reports, as the migrations make them. */
export type ReportTables = {
  reports: {
    report_id: number;
    kind: ReportKind;
    /** The command or the job that did it, such as `import retrosheet`. */
    source: string;
    /** The providers whose records were taken, in order of their names, with a comma between them. */
    providers: string;
    /** When it began, ISO 8601 UTC. */
    at: string;
    duration_ms: number;
    outcome: ReportOutcome;
    /** A ReportBody. */
    body: string;
  };
  /** All examples of a finding, packed; they go before the reports do. */
  report_examples: { report_id: number; name: string; size_bytes: number; examples: Uint8Array };
};

/** The source of the reports of a system that collects by itself. */
export const collectSource = "collect";

export type ReportKind = "import" | "publish";

/** `refused`: a publish in which published games would have vanished. `failed`: everything else that threw. */
export type ReportOutcome = "changed" | "unchanged" | "refused" | "failed";

export type ReportBody = {
  /** Numbers of one import or publish, by name. */
  readonly figures: Readonly<Record<string, number | null>>;
  readonly findings: readonly FindingCount[];
  /** Why it failed or was refused; null when it was not. */
  readonly error: string | null;
};

/** A kind of thing that was met so many times, with the first of them in words. */
export type FindingCount = { readonly name: string; readonly count: number; readonly example: string };
