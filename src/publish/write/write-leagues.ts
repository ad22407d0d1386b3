/** Writes everything of a publish but the values of games: the teams and the rows of seasons of each sport, and identities. */
import { isDeepStrictEqual } from "node:util";
import { type Kysely, sql, type Transaction } from "kysely";
import { tablesOf } from "../../database/engine.ts";
import type { AnyTables } from "../../database/names.ts";
import type { SeasonKey } from "../../domain/seasons.ts";
import { type Sport, sports } from "../../domain/sports.ts";
import type { SeasonRecord } from "../../feed/records.ts";
import { insertIdentities } from "../../ledger/identities.ts";
import { readFactRecords, readSeasonGameRecords } from "../../ledger/read.ts";
import type { LedgerTables } from "../../ledger/tables.ts";
import { type League, storeLeague } from "../../release/league.ts";
import type { Manifest, SeasonEntry } from "../../release/manifest.ts";
import type { ReleaseTables } from "../../release/tables.ts";
import type { Findings } from "../findings.ts";
import { buildTeams } from "../grade/facts.ts";
import { buildSeason, hasLapsed, isHalfAYearAgo, type PublishedGames } from "../grade/seasons.ts";
import type { GameIds } from "../match/claims.ts";
import { eachOnce, SeasonMap } from "../season-map.ts";
import type { PublishStart } from "../start.ts";
import type { Seasons } from "./seasons.ts";

type LeagueSources = {
  readonly connection: Transaction<AnyTables>;
  readonly start: PublishStart;
  readonly seasons: Seasons;
  readonly ids: GameIds;
  /** The clock of the publish. */
  readonly nowMs: number;
  readonly findings: Findings;
};

/**
 * Writes the teams and the rows of seasons. Of the returned, `written` are the seasons of which anything is new, different or gone, and
 * `hasChanged` says whether the release is another one now.
 */
export async function writeLeagues({ connection, start, seasons, ids, nowMs, findings }: LeagueSources) {
  const ledger = tablesOf<LedgerTables>(connection);
  const statements = await readFactRecords(ledger, "season");
  const teams = await readFactRecords(ledger, "team");
  const known = start.last?.manifest.leagues;
  const leagues: Partial<Record<Sport, Manifest["leagues"][Sport]>> = {};
  const rewritten: SeasonKey[] = [];
  for (const sport of sports) {
    const league = await seasons.league(sport);
    const rows = new Map((league?.seasons ?? []).map((each) => [each.row.season, each]));
    const touched = [...start.changedSeasons, ...seasons.written.keys()].filter((key) => key.sport === sport);
    const others =
      start.all || league === null
        ? [...rows.keys(), ...(await seasonsOfLedger(ledger, sport))]
        : dueSeasons(league, statements, nowMs);
    const wanted = new Set([...touched.map(({ season }) => season), ...others].sort((a, b) => a - b));
    const listed = wanted.size === 0 ? new Set<string>() : await listedIds(connection, sport);
    const ofSport: SeasonKey[] = [];
    for (const season of wanted) {
      const built = await readSeasonRow(connection, { sport, season }, { listed, ids, nowMs, statements });
      const about = `${sport} ${season}`;
      // Half a year went by without news of these games, so that the season is published as it is [D-45].
      for (const game of built?.givenUp ?? []) findings.add("given-up", `${about}: ${game}`, about);
      if (!isDeepStrictEqual(rows.get(season), built?.body)) ofSport.push({ sport, season });
      if (built === null) rows.delete(season);
      else rows.set(season, built.body);
    }
    const inOrder = [...rows.values()].sort((a, b) => a.row.season - b.row.season);
    leagues[sport] = await storeLeague(connection, { sport, teams: buildTeams(sport, teams), seasons: inOrder });
    // A file that was damaged, and is as before again, has told of no row.
    if (leagues[sport]?.sha256 !== known?.[sport]?.sha256) rewritten.push(...ofSport);
  }
  await insertIdentities(ledger, ids.fresh);
  const after = entriesAfter(seasons, rewritten, start.revision);
  const isNew = (key: SeasonKey): boolean => seasons.written.get(key)?.revision !== seasons.entry(key)?.revision;
  const isSame = JSON.stringify([after, leagues]) === JSON.stringify([seasons.entries, known]);
  return {
    seasons: after,
    leagues: leagues as Manifest["leagues"],
    written: eachOnce([...seasons.written.keys().filter(isNew), ...rewritten]),
    hasChanged: start.last === null || !isSame,
  };
}

