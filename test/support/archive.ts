/** Makes a small archive by hand, in a few lines: it writes the rows that publishing would write. */
import type { Kysely } from "kysely";
import { type Game, type GameExtras, gameCsv } from "../../src/contract/rows/game.ts";
import { type OddsRow, oddsCsv } from "../../src/contract/rows/odds.ts";
import type { SeasonRow } from "../../src/contract/rows/seasons.ts";
import { type Database, tablesOf } from "../../src/database/engine.ts";
import { bookById } from "../../src/domain/books.ts";
import { gameId } from "../../src/domain/game-ids.ts";
import type { OutsideIds } from "../../src/domain/outside-ids.ts";
import { pairOf } from "../../src/domain/pairs.ts";
import type { Sport } from "../../src/domain/sports.ts";
import { teamByAbbreviation, teamsOf } from "../../src/domain/teams/registry.ts";
import { changeChecksum, summaryBodyOf, summaryRow } from "../../src/release/change-log.ts";
import { detailChecksum, packedChecksum, rowChecksum } from "../../src/release/checksums.ts";
import { conditionsOf } from "../../src/release/conditions.ts";
import { lineKey, packLines } from "../../src/release/packed-lines.ts";
import { packOdds, type RenderedOdds } from "../../src/release/packed-odds.ts";
import { type LinePath, packPath } from "../../src/release/packed-path.ts";
import { type ArchiveTables, type MarketFilter, marketBits } from "../../src/release/tables.ts";

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
  readonly books?: Readonly<Record<number, readonly MarketFilter[]>>;
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
  return database.kysely.transaction().execute(async (connection) => {
    const archive = tablesOf<ArchiveTables>(connection);
    const last = await archive
      .selectFrom("archive_revisions")
      .select(({ fn }) => fn.max<number | null>("revision").as("revision"))
      .executeTakeFirstOrThrow();
    const revision = (last.revision ?? 0) + 1;
    await archive
      .insertInto("archive_revisions")
      .values({
        revision,
        published_at: "2026-01-01T00:00:00.000Z",
        import_id: 1,
        is_sample: Number(isSample),
        report: "{}",
      })
      .execute();
    for (const [, games] of Map.groupBy(sketches, ({ sport, season }) => `${sport} ${season}`)) {
      const { sport, season } = games[0] as GameSketch;
      for (const table of ["archive_games", "archive_seasons"] as const) {
        await archive.deleteFrom(table).where("sport", "=", sport).where("season", "=", season).execute();
      }
      const row = seasonRow(games);
      const body = JSON.stringify({ row, games_with_closing_line: games.filter((game) => game.books).length });
      await archive
        .insertInto("archive_seasons")
        .values({ sport, season, status: row.status, revision, body })
        .execute();
      for (const sketch of games) {
        await archive.insertInto("archive_games").values(gameRow(sketch)).execute();
      }
    }
    await writeChanges(archive, revision, sketches);
    return revision;
  });
}

/** Every game is told as added, in the order in which publishing numbers them. */
async function writeChanges(
  archive: Kysely<ArchiveTables>,
  revision: number,
  sketches: readonly GameSketch[],
): Promise<void> {
  const before = await archive
    .selectFrom("archive_summaries")
    .selectAll()
    .where("revision", "=", revision - 1)
    .executeTakeFirst();
  const ends: Record<string, number> = { ...(before === undefined ? {} : summaryBodyOf(before).ends) };
  const next = (of: string): number => {
    ends[of] = (ends[of] ?? 0) + 1;
    return ends[of];
  };
  const sorted = sketches.toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
  const published_at = "2026-01-01T00:00:00.000Z";
  const rows = sorted.map((sketch) => {
    const { sport, season } = sketch;
    const about = { revision, game_id: idOf(sketch), sport, season, published_at, change: "added" as const };
    const body = JSON.stringify({ fields: [], others: [], providers: { records: [], lines: [] } });
    const row = { ...about, corrected: 0, body, position: next("all"), sport_position: next(sport) };
    return { ...row, checksum: changeChecksum(row) };
  });
  const rowsPerStatement = 300;
  for (let from = 0; from < rows.length; from += rowsPerStatement) {
    const some = rows.slice(from, from + rowsPerStatement);
    await archive.insertInto("archive_changes").values(some).execute();
  }
  const named = new Set(sketches.map(({ sport, season }) => `${sport} ${season}`));
  const seasons = [...named].sort().map((name) => {
    const [sport = "", season] = name.split(" ");
    return { sport: sport as Sport, season: Number(season) };
  });
  const counts = { added: sketches.length, changed: 0, removed: 0, odds_rows: null };
  const summary = summaryRow({ revision, published_at, kept_since: 0 }, { ...counts, seasons, ends });
  await archive.insertInto("archive_summaries").values(summary).execute();
}

