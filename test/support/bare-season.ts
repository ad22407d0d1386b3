/** A season of the shelf with lines and heads of games alone, for tests of rows that are made of lines. */

import { pairOf } from "../../src/domain/pairs.ts";
import type { Sport } from "../../src/domain/sports.ts";
import type { BetFilter } from "../../src/query/bets/filter.ts";
import { type GameSource, packGames, type SeasonShelf } from "../../src/query/season.ts";
import type { SeasonLines } from "../../src/query/season-lines.ts";
import { packOdds } from "../../src/release/packed-odds.ts";

const hourMs = 3_600_000;
const noOdds = packOdds([]);
const firstStartMs = Date.UTC(2025, 8, 5, 0, 20);

/** @param lines of so many games, which start an hour apart, two at a time. */
export function bareSeason(sport: Sport, lines: SeasonLines, games: number): SeasonShelf {
  const sources = Array.from({ length: games }, (_, game): GameSource => {
    const startMs = firstStartMs + Math.floor(game / 2) * hourMs;
    const away = `T${String(game).padStart(5, "0")}`;
    return {
      game_id: `${sport.toUpperCase()}-20250905-${away}-HOME`,
      game_date: "2025-09-05",
      start_ms: startMs,
      home: "HOME",
      away,
      week: game % 2 === 0 ? 1 : null,
      season_type: game % 3 === 0 ? "postseason" : "regular",
      body: "{}",
      csv: "{}",
      lines: null,
      ids: null,
      ...{
        pair: pairOf({ sport, home: "HOME", away }),
        has_closing_line: 0,
        checksum: null,
        detail_checksum: null,
        lines_checksum: null,
      },
      ...{ path_checksum: null, odds: noOdds, odds_checksum: null, odds_rows: 0, conditions: null, doubts: null },
    };
  });
  const row = { status: "published" } as SeasonShelf["row"];
  return {
    ...packGames({ sport, season: 2025 }, sources),
    lines,
    ...{ sport, season: 2025, revision: 1, row, gamesWithClosingLine: 0 },
  };
}

/** No filter at all: the consensus and every book. */
export const everyBet: BetFilter = {
  ...{ season: null, fromDate: null, toDate: null, team: null, home: null, away: null, week: null },
  ...{ seasonType: null, gameId: null, betTypes: null, market: null, period: null, selection: null, role: null },
  ...{ result: null, minLine: null, maxLine: null, bookIds: null, openMoved: null, situation: null, betOn: null },
};
