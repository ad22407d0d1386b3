/**
 * The log of changes as it is kept for callers: numbered rows in `archive_changes`, and for each revision a summary that
 * says up to which number its changes go.
 */
import type { Sport } from "../domain/sports.ts";
import type { ReleaseTables } from "./tables.ts";

export type ChangeRow = ReleaseTables["archive_changes"];
export type SummaryRow = ReleaseTables["archive_summaries"];

/** The number of the last change so far: of all changes, and of each sport that has any. */
export type ChangeEnds = Readonly<Partial<Record<"all" | Sport, number>>>;

export type SummaryBody = {
  /** How many games the revision added, changed and took away. Null in revisions from before that was counted. */
  readonly added: number | null;
  readonly changed: number | null;
  readonly removed: number | null;
  /** Odds rows in the archive as of the revision. */
  readonly odds_rows: number | null;
  /** The seasons that the revision touched, by sport and season. */
  readonly seasons: readonly { readonly sport: Sport; readonly season: number }[] | null;
  readonly ends: ChangeEnds;
};

export function summaryRow(row: Omit<SummaryRow, "body">, body: SummaryBody): SummaryRow {
  return { ...row, body: JSON.stringify(body) };
}

export function summaryBodyOf({ body }: SummaryRow): SummaryBody {
  return JSON.parse(body) as SummaryBody;
}