export async function publishTeams(database: Database, sport: Sport): Promise<void> {
  const rows = teamsOf(sport).map(
    ({ teamId, abbreviation, name, city, school, mascot, conference, division, logoUrl }) => ({
      sport,
      team_id: teamId as number,
      body: JSON.stringify({
        team_id: teamId,
        abbreviation,
        name,
        city,
        school,
        mascot,
        conference,
        division,
        logo_url: logoUrl,
      }),
    }),
  );
  await tablesOf<ArchiveTables>(database.kysely).insertInto("archive_teams").values(rows).execute();
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

export function gameOf(sketch: GameSketch): Game {
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

export const extras: GameExtras = {
  period_scores: { q1: { home: 7, away: 3 } },
  weather: null,
  books: [],
  period_odds: [],
};

function gameRow(sketch: GameSketch): ArchiveTables["archive_games"] {
  const { sport, season, away, home, week = null, seasonType = "regular" } = sketch;
  const body = JSON.stringify(gameOf(sketch));
  const detail = JSON.stringify(extras);
  const lines = packLines({ scores: [], entries: [] });
  const path = packPath(pathOf(sketch));
  const rows = oddsRows(sketch);
  const odds = packOdds(rows);
  const row = {
    game_id: idOf(sketch),
    sport,
    season,
    season_type: seasonType,
    week,
    game_date: dateOf(sketch),
    start_ms: Date.parse(sketch.start),
    home,
    away,
    pair: pairOf({ sport, home, away }),
    has_closing_line: sketch.books === undefined ? 0 : 1,
    body,
    detail,
    csv: gameCsv(gameOf(sketch)),
    detail_checksum: detailChecksum(idOf(sketch), body, detail),
    lines,
    lines_checksum: packedChecksum(idOf(sketch), lines),
    path,
    path_checksum: packedChecksum(idOf(sketch), path),
    ids: JSON.stringify({ ...noIds, ...sketch.ids }),
    odds,
    odds_checksum: packedChecksum(idOf(sketch), odds),
    odds_rows: rows.length,
    conditions: JSON.stringify(conditionsOf(gameOf(sketch), extras)),
    doubts: null,
  };
  return { ...row, checksum: rowChecksum(row) };
}

/** Every priced market moves once, an hour before the start. */
function pathOf(sketch: GameSketch): LinePath {
  const startMs = Date.parse(sketch.start);
  const quotes = {
    moneyline: [null, null],
    spread: [-3, -3.5],
    total: [44, 44.5],
    team_total: [24.5, 25],
  } as const satisfies Readonly<Record<MarketFilter, readonly (number | null)[]>>;
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
  return { startMs, series: series.sort((a, b) => a.key - b.key) };
}

export function oddsOf(sketch: GameSketch, bookId: number, priced: readonly MarketFilter[]): OddsRow {
  const book = bookById(bookId);
  if (book === null) throw new RangeError(`no book ${bookId}`);
  const { sport, home, away } = sketch;
  const one = <Value>(market: MarketFilter, value: Value): Value | null => (priced.includes(market) ? value : null);
  const juice = <const Name extends string>(
    market: MarketFilter,
    names: readonly Name[],
  ): Record<Name, number | null> =>
    Object.fromEntries(names.map((name) => [name, one(market, -110)])) as Record<Name, number | null>;
  return {
    game_id: idOf(sketch),
    sport,
    game_date: dateOf(sketch),
    start_time: new Date(sketch.start).toISOString(),
    home,
    away,
    book_id: bookId,
    book: book.slug,
    book_name: book.name,
    moneyline: juice("moneyline", ["home_open", "home_close", "away_open", "away_close"]),
    spread: {
      open: one("spread", -3),
      close: one("spread", -3.5),
      ...juice("spread", ["home_juice_open", "home_juice_close", "away_juice_open", "away_juice_close"]),
    },
    total: {
      open: one("total", 44),
      close: one("total", 44.5),
      ...juice("total", ["over_juice_open", "over_juice_close", "under_juice_open", "under_juice_close"]),
    },
    team_total: {
      home_open: one("team_total", 24.5),
      home_close: one("team_total", 24.5),
      away_open: one("team_total", 20.5),
      away_close: one("team_total", 20.5),
      ...juice("team_total", [
        "home_over_juice_close",
        "home_under_juice_close",
        "away_over_juice_close",
        "away_under_juice_close",
      ]),
    },
    result: {
      home_covered: one("spread", true),
      spread_push: one("spread", false),
      went_over: one("total", false),
      total_push: one("total", false),
    },
  };
}

function oddsRows(sketch: GameSketch): RenderedOdds[] {
  return Object.entries(sketch.books ?? {}).map(([id, priced]) => ({
    book_id: Number(id),
    market_bits: priced.reduce((bits, market) => bits | marketBits[market], 0),
    body: JSON.stringify(oddsOf(sketch, Number(id), priced)),
    csv: oddsCsv(oddsOf(sketch, Number(id), priced)),
  }));
}
