/** The questions that the pages for operators ask the archive. The server hands it in, because pages do not know the ledger. */
import type { NotedDeed } from "../../audit/list.ts";

export type Nights = {
  readonly revision: number | null;
  /** Times are ISO 8601 UTC; null: never. */
  readonly lastPublishAt: string | null;
  readonly lastImportAt: string | null;
  readonly unpublishedImports: number;
  readonly failedImports: number;
  readonly collecting: "never" | "running" | "stopped" | "gone";
  readonly overdue: readonly { readonly what: string; readonly since: string; readonly why: string }[];
  readonly alarms: readonly Alarm[];
  /** The newest imports and publishes. */
  readonly reports: readonly Report[];
};

type Alarm = {
  readonly rule: string;
  readonly sport: string;
  readonly since: string;
  readonly count: number;
  readonly example: string;
};

export type Report = {
  readonly reportId: number;
  readonly kind: string;
  readonly source: string;
  readonly at: string;
  readonly durationMs: number;
  readonly outcome: string;
  readonly error: string | null;
};

/** As `gradeline doubts` has it. */
export type Dispute = {
  readonly game_id: string;
  readonly published: boolean;
  readonly open: boolean;
  readonly reason: string | null;
  readonly statements: readonly {
    readonly provider: string;
    readonly status: string;
    readonly away: string;
    readonly home: string;
    readonly game_date: string | null;
    readonly away_score: number | null;
    readonly home_score: number | null;
  }[];
  readonly decision: { readonly provider: string; readonly stated: string; readonly decided_at: string } | null;
};

/** Each rejects with an outage of the database when it cannot be asked, or does not answer in time. */
export type Desk = {
  nights(): Promise<Nights>;
  /** Those that are on. */
  alarms(): Promise<readonly Alarm[]>;
  disputes(): Promise<readonly Dispute[]>;
  /** The newest deeds about games and what is published. */
  deeds(limit: number): Promise<readonly NotedDeed[]>;
};

export type OperatorPages = {
  /** Addresses in the form in which people are known. */
  readonly emails: readonly string[];
  readonly desk: Desk;
};
