/** How many bets a set may have; test/oracle/ holds every value of their rows, and every filter. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { SetTooLarge } from "../../src/query/trends/grade.ts";
import { setOfBets } from "../../src/query/trends/set.ts";
import type { LineEntry } from "../../src/release/game-lines.ts";
import { lineSlots } from "../../src/release/season-lines.ts";
import { bareSeason, everyBet, linesOf } from "../support/bare-season.ts";

/** Of each game, in which twelve books and the consensus price everything that the sport has. */
const slots = lineSlots.nfl;

function seasonOf(games: number) {
  const quote = { line: 3, first: -110, second: -110, timeMs: null };
  const entries: readonly LineEntry[] = slots.flatMap(({ period, market }) =>
    Array.from({ length: 13 }, (_, bookId) => ({ period, market, bookId, open: quote, close: quote })),
  );
  const periods = [...new Set(slots.map(({ period }) => period))];
  const game = { scores: periods.map((period) => ({ period, home: 7, away: 3 })), entries };
  const lines = linesOf(
    "nfl",
    Array.from({ length: games }, () => game),
  );
  const season = bareSeason("nfl", lines, games);
  return { season, spans: [{ season, from: 0, to: games }] };
}

test("a set of several books has a bound, and one of a single book or of the consensus has none but the season", () => {
  const games = 300;
  const { spans } = seasonOf(games);
  const several = { ...everyBet, bookIds: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] };
  assert.throws(() => setOfBets("nfl", spans, several), SetTooLarge);
  for (const book of [0, 5]) {
    assert.equal(setOfBets("nfl", spans, { ...everyBet, bookIds: [book] }).count, games * 2 * slots.length);
  }
});
