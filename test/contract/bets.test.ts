/** What a page of bets and a set of bets cost; test/oracle/ holds every value of their rows, and every filter. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { scanBets } from "../../src/query/bets/scan.ts";
import { SetTooLarge } from "../../src/query/trends/grade.ts";
import { setOfBets } from "../../src/query/trends/set.ts";
import { type GameLines, type LineEntry, packLines } from "../../src/release/packed-lines.ts";
import { packSeasonLines } from "../../src/release/season-lines.ts";
import { bareSeason, everyBet } from "../support/bare-season.ts";

/** Of each game, in which twelve books and the consensus price everything that the sport has. */
const { slots } = packSeasonLines("nfl", []);

function seasonOf(games: number) {
  const quote = { line: 3, first: -110, second: -110, timeMs: null };
  const entries: readonly LineEntry[] = slots.flatMap(({ period, market }) =>
    Array.from({ length: 13 }, (_, bookId) => ({ period, market, bookId, open: quote, close: quote })),
  );
  const periods = [...new Set(slots.map(({ period }) => period))];
  const game: GameLines = { scores: periods.map((period) => ({ period, home: 7, away: 3 })), entries };
  const packed = Array.from({ length: games }, () => packLines(game));
  const season = bareSeason("nfl", packSeasonLines("nfl", packed), games);
  return { season, spans: [{ season, from: 0, to: games }] };
}

test("a page costs what its rows cost: neither the size of the season, nor the depth of the page, nor what no filter lets through", () => {
  /** How many quotes are looked at for a page of 1,000 rows from the middle of a season on. */
  const lookedAt = (games: number, from: number): number => {
    const { season, spans } = seasonOf(games);
    const after = { startMs: season.startMs[from] as number, gameId: season.gameIds[from] as string, withinGame: 0 };
    let rows = 0;
    return scanBets(spans, everyBet, after, () => rows++ < 1000);
  };
  const [small = 0, ...others] = [lookedAt(20, 2), lookedAt(400, 2), lookedAt(400, 200), lookedAt(400, 390)];
  assert.ok(small < 1100, String(small));
  for (const looked of others) assert.equal(looked, small);

  const { spans } = seasonOf(50);
  const one = { ...everyBet, betTypes: ["q3_total"] as const, selection: "over" as const, bookIds: [0] };
  let found = 0;
  const looked = scanBets(spans, one, null, () => ++found > 0);
  assert.equal(found, 50);
  // The first quote of a book ends the look at a game.
  assert.ok(looked <= 100, String(looked));
  assert.equal(
    scanBets(spans, { ...everyBet, period: "p1" }, null, () => true),
    0,
  );
});

test("a set of several books has a bound, and one of a single book or of the consensus has none but the season", () => {
  const games = 300;
  const { spans } = seasonOf(games);
  const several = { ...everyBet, bookIds: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] };
  assert.throws(() => setOfBets("nfl", spans, several), SetTooLarge);
  for (const book of [0, 5]) {
    assert.equal(setOfBets("nfl", spans, { ...everyBet, bookIds: [book] }).count, games * 2 * slots.length);
  }
});
