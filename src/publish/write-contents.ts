/** The table of contents of the revision that a publish writes. */
import type { Kysely } from "kysely";
import { bothSets, type GameSet, noGames, withGame } from "../archive/checksums.ts";
import {
  type Contents,
  contentsOf,
  type RevisionRow,
  type SeasonEntry,
  seasonChecksum,
  setOf,
  sumText,
  teamsChecksum,
} from "../archive/contents.ts";
import { ArchiveDamaged } from "../archive/damage.ts";
import { readGames } from "../archive/shelf-read.ts";
import type { ArchiveTables } from "../archive/tables.ts";
import type { AnyTables } from "../database/names.ts";
import { sports } from "../domain/sports.ts";
import type { SetChanges } from "./write-archive.ts";

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
 * Before the rows of seasons are written, which are made of what the archive has of their games.
 * @throws ArchiveDamaged when the archive does not have what it had before and what this publish has changed.
 */
export async function refuseDamaged(
  connection: Kysely<AnyTables>,
  seasons: Iterable<string>,
  known: Contents,
  changes: SetChanges,
): Promise<void> {
  for (const key of seasons) {
    const [sport = "", label] = key.split(":");
    const season = { sport, season: Number(label) };
    const entry = known.seasons.find((each) => each.sport === sport && each.season === season.season);
    const games = await readGames(connection, season, setAfter(entry, changes.get(key)));
    if (games instanceof ArchiveDamaged) throw games;
  }
}

function setAfter(before: SeasonEntry | undefined, change: GameSet | undefined): GameSet {
  return bothSets(before === undefined ? noGames : setOf(before), change ?? noGames);
}

/**
 * After a publish of some games: what was known before, with what this publish has changed. The tables are not asked, so
 * that what the disk has lost in them is missed in this revision too.
 */
export async function amendContents(
  archive: Kysely<ArchiveTables>,
  known: Contents,
  written: ReadonlySet<string>,
  changes: SetChanges,
): Promise<Contents> {
  const entries = new Map(known.seasons.map((entry) => [`${entry.sport}:${entry.season}`, entry]));
  const rows = await readSeasonRows(archive);
  for (const key of written) {
    const row = rows.get(key);
    if (row === undefined) entries.delete(key);
    else entries.set(key, entryOf(row, setAfter(entries.get(key), changes.get(key))));
  }
  return { seasons: sorted(entries.values()), teams: await teamChecksums(archive) };
}

/** After a publish of all games, which has compared every row with what the ledger says. */
export async function takeContents(archive: Kysely<ArchiveTables>): Promise<Contents> {
  const sets = new Map<string, GameSet>();
  for (const { sport, season, checksum } of await archive
    .selectFrom("archive_games")
    .select(["sport", "season", "checksum"])
    .execute()) {
    const key = `${sport}:${season}`;
    sets.set(key, withGame(sets.get(key) ?? noGames, checksum));
  }
  const rows = await readSeasonRows(archive);
  const seasons = sorted([...rows].map(([key, row]) => entryOf(row, sets.get(key) ?? noGames)));
  return { seasons, teams: await teamChecksums(archive) };
}

type SeasonTableRow = ArchiveTables["archive_seasons"];

async function readSeasonRows(archive: Kysely<ArchiveTables>): Promise<Map<string, SeasonTableRow>> {
  const rows = await archive.selectFrom("archive_seasons").selectAll().execute();
  return new Map(rows.map((row) => [`${row.sport}:${row.season}`, row]));
}

function entryOf(row: SeasonTableRow, set: GameSet): SeasonEntry {
  const { sport, season, revision } = row;
  return { sport, season, revision, row: seasonChecksum(row), games: set.games, sum: sumText(set) };
}

function sorted(entries: Iterable<SeasonEntry>): SeasonEntry[] {
  const rank = ({ sport }: SeasonEntry): number => (sports as readonly string[]).indexOf(sport);
  return [...entries].sort((a, b) => rank(a) - rank(b) || a.season - b.season);
}

async function teamChecksums(archive: Kysely<ArchiveTables>): Promise<Readonly<Record<string, string>>> {
  const teams = await archive.selectFrom("archive_teams").selectAll().execute();
  return Object.fromEntries(sports.map((sport) => [sport, teamsChecksum(teams.filter((row) => row.sport === sport))]));
}
