/** The table of contents of the revision that a publish writes. */
import type { Kysely } from "kysely";
import type { AnyTables } from "../../database/names.ts";
import type { SeasonKey } from "../../domain/seasons.ts";
import { type Sport, sports } from "../../domain/sports.ts";
import { readGames } from "../../query/read.ts";
import { bothSets, type GameSet, noGames, withGame } from "../../release/checksums.ts";
import {
  type Contents,
  contentsOf,
  type RevisionRow,
  type SeasonEntry,
  seasonChecksum,
  setOf,
  sumText,
  teamsChecksum,
} from "../../release/contents.ts";
import { ArchiveDamaged } from "../../release/damage.ts";
import type { ArchiveTables } from "../../release/tables.ts";
import { SeasonMap } from "../season-map.ts";
import type { SetChanges } from "./replace-rows.ts";
import { seasonEntriesOf } from "./write-archive.ts";

/** Null: there is none yet, or it is damaged. Then everything has to be published again. */
export function knownContents(last: RevisionRow | undefined): Contents | null {
  if (last === undefined) return null;
  try {
    return contentsOf(last);
  } catch (error) {
    if (error instanceof ArchiveDamaged) return null;
    throw error;
  }
}

/**
 * Checks the games of seasons before the seasons' own rows are written, since those rows are made of the archive's
 * games.
 * @throws ArchiveDamaged when the archive does not have what it had before and what this publish has changed.
 */
export async function refuseDamagedGames(
  connection: Kysely<AnyTables>,
  seasons: Iterable<SeasonKey>,
  known: Contents,
  changes: SetChanges,
): Promise<void> {
  const entries = seasonEntriesOf(known);
  for (const season of seasons) {
    const games = await readGames(connection, season, setAfter(entries.get(season), changes.get(season)));
    if (games instanceof ArchiveDamaged) throw games;
  }
}

function setAfter(before: SeasonEntry | undefined, change: GameSet | undefined): GameSet {
  return bothSets(before === undefined ? noGames : setOf(before), change ?? noGames);
}

/**
 * The contents after a publish of some games: the contents of before, with the changes of this publish. The tables are
 * not asked, so that a game which the disk has lost is missed in this revision too.
 */
export async function amendContents(
  archive: Kysely<ArchiveTables>,
  known: Contents,
  written: readonly SeasonKey[],
  changes: SetChanges,
): Promise<Contents> {
  const entries = seasonEntriesOf(known);
  const rows = await readSeasonRows(archive);
  for (const key of written) {
    const row = rows.get(key);
    if (row === undefined) entries.delete(key);
    else entries.set(key, entryOf(row, setAfter(entries.get(key), changes.get(key))));
  }
  return contentsOfEntries(archive, entries);
}

/** The contents as the tables have them: for a publish of all games, which has compared every row with the ledger. */
export async function wholeContents(archive: Kysely<ArchiveTables>): Promise<Contents> {
  const sets = new SeasonMap<GameSet>();
  for (const { sport, season, checksum } of await archive
    .selectFrom("archive_games")
    .select(["sport", "season", "checksum"])
    .execute()) {
    const key = { sport: sport as Sport, season };
    sets.set(key, withGame(sets.get(key) ?? noGames, checksum));
  }
  const rows = await readSeasonRows(archive);
  const entries = rows.entries().map(([key, row]) => [key, entryOf(row, sets.get(key) ?? noGames)] as const);
  return contentsOfEntries(archive, new SeasonMap(entries));
}

type SeasonTableRow = ArchiveTables["archive_seasons"];

async function readSeasonRows(archive: Kysely<ArchiveTables>): Promise<SeasonMap<SeasonTableRow>> {
  const rows = await archive.selectFrom("archive_seasons").selectAll().execute();
  return new SeasonMap(rows.map((row) => [{ sport: row.sport as Sport, season: row.season }, row]));
}

function entryOf(row: SeasonTableRow, set: GameSet): SeasonEntry {
  const { sport, season, revision } = row;
  return { sport, season, revision, row: seasonChecksum(row), games: set.games, sum: sumText(set) };
}

async function contentsOfEntries(archive: Kysely<ArchiveTables>, entries: SeasonMap<SeasonEntry>): Promise<Contents> {
  return { seasons: entries.entries().map(([, entry]) => entry), teams: await teamChecksums(archive) };
}

async function teamChecksums(archive: Kysely<ArchiveTables>): Promise<Readonly<Record<string, string>>> {
  const teams = await archive.selectFrom("archive_teams").selectAll().execute();
  return Object.fromEntries(sports.map((sport) => [sport, teamsChecksum(teams.filter((row) => row.sport === sport))]));
}
