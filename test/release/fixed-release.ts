/**
 * A small release whose values are written down, and not computed: of each sport a game with every line, price, score and fact that
 * there can be, and one with none. Its text changes with the code that renders it, and not with a rule of publishing.
 */
import { type Database, tablesOf } from "../../src/database/engine.ts";
import { scoredPeriodsOf } from "../../src/domain/periods.ts";
import { type Sport, sports } from "../../src/domain/sports.ts";
import { statementRow } from "../../src/release/evidence.ts";
import { gameLines, type LineEntry, lineKey } from "../../src/release/game-lines.ts";
import { linePath } from "../../src/release/line-path.ts";
import { lineSlots } from "../../src/release/season-lines.ts";
import type { ReleaseTables } from "../../src/release/tables.ts";
import type { GameValues, SeasonValues } from "../../src/release/values.ts";
import { type GameSketch, idOf, publishGames, valuesOf } from "../support/archive.ts";
import { publishedLeague } from "../support/published.ts";
import { writeReleaseOf } from "../support/release-by-hand.ts";

const full = (sport: Sport): GameSketch => ({
  ...{ sport, season: 2025, start: "2025-10-05T17:00:00.000Z", away: "AWY", home: "HOM", week: 5, books: { 1: [] } },
  ids: {
    nflverse: "2025_05",
    espn: "401",
    mlb: "7",
    nhl: "8",
    cfbd: "9",
    retrosheet: "R1",
    the_odds_api: ["e1", "e2"],
  },
});
const bare = (sport: Sport): GameSketch => ({
  ...{ sport, season: 2025, start: "2026-01-11T01:15:00.000Z", date: "2026-01-10", away: "BAR", home: "NON" },
  seasonType: "postseason",
});

const minuteMs = 60_000;
const startMs = Date.parse(full("nfl").start);

/** Every slot of the sport, of the consensus and two books, of which the second has no opening. */
function entriesOf(sport: Sport): LineEntry[] {
  return lineSlots[sport].flatMap(({ period, market }, slot) =>
    [0, 1, 3].map((bookId): LineEntry => {
      const quote = (moved: number) => ({
        line: market === "moneyline" ? null : -3.5 + slot + moved / 2,
        first: -110 - slot - moved,
        second: bookId === 3 ? 40_000 : 105 + moved,
        timeMs: startMs - (90 - 60 * moved - slot) * minuteMs,
      });
      return { period, market, bookId, open: bookId === 3 ? null : quote(0), close: quote(1) };
    }),
  );
}

function fullValues(sport: Sport): GameValues {
  const sketch = full(sport);
  const { facts, ids } = valuesOf(sketch);
  const periods = scoredPeriodsOf[sport];
  const scores = periods.map((period, index) => ({ period, home: 7 + index, away: 3 }));
  const entries = entriesOf(sport);
  const series = entries
    .filter(({ bookId }) => bookId !== 0)
    .map(({ period, market, bookId, open, close }) => ({
      key: lineKey(period, market, bookId),
      runs: [open, close].flatMap((quote, index) => {
        if (quote === null) return [];
        const { timeMs, ...shown } = quote;
        const of = { quote: shown, firstMs: timeMs, lastMs: timeMs, captures: 2 + index };
        return [{ ...of, isOpen: index === 0, isClose: index === 1 }];
      }),
    }));
  return {
    facts: {
      ...facts,
      home: { team_id: 1, abbreviation: "HOM", name: "Home “Club”, Inc.", score: 24 },
      away: { team_id: 2, abbreviation: "AWY", name: "Away Club", score: 20 },
      neutral_site: true,
      overtime: true,
      venue: { venue_id: 7, name: "Estádio São Jorge", city: "Lisboa, PT", indoor: false },
      referee: 'Zoë "Z" O’Neil',
      result: { margin_home: 4, home_covered: true, went_over: false, favorite: "home" },
      consensus: {
        moneyline: { home_open: -150, home_close: -160, away_open: 130, away_close: 140 },
        spread: {
          ...{ open: -3, close: -3.5, home_juice_open: -110, home_juice_close: -109 },
          ...{ away_juice_open: -110, away_juice_close: -111 },
        },
        total: { open: 44, close: 44.5, over_juice_close: -108, under_juice_close: -112 },
      },
      period_scores: Object.fromEntries(scores.map(({ period, home, away }) => [period, { home, away }])),
      weather: { temp_f: 61.5, wind_mph: 12, wind_direction: "NW", condition: "rain" },
    },
    ids,
    doubts: [],
    starters: {
      home: { id: "p1", name: "Zoë O’Pitcher", hand: "L" },
      away: { id: "p2", name: "Al “Ace” Away", hand: null },
    },
    lines: gameLines(entries),
    path: linePath(startMs, series, () => "the-odds-api"),
    statements: [statementRow("score", "nflverse", "20-24", true, null)],
  };
}

export function fixedSeason(sport: Sport): SeasonValues {
  return { sport, season: 2025, games: [fullValues(sport), valuesOf(bare(sport))] };
}

/** The id of the game that has everything. */
export const fixedGameId = (sport: Sport): string => idOf(full(sport));

const fixedArchive = "00000000-0000-4000-8000-000000000000";

/** Writes it into an empty database. */
export async function publishFixedRelease(database: Database): Promise<void> {
  const tables = tablesOf<ReleaseTables>(database.kysely);
  await tables.updateTable("archive_identity").set({ archive_id: fixedArchive }).execute();
  await publishGames(
    database,
    sports.flatMap((sport) => [full(sport), bare(sport)]),
  );
  const team = {
    team_id: 1,
    abbreviation: "HOM",
    name: "Home “Club”, Inc.",
    city: "Lisboa",
    school: null,
    mascot: "Clubs",
  };
  const leagues = await Promise.all(
    sports.map(async (sport) => ({
      ...(await publishedLeague(database, sport)),
      teams: [{ ...team, conference: "East", division: null, logo_url: "https://logos.example/1.svg" }],
    })),
  );
  await writeReleaseOf(database, sports.map(fixedSeason), leagues, { revision: 1 });
  const [row] = await tables.selectFrom("archive_changes").selectAll().orderBy("position").limit(1).execute();
  if (row === undefined) throw new Error("no change is told");
  const fields = [
    { path: "home.score", from: 23, to: 24 },
    { path: "books.bovada.spread.open", from: null, to: -3.5 },
  ];
  const body = JSON.stringify({ fields, others: [{ path: "lines", count: 2 }], providers: { records: [], lines: [] } });
  await tables
    .updateTable("archive_changes")
    .set({ change: "changed", corrected: 1, body })
    .where("position", "=", row.position)
    .execute();
}
