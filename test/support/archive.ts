/** Writes small releases by hand of games that are said in a few words: it writes what publishing would write. */
import type { Game } from "../../src/contract/lists/games.ts";
import type { SeasonRow } from "../../src/contract/lists/reference.ts";
import { type Database, tablesOf } from "../../src/database/engine.ts";
import { gameId } from "../../src/domain/game-ids.ts";
import type { LineMarket } from "../../src/domain/periods.ts";
import { bySport, type Sport, sports } from "../../src/domain/sports.ts";
import { teamByAbbreviation } from "../../src/domain/teams/registry.ts";
import type { OutsideIds } from "../../src/domain/teams/team.ts";
import { buildTeams } from "../../src/publish/grade/facts.ts";
import { writeChanges } from "../../src/publish/write/change-log.ts";
import { gameLines, type LineEntry, lineKey } from "../../src/release/game-lines.ts";
import type { League } from "../../src/release/league.ts";
import { type LinePath, linePath } from "../../src/release/line-path.ts";
import { readNewestRelease } from "../../src/release/manifest.ts";
import type { ReleaseTables } from "../../src/release/tables.ts";
import type { GameValues } from "../../src/release/values.ts";
import { publishedLeague } from "./published.ts";
import { writeReleaseOf } from "./release-by-hand.ts";

export type GameSketch = {
  readonly sport: Sport;
  readonly season: number;
  readonly start: string;
  readonly date?: string;
  readonly away: string;
  readonly home: string;
  readonly gameNumber?: number;
  readonly week?: number | null;
  readonly seasonType?: "regular" | "postseason";
  /** The markets that each book has priced, by book id. */
  readonly books?: Readonly<Record<number, readonly LineMarket[]>>;
  readonly referee?: string;
  readonly ids?: Partial<OutsideIds>;
};

const noIds: OutsideIds = {
  ...{ nflverse: null, espn: null, mlb: null, nhl: null, cfbd: null, retrosheet: null },
  the_odds_api: [],
};

export function dateOf(sketch: GameSketch): string {
  return sketch.date ?? sketch.start.slice(0, 10);
}

export function idOf(sketch: GameSketch): string {
  const { sport, away, home, gameNumber = 1 } = sketch;
  return gameId({ sport, gameDate: dateOf(sketch), away, home, gameNumber });
}

/** Writes the seasons of these games under a new revision. They replace what those seasons contained. */
export async function publishGames(
  database: Database,
  sketches: readonly GameSketch[],
  { isSample = false }: { readonly isSample?: boolean } = {},
): Promise<number> {
  const before = await readNewestRelease(database.kysely);
  const revision = (before?.revision ?? 0) + 1;
  const leagues = await leaguesOf(database);
  const grouped = [...Map.groupBy(sketches, ({ sport, season }) => `${sport} ${season}`).values()];
  const seasons = grouped.map((games) => {
    const { sport, season } = games[0] as GameSketch;
    const stated = { row: seasonRow(games), games_with_closing_line: games.filter((game) => game.books).length };
    const league = leagues[sport];
    const others = league.seasons.filter(({ row }) => row.season !== season);
    leagues[sport] = { ...league, seasons: [...others, stated].sort((a, b) => a.row.season - b.row.season) };
    return { sport, season, games: games.map(valuesOf) };
  });
  await writeReleaseOf(database, seasons, Object.values(leagues), { revision, isSample });
  await tellAdded(database, revision, sketches);
  return revision;
}

async function leaguesOf(database: Database): Promise<Record<Sport, League>> {
  const leagues: Record<Sport, League> = bySport((sport) => ({ sport, teams: [], seasons: [] }));
  const isPublished = (await readNewestRelease(database.kysely)) !== null;
  for (const sport of isPublished ? sports : []) leagues[sport] = await publishedLeague(database, sport);
  return leagues;
}

/** Every game is told as added. */
async function tellAdded({ kysely }: Database, revision: number, sketches: readonly GameSketch[]): Promise<void> {
  const body = JSON.stringify({ fields: [], others: [], providers: { records: [], lines: [] } });
  const changes = sketches.map((sketch) => {
    const { sport, season } = sketch;
    return { game_id: idOf(sketch), sport, season, change: "added", corrected: 0, body };
  });
  const last = revision === 0 ? null : { revision: revision - 1 };
  const start = { tables: tablesOf<ReleaseTables>(kysely), last, revision, changes };
  const told = { publishedAt: "2026-01-01T00:00:00.000Z", written: [], oddsRows: null };
  // A publish knows more of its start than its changes ask for.
  await writeChanges(start as never, told as never);
}

