/**
 * The table of contents of a revision: every season and every sport's teams, with their checksums. It is part of
 * the revision's row, so that a season or a game which the disk has lost is missed.
 */
import { type GameSet, valuesChecksum } from "./checksums.ts";
import { archiveDamaged } from "./damage.ts";
import type { ArchiveTables } from "./tables.ts";

export type SeasonEntry = {
  readonly sport: string;
  readonly season: number;
  /** The revision that last changed anything in the season. */
  readonly revision: number;
  /** `seasonChecksum` of its row. */
  readonly row: string;
  /** How many games it has, and the sum of their checksums in hexadecimal digits. */
  readonly games: number;
  readonly sum: string;
};

export type Contents = {
  readonly seasons: readonly SeasonEntry[];
  /** `teamsChecksum` by sport. */
  readonly teams: Readonly<Record<string, string>>;
};

export type RevisionRow = ArchiveTables["archive_revisions"];

/** The revision's row as it is to be written. */
export function revisionRow(row: Omit<RevisionRow, "contents" | "checksum">, contents: Contents): RevisionRow {
  const whole = { ...row, contents: JSON.stringify(contents) };
  return { ...whole, checksum: revisionChecksum(whole) };
}

function revisionChecksum(row: Omit<RevisionRow, "checksum">): string {
  const { revision, published_at, import_id, is_sample, report, contents } = row;
  return valuesChecksum([revision, published_at, import_id, is_sample, report, contents]);
}

/**
 * Null when the revision is of an archive from before checksums.
 * @throws ArchiveDamaged when the row is not as it was written.
 */
export function contentsOf(row: RevisionRow): Contents | null {
  if (row.contents === null && row.checksum === null) return null;
  if (row.contents === null || row.checksum !== revisionChecksum(row)) {
    throw archiveDamaged(`the row of revision ${row.revision} does not match its checksum`);
  }
  return JSON.parse(row.contents) as Contents;
}

export function seasonChecksum({ sport, season, status, revision, body }: ArchiveTables["archive_seasons"]): string {
  return valuesChecksum([sport, season, status, revision, body]);
}

/** @param teams the rows of one sport, in any order. */
export function teamsChecksum(teams: readonly ArchiveTables["archive_teams"][]): string {
  const sorted = teams.toSorted((a, b) => a.team_id - b.team_id);
  return valuesChecksum(sorted.map(({ sport, team_id, body }) => [sport, team_id, body]));
}

export function setOf({ games, sum }: SeasonEntry): GameSet {
  return { games, sum: BigInt(`0x${sum}`) };
}

export function sumText({ sum }: GameSet): string {
  return sum.toString(16);
}
