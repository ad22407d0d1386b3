/**
 * The log of changes as it is kept for callers: numbered rows in `archive_changes`, and for each revision a summary that
 * says up to which number its changes go. Numbers and checksums show a change that the disk has lost or altered.
 */
import type { Kysely } from "kysely";
import type { Sport } from "../domain/sports.ts";
import { valuesChecksum } from "./checksums.ts";
import { ReleaseDamaged } from "./release-damaged.ts";
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

export function changeChecksum(row: Omit<ChangeRow, "checksum">): string {
  const { revision, game_id, sport, season, published_at, change, corrected, body, position, sport_position } = row;
  return valuesChecksum([
    ...[revision, game_id, sport, season, published_at],
    ...[change, corrected, body, position, sport_position],
  ]);
}

export function summaryRow(row: Omit<SummaryRow, "body" | "checksum">, body: SummaryBody): SummaryRow {
  const whole = { ...row, body: JSON.stringify(body) };
  return { ...whole, checksum: summaryChecksum(whole) };
}

function summaryChecksum({ revision, published_at, kept_since, body }: Omit<SummaryRow, "checksum">): string {
  return valuesChecksum([revision, published_at, kept_since, body]);
}

/** @throws ReleaseDamaged when the row is not as it was written. */
export function summaryBodyOf(row: SummaryRow): SummaryBody {
  const damaged = () => new ReleaseDamaged(`the summary of revision ${row.revision} does not match its checksum`);
  // A migration has made the row of a revision from before: it has no checksum, and says nothing of changes.
  const isFromBefore = row.checksum === null && row.kept_since === row.revision;
  if (!isFromBefore && row.checksum !== summaryChecksum(row)) throw damaged();
  try {
    return JSON.parse(row.body) as SummaryBody;
  } catch (error) {
    throw new ReleaseDamaged(`the summary of revision ${row.revision} cannot be read`, { cause: error });
  }
}

/** @throws ReleaseDamaged when the row is not as it was written, or not the one that has this number. */
export function refuseDamagedChange(row: ChangeRow, sport: Sport | null, position: number): void {
  const number = sport === null ? row.position : row.sport_position;
  if (number !== position) throw new ReleaseDamaged(`change ${position}${ofSport(sport)} is damaged: it is not there`);
  if (row.checksum !== changeChecksum(row)) {
    throw new ReleaseDamaged(`change ${position}${ofSport(sport)} is damaged: it does not match its checksum`);
  }
}

function ofSport(sport: Sport | null): string {
  return sport === null ? "" : ` of ${sport}`;
}

/** The highest number that a revision has had, also one of which nothing but its summary is left. */
export async function lastSummarized(archive: Kysely<ReleaseTables>): Promise<number> {
  const row = await archive
    .selectFrom("archive_summaries")
    .select(({ fn }) => fn.max<number | null>("revision").as("revision"))
    .executeTakeFirst();
  return row?.revision ?? 0;
}