/** Lists the teams of a sport, in a release of their own where there is none. */
export async function publishTeams(database: Database, sport: Sport): Promise<void> {
  const teams = buildTeams(sport, []);
  const leagues = await leaguesOf(database);
  const release = await readNewestRelease(database.kysely);
  const revision = release?.revision ?? 0;
  const isSample = release?.is_sample === 1;
  await writeReleaseOf(database, [], Object.values({ ...leagues, [sport]: { ...leagues[sport], teams } }), {
    revision,
    isSample,
    // No publish that a test makes afterwards has a clock before this one.
    publishedAt: release?.published_at ?? "1970-01-01T00:00:00.000Z",
  });
  // Every release has a summary, and the next publish goes on from it.
  if (release === null) await tellAdded(database, revision, []);
}

function seasonRow(games: readonly GameSketch[]): SeasonRow {
  const { sport, season } = games[0] as GameSketch;
  const dates = games.map(dateOf).sort();
  const postseason = games.filter((game) => game.seasonType === "postseason").length;
  return {
    sport,
    season,
    status: "published",
    first_game: dates.at(0) ?? null,
    last_game: dates.at(-1) ?? null,
    games: games.length,
    regular_season_games: games.length - postseason,
    postseason_games: postseason,
    weeks: sport === "nfl" ? 22 : null,
  };
}

function gameOf(sketch: GameSketch): Game {
  const { sport, season, away, home, week = null, seasonType = "regular", referee = null } = sketch;
  const side = (abbreviation: string, score: number): Game["home"] => {
    const team = teamByAbbreviation(sport, abbreviation);
    return { team_id: team?.teamId ?? null, abbreviation, name: team?.name ?? null, score };
  };
  return {
    game_id: idOf(sketch),
    sport,
    season,
    season_type: seasonType,
    week,
    game_date: dateOf(sketch),
    start_time: new Date(sketch.start).toISOString(),
    status: "final",
    home: side(home, 24),
    away: side(away, 20),
    neutral_site: false,
    overtime: false,
    venue: { venue_id: 7, name: "Estádio São Jorge", city: null, indoor: null },
    referee,
    result: { margin_home: 4, home_covered: null, went_over: null, favorite: null },
    consensus: null,
  };
}

export function valuesOf(sketch: GameSketch): GameValues {
  const entries = Object.entries(sketch.books ?? {}).flatMap(([id, priced]) => entriesOf(Number(id), priced));
  return {
    facts: { ...gameOf(sketch), period_scores: { q1: { home: 7, away: 3 } }, weather: null },
    ids: { ...noIds, ...sketch.ids },
    doubts: [],
    starters: { home: null, away: null },
    lines: gameLines(entries),
    path: pathOf(sketch),
    statements: [],
  };
}

/** A spread from -3 to -3.5, a total from 44 to 44.5, and so on. */
function entriesOf(bookId: number, priced: readonly LineMarket[]): LineEntry[] {
  const quote = (line: number | null, price: number | null) => ({ line, first: price, second: price, timeMs: null });
  const entry = (market: LineEntry["market"], open: number | null, close: number | null, openPrice: number | null) => ({
    period: "full" as const,
    market,
    bookId,
    open: quote(open, openPrice),
    close: quote(close, -110),
  });
  const all: Readonly<Record<LineMarket, readonly LineEntry[]>> = {
    moneyline: [entry("moneyline", null, null, -110)],
    spread: [entry("spread", -3, -3.5, -110)],
    total: [entry("total", 44, 44.5, -110)],
    team_total: [entry("home_team_total", 24.5, 24.5, null), entry("away_team_total", 20.5, 20.5, null)],
  };
  return priced.flatMap((market) => all[market]);
}

/** Every priced market moves once, an hour before the start. */
function pathOf(sketch: GameSketch): LinePath {
  const startMs = Date.parse(sketch.start);
  const quotes = {
    moneyline: [null, null],
    spread: [-3, -3.5],
    total: [44, 44.5],
    team_total: [24.5, 25],
  } as const satisfies Readonly<Record<LineMarket, readonly (number | null)[]>>;
  const series = Object.entries(sketch.books ?? {}).flatMap(([bookId, priced]) =>
    priced.map((market) => {
      const runs = quotes[market].map((line, index) => {
        const timeMs = startMs - (2 - index) * 3_600_000;
        const quote = { line, first: -110 - index, second: -110 };
        return { quote, firstMs: timeMs, lastMs: timeMs, captures: 1, isOpen: index === 0, isClose: index === 1 };
      });
      return { key: lineKey("full", market === "team_total" ? "home_team_total" : market, Number(bookId)), runs };
    }),
  );
  return linePath(
    startMs,
    series.sort((a, b) => a.key - b.key),
    () => "the-odds-api",
  );
}
