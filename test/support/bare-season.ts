/** A season of the shelf with lines and heads of games alone, for tests of rows that are made of lines. */

import type { Sport } from "../../src/domain/sports.ts";
import { noStarters } from "../../src/domain/starters.ts";
import type { BetFilter } from "../../src/query/bets/filter.ts";
import type { SeasonShelf } from "../../src/query/season.ts";
import { packLines } from "../../src/release/packed-lines.ts";
import { packPath } from "../../src/release/packed-path.ts";
import type { SeasonLines } from "../../src/release/season-lines.ts";
import type { GameValues } from "../../src/release/values.ts";
import { extras, gameOf } from "./archive.ts";
import { seasonOf } from "./season-shelf.ts";

const hourMs = 3_600_000;
const firstStartMs = Date.UTC(2025, 8, 5, 0, 20);

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
      lines: packLines({ scores: [], entries: [] }),
      path: packPath({ startMs: Date.parse(start), series: [] }),
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