/** The entries of a manifest. A season of which only the row is another one keeps its files, and is of this revision too. */
function entriesAfter(seasons: Seasons, rewritten: readonly SeasonKey[], revision: number): SeasonEntry[] {
  const keys = eachOnce([...seasons.entries, ...seasons.written.keys()]);
  const ofRevision = new SeasonMap(rewritten.map((season) => [season, revision]));
  return keys.flatMap((key) => {
    const written = seasons.written.get(key);
    const before = seasons.entry(key);
    if (written !== undefined) return written ?? [];
    return before === null ? [] : { ...before, revision: ofRevision.get(key) ?? before.revision };
  });
}

async function seasonsOfLedger(ledger: Kysely<LedgerTables>, sport: Sport): Promise<number[]> {
  const rows = await ledger
    .selectFrom("ledger_records")
    .select("season")
    .distinct()
    .where("sport", "=", sport)
    .where("kind", "in", ["game", "season"])
    .execute();
  return rows.map(({ season }) => season as number);
}

/**
 * The seasons in progress that may have come to their end although no record changed: half a year has gone by since
 * their last game, or the days of their undecided games are over [D-45]. There are hardly ever any.
 */
function dueSeasons({ seasons }: League, statements: readonly SeasonRecord[], nowMs: number): number[] {
  const lapsed = new SeasonMap(statements.filter((each) => hasLapsed(each, nowMs)).map((each) => [each, null]));
  return seasons
    .map(({ row }) => row)
    .filter(({ status }) => status === "in_progress")
    .filter((row) => lapsed.has(row) || (row.last_game !== null && isHalfAYearAgo(row.last_game, nowMs)))
    .map(({ season }) => season);
}

type RowSources = Pick<LeagueSources, "ids" | "nowMs"> & {
  /** The season records of all providers. */
  readonly statements: readonly SeasonRecord[];
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
  const { regular, ...figures } = await figuresOf(tablesOf<ReleaseTables>(connection), key);
  const published: PublishedGames = {
    ...figures,
    regular,
    postseason: figures.games - regular,
    has: (game) => listed.has(ids.ofPublished(game) ?? ""),
  };
  return buildSeason(key, { records, statements, published, nowMs });
}

export async function listedIds(connection: Kysely<AnyTables>, sport: Sport): Promise<Set<string>> {
  const published = tablesOf<ReleaseTables>(connection).selectFrom("published_games");
  const rows = await published.select("game_id").where("sport", "=", sport).execute();
  return new Set(rows.map((row) => row.game_id));
}

async function figuresOf(tables: Kysely<ReleaseTables>, { sport, season }: SeasonKey) {
  const row = await tables
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
  return {
    games: Number(row.games),
    regular: Number(row.regular ?? 0),
    withClosingLine: Number(row.with_closing_line ?? 0),
    firstGame: row.first_game,
    lastGame: row.last_game,
  };
}

/** How many games and odds rows are published, and the seasons of which no published game has a closing line. */
export async function publishedFigures(tables: Kysely<ReleaseTables>) {
  const seasons = await tables
    .selectFrom("published_games")
    .select(({ fn }) => [
      ...(["sport", "season"] as const),
      fn.countAll<number>().as("games"),
      fn.sum<number | null>("odds_rows").as("odds"),
      fn.max("has_closing_line").as("has_closing_line"),
    ])
    .groupBy(["sport", "season"])
    .execute();
  const without = seasons.filter((row) => row.has_closing_line === 0);
  return {
    games: seasons.reduce((sum, { games }) => sum + Number(games), 0),
    oddsRows: seasons.reduce((sum, { odds }) => sum + Number(odds ?? 0), 0),
    withoutClosingLine: eachOnce(without.map(({ sport, season }) => ({ sport: sport as Sport, season }))),
  };
}
