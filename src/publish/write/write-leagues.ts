/** Writes the files of the sports: their teams, and the rows of their seasons. */
import { type Kysely, sql, type Transaction } from "kysely";
import { tablesOf } from "../../database/engine.ts";
import type { AnyTables } from "../../database/names.ts";
import type { SeasonKey } from "../../domain/seasons.ts";
import { type Sport, sports } from "../../domain/sports.ts";
import type { SeasonRecord, TeamRecord } from "../../feed/records.ts";
import { readSeasonGameRecords } from "../../ledger/read.ts";
import type { LedgerTables } from "../../ledger/tables.ts";
import { type League, type LeagueSeason, storeLeague } from "../../release/league.ts";
import type { Manifest } from "../../release/manifest.ts";
import type { ReleaseTables } from "../../release/tables.ts";
import { buildTeams } from "../grade/facts.ts";
import { buildSeason, hasLapsed, isHalfAYearAgo, type PublishedGames } from "../grade/seasons.ts";
import type { GameIds } from "../match/claims.ts";
import type { GivenUpSeason } from "../publish-report.ts";
import { SeasonMap } from "../season-map.ts";

/** The teams and the season rows of each sport before a publish; null where there were none, or where they are damaged. */
export type Leagues = Readonly<Record<Sport, League | null>>;

type LeagueChanges = {
  readonly before: Leagues;
  /** The names of their files. */
  readonly names: Manifest["leagues"];
  /** The seasons whose rows are to be looked at. */
  readonly seasons: readonly SeasonKey[];
  readonly ids: GameIds;
  /** The clock of the publish. */
  readonly nowMs: number;
  /** The season and team records of all providers. */
  readonly statements: readonly SeasonRecord[];
  readonly teams: readonly TeamRecord[];
};

type WrittenLeagues = {
  readonly files: Manifest["leagues"];
  /** The seasons whose row is new, different or gone. */
  readonly written: readonly SeasonKey[];
  readonly givenUp: readonly GivenUpSeason[];
};

export async function writeLeagues(
  connection: Transaction<AnyTables>,
  { before, names, seasons, ids, nowMs, statements, teams }: LeagueChanges,
): Promise<WrittenLeagues> {
  const files: Partial<Record<Sport, Manifest["leagues"][Sport]>> = {};
  const written: SeasonKey[] = [];
  const givenUp: GivenUpSeason[] = [];
  for (const sport of sports) {
    const ofSport: SeasonKey[] = [];
    const rows = new Map((before[sport]?.seasons ?? []).map((each) => [each.row.season, each]));
    const wanted = new SeasonMap(seasons.filter((each) => each.sport === sport).map((each) => [each, null])).keys();
    const listed = wanted.length === 0 ? new Set<string>() : await listedIds(connection, sport);
    for (const key of wanted) {
      const built = await readSeasonRow(connection, key, { listed, ids, nowMs, statements });
      if (built !== null && built.givenUp.length > 0) givenUp.push({ ...key, games: built.givenUp });
      const known = rows.get(key.season);
      if (built === null) rows.delete(key.season);
      else rows.set(key.season, built.body);
      if (JSON.stringify(known) !== JSON.stringify(rows.get(key.season))) ofSport.push(key);
    }
    const inOrder = [...rows.values()].sort((a, b) => a.row.season - b.row.season);
    files[sport] = await storeLeague(connection, { sport, teams: buildTeams(sport, teams), seasons: inOrder });
    // A file that was damaged, and is as before again, has told of no row.
    if (files[sport]?.sha256 !== names[sport]?.sha256) written.push(...ofSport);
  }
  return { files: files as Manifest["leagues"], written, givenUp };
}

type RowSources = Pick<LeagueChanges, "ids" | "nowMs" | "statements"> & {
  /** The ids of all published games of the sport. */
  readonly listed: ReadonlySet<string>;
};

/** The row of a season, of its published games and the ledger's records; null before the first final game. */
export async function readSeasonRow(
  connection: Kysely<AnyTables>,
  key: SeasonKey,
  { listed, ids, nowMs, statements }: RowSources,
): Promise<ReturnType<typeof buildSeason>> {
  const records = await readSeasonGameRecords(tablesOf<LedgerTables>(connection), key);
  const published: PublishedGames = {
    ...(await publishedGames(connection, key)),
    has: (game) => listed.has(ids.ofPublished(game) ?? ""),
  };
  return buildSeason(key, { records, statements, published, nowMs });
}

/**
 * The seasons in progress that may have come to their end although no record changed: half a year has gone by since
 * their last game, or the days of their undecided games are over [D-45]. There are hardly ever any.
 */
export function dueSeasons(leagues: Leagues, statements: readonly SeasonRecord[], nowMs: number): SeasonKey[] {
  const lapsed = new SeasonMap(statements.filter((each) => hasLapsed(each, nowMs)).map((each) => [each, null]));
  const isDue = ({ row }: LeagueSeason): boolean =>
    row.status === "in_progress" &&
    (lapsed.has(row) || (row.last_game !== null && isHalfAYearAgo(row.last_game, nowMs)));
  return sports.flatMap((sport) =>
    (leagues[sport]?.seasons ?? []).filter(isDue).map(({ row: { season } }) => ({ sport, season })),
  );
}

export async function listedIds(connection: Kysely<AnyTables>, sport: Sport): Promise<Set<string>> {
  const rows = await tablesOf<ReleaseTables>(connection)
    .selectFrom("published_games")
    .select("game_id")
    .where("sport", "=", sport)
    .execute();
  return new Set(rows.map((row) => row.game_id));
}

async function publishedGames(
  connection: Kysely<AnyTables>,
  { sport, season }: SeasonKey,
): Promise<Omit<PublishedGames, "has">> {
  const row = await tablesOf<ReleaseTables>(connection)
    .selectFrom("published_games")
    .select(({ fn }) => [
      fn.countAll<number>().as("games"),
      fn.sum<number | null>(sql`case when season_type = 'regular' then 1 else 0 end`).as("regular"),
      fn.sum<number | null>("has_closing_line").as("with_closing_line"),
      fn.min<string | null>("game_date").as("first_game"),
      fn.max<string | null>("game_date").as("last_game"),
    ])
    .where("sport", "=", sport)
    .where("season", "=", season)
    .executeTakeFirstOrThrow();
  const games = Number(row.games);
  const regular = Number(row.regular ?? 0);
  return {
    games,
    regular,
    postseason: games - regular,
    withClosingLine: Number(row.with_closing_line ?? 0),
    firstGame: row.first_game,
    lastGame: row.last_game,
  };
}

/** How many games and odds rows are published. */
export async function countRows(tables: Kysely<ReleaseTables>): Promise<{ games: number; oddsRows: number }> {
  const { games, odds } = await tables
    .selectFrom("published_games")
    .select(({ fn }) => [fn.countAll<number>().as("games"), fn.sum<number | null>("odds_rows").as("odds")])
    .executeTakeFirstOrThrow();
  return { games: Number(games), oddsRows: Number(odds ?? 0) };
}

/** The seasons of which no published game has a closing line. */
export async function seasonsWithoutClosingLine(tables: Kysely<ReleaseTables>): Promise<SeasonKey[]> {
  const rows = await tables
    .selectFrom("published_games")
    .select(["sport", "season"])
    .groupBy(["sport", "season"])
    .having(({ fn }) => fn.max("has_closing_line"), "=", 0)
    .execute();
  return new SeasonMap(rows.map(({ sport, season }) => [{ sport: sport as Sport, season }, null])).keys();
}
