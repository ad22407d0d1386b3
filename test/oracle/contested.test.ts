/**
 * Captures that contradict each other, in all ways that a few numbers can: several quotes of a moment, statements beside
 * captures, prices of one side. What is published of them is what the oracle says.
 */
import fc from "fast-check";
import type { GameRecord, QuoteRecord } from "../../src/feed/records.ts";
import { closedAfterAll } from "../support/api.ts";
import { gameRecord, quoteOf } from "../support/records.ts";
import { testEveryList } from "./computed/compare.ts";
import { openOracleGames } from "./computed/sample.ts";

const seed = 12;
const gameCount = 60;

/** BOS and NYK play on every day of two months; each game is an experiment of its own. */
function gameOfDay(index: number): GameRecord {
  const date = Temporal.PlainDate.from("2024-12-01").add({ days: index });
  return gameRecord({ game_id: `game ${index}`, game_date: String(date) });
}

const books = ["draftkings", "fanduel", "betmgm", "bovada"] as const;
const price = fc.constantFrom(null, 100, -105, -110, -120, 130);
const minutes = fc.constantFrom(10, 20, 30, 600);

type Sketch = Pick<QuoteRecord, "book" | "period" | "market" | "line"> & {
  readonly minutes: number;
  readonly stated: "open" | "close" | null;
  readonly first: number | null;
  readonly second: number | null;
};

const sketch: fc.Arbitrary<Sketch> = fc
  .record({
    book: fc.constantFrom(...books),
    period: fc.constantFrom("full" as const, "1h" as const),
    market: fc.constantFrom("moneyline" as const, "spread" as const, "total" as const),
    size: fc.constantFrom(1, 1.5, 2),
    sign: fc.constantFrom(-1, 1),
    minutes,
    stated: fc.constantFrom(null, null, null, null, "open" as const, "close" as const),
    first: price,
    second: price,
  })
  .map(({ size, sign, ...each }) => ({
    ...each,
    line: each.market === "moneyline" ? null : each.market === "spread" ? sign * size : 200 + size,
  }))
  .filter(({ line, first, second }) => line !== null || first !== null || second !== null);

function quoteOfSketch(game: GameRecord, { book, period, market, line, minutes, stated, first, second }: Sketch) {
  return quoteOf(game, book, [period, market], stated ?? minutes, [line, first, second]);
}

const sketches = fc.sample(fc.array(sketch, { minLength: 10, maxLength: 60, size: "max" }), {
  seed,
  numRuns: gameCount,
});
const records = sketches.flatMap((ofGame, index) => {
  const game = gameOfDay(index);
  return [game, ...ofGame.map((each) => quoteOfSketch(game, each))];
});
testEveryList("captures that contradict each other", closedAfterAll(await openOracleGames(records)));
