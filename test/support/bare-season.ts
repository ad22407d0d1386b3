/** A season of the shelf with lines and heads of games alone, for tests of rows that are made of lines. */

import type { Sport } from "../../src/domain/sports.ts";
import { noStarters } from "../../src/domain/starters.ts";
import type { BetFilter } from "../../src/query/bets/filter.ts";
import type { SeasonShelf } from "../../src/query/season.ts";
import { gameLines, type LineEntry, type scoredPeriods } from "../../src/release/game-lines.ts";
import { linePath } from "../../src/release/line-path.ts";
import { type SeasonLines, seasonLines } from "../../src/release/season-lines.ts";
import type { GameValues } from "../../src/release/values.ts";
import { extras, gameOf } from "./archive.ts";
import { seasonOf } from "./season-shelf.ts";

const hourMs = 3_600_000;
const firstStartMs = Date.UTC(2025, 8, 5, 0, 20);

/** The quotes of a game, and the scores of its periods; that of `full` is the final one. */
export type ScoredGame = {
  readonly scores: readonly {
    readonly period: (typeof scoredPeriods)[number];
    readonly home: number;
    readonly away: number;
  }[];
  readonly entries: readonly LineEntry[];
};

export function linesOf(sport: Sport, games: readonly ScoredGame[]): SeasonLines {
  const start = new Date(firstStartMs).toISOString();
  const { home, away } = gameOf({ sport, season: 2025, start, away: "AWAY", home: "HOME" });
  const scored = games.map(({ scores, entries }) => {
    const final = scores.find(({ period }) => period === "full");
    const facts = {
      home: { ...home, score: final?.home ?? null },
      away: { ...away, score: final?.away ?? null },
      period_scores: Object.fromEntries(scores.map(({ period, ...score }) => [period, score])),
    };
    return { facts, lines: gameLines(entries) };
  });
  return seasonLines(sport, scored);
}

/** @param lines of so many games, which start an hour apart, two at a time. */
export function bareSeason(sport: Sport, lines: SeasonLines, games: number): SeasonShelf {
  const values = Array.from({ length: games }, (_, game): GameValues => {
    const start = new Date(firstStartMs + Math.floor(game / 2) * hourMs).toISOString();
    const away = `T${String(game).padStart(5, "0")}`;
    const row = gameOf({ sport, season: 2025, start, date: "2025-09-05", away, home: "HOME" });
    const week = game % 2 === 0 ? 1 : null;
    const season_type = game % 3 === 0 ? ("postseason" as const) : ("regular" as const);
    return {
      facts: { ...row, week, season_type, period_scores: extras.period_scores, weather: null },
      ids: { ...{ nflverse: null, espn: null, mlb: null, nhl: null, cfbd: null, retrosheet: null }, the_odds_api: [] },
      doubts: [],
      starters: noStarters,
      lines: gameLines([]),
      path: linePath(Date.parse(start), []),
    };
  });
  return { ...seasonOf({ sport, season: 2025, games: values }), lines };
}

/** No filter at all: the consensus and every book. */
export const everyBet: BetFilter = {
  ...{ season: null, fromDate: null, toDate: null, team: null, home: null, away: null, week: null },
  ...{ seasonType: null, gameId: null, betTypes: null, market: null, period: null, selection: null, role: null },
  ...{
    result: null,
    minLine: null,
    maxLine: null,
    minPrice: null,
    maxPrice: null,
    bookIds: null,
    openMoved: null,
  },
  ...{ surroundings: {}, atMoment: null },
};
