/** Reads parts of the archive, and refuses whatever is not as it was written. */
import type { Kysely } from "kysely";
import type { SeasonRow } from "../contract/rows/seasons.ts";
import { reasonOf } from "../database/database-error.ts";
import { tablesOf } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import { isSport, type Sport, sports } from "../domain/sports.ts";
import type { GameSet, SeasonColumns } from "../release/checksums.ts";
import { type Contents, type SeasonEntry, seasonChecksum, setOf, teamsChecksum } from "../release/contents.ts";
import { ArchiveDamaged } from "../release/damage.ts";
import type { ArchiveTables } from "../release/tables.ts";
import { type PackedGames, packGames, type SeasonHead, type SeasonShelf } from "./season.ts";
import { damageOf } from "./verify.ts";

/** A season that the archive should have. */
export type WantedSeason = {
  readonly sport: Sport;
  readonly season: number;
  readonly revision: number;
  /** Null when its row is damaged or lost. */
  readonly head: SeasonHead | null;
  /** Null in an archive that was published before there were checksums. */
  readonly entry: SeasonEntry | null;
};

/**
 * Lists the seasons in order. The table of contents says which there should be; without one, the table of seasons does.
 */
export async function readWanted(connection: Kysely<AnyTables>, contents: Contents | null): Promise<WantedSeason[]> {
  const rows = await tablesOf<ArchiveTables>(connection).selectFrom("archive_seasons").selectAll().execute();
  const wanted = contents === null ? rows.map(asItIs) : contents.seasons.map((entry) => asWritten(entry, rows));
  return wanted.filter((each) => each !== null).sort((a, b) => a.season - b.season);
}

type SeasonTableRow = ArchiveTables["archive_seasons"];

function asItIs(row: SeasonTableRow): WantedSeason | null {
  const { sport, season, revision } = row;
  return isSport(sport) ? { sport, season, revision, head: headOf(sport, row), entry: null } : null;
}

function asWritten(entry: SeasonEntry, rows: readonly SeasonTableRow[]): WantedSeason | null {
  const { sport, season, revision } = entry;
  if (!isSport(sport)) return null;
  const row = rows.find((each) => each.sport === sport && each.season === season);
  const isGood = row !== undefined && seasonChecksum(row) === entry.row;
  return { sport, season, revision, head: isGood ? headOf(sport, row) : null, entry };
}

function headOf(sport: Sport, { season, revision, body }: SeasonTableRow): SeasonHead {
  const { row, games_with_closing_line } = JSON.parse(body) as { row: SeasonRow; games_with_closing_line: number };
  return { sport, season, revision, row, gamesWithClosingLine: games_with_closing_line };
}

/** Reads the season with its games, or returns what is wrong with it. Throws the engine's errors. */
export async function readSeason(
  connection: Kysely<AnyTables>,
  { head, entry }: WantedSeason,
): Promise<SeasonShelf | ArchiveDamaged> {
  if (head === null) return new ArchiveDamaged("its row does not match the checksum, or is not there");
  const packed = await readGames(connection, head, entry === null ? null : setOf(entry));
  return packed instanceof ArchiveDamaged ? packed : { ...head, ...packed };
}

/**
 * Reads the games of a season, or returns what is wrong with them. Throws the engine's errors.
 * @param written the games that were written; null in an archive that was published before there were checksums.
 */
export async function readGames(
  connection: Kysely<AnyTables>,
  season: SeasonColumns,
  written: GameSet | null,
): Promise<PackedGames | ArchiveDamaged> {
  const archive = tablesOf<ArchiveTables>(connection);
  const games = await archive
    .selectFrom("archive_games")
    .select(["game_id", "season_type", "week", "game_date", "start_ms", "home", "away", "pair", "has_closing_line"])
    .select(["body", "csv", "checksum", "detail_checksum", "lines", "lines_checksum", "path_checksum", "ids"])
    .select(["odds", "odds_checksum", "odds_rows", "conditions", "doubts"])
    .where("sport", "=", season.sport)
    .where("season", "=", season.season)
    .execute();
  let packed: PackedGames;
  try {
    packed = packGames({ sport: season.sport as Sport, season: season.season }, games);
  } catch (error) {
    // Rows that cannot be packed into a season are damaged, whatever the error is.
    return new ArchiveDamaged(reasonOf(error), { cause: error });
  }
  return (written === null ? null : damageOf(season, packed, games, written)) ?? packed;
}

/**
 * Reads the rendered team rows of each sport, in order, or returns what is wrong with them. Throws the engine's errors.
 */
export async function readTeams(
  connection: Kysely<AnyTables>,
  contents: Contents | null,
): Promise<Readonly<Record<Sport, readonly string[] | ArchiveDamaged>>> {
  const rows = await tablesOf<ArchiveTables>(connection)
    .selectFrom("archive_teams")
    .selectAll()
    .orderBy("team_id")
    .execute();
  const teams = sports.map((sport): [Sport, readonly string[] | ArchiveDamaged] => {
    const ofSport = rows.filter((row) => row.sport === sport);
    const isWhole = contents === null || contents.teams[sport] === teamsChecksum(ofSport);
    if (!isWhole) return [sport, new ArchiveDamaged("its teams do not match their checksum")];
    return [sport, ofSport.map((team) => team.body)];
  });
  return Object.fromEntries(teams) as Record<Sport, readonly string[] | ArchiveDamaged>;
}
