/**
 * Captures that contradict each other, in all ways that a few numbers can: several quotes of a moment, statements beside
 * captures, prices of one side. What is published of them is what the oracle says.
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { afterAll, beforeAll, test } from "vitest";
import { readCanonical } from "../../src/feed/canonical.ts";
import type { GameRecord, QuoteRecord } from "../../src/feed/records.ts";
import { importItems } from "../../src/ledger/import.ts";
import { publish } from "../../src/publish/publish.ts";
import { openApi, type TestApi } from "../support/api.ts";
import { gameRecord, keepDoubted, quoteOf } from "../support/records.ts";
import { assertGames, assertJsonPages, assertList, lists } from "./computed/compare.ts";
import { coverageRows } from "./computed/coverage.ts";
import { gameOf, inOrder, type OracleGame } from "./computed/game.ts";
import { pathRows } from "./computed/paths.ts";
import { captureOf } from "./computed/quotes.ts";

const seed = 12;
const gameCount = 60;
const publishedAt = "2026-06-01T12:00:00.000Z";

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

let api: TestApi;
let games: OracleGame[];
beforeAll(async () => {
  api = await openApi();
  const sketches = fc.sample(fc.array(sketch, { minLength: 10, maxLength: 60, size: "max" }), {
    seed,
    numRuns: gameCount,
  });
  const made = sketches.map((ofGame, index) => {
    const game = gameOfDay(index);
    return { game, quotes: ofGame.map((each) => quoteOfSketch(game, each)) };
  });
  const lines = made.flatMap(({ game, quotes }) => [game, ...quotes]).map((record) => JSON.stringify(record));
  const read = readCanonical(lines, { file: "contested.ndjson", nowMs: Date.parse(publishedAt) });
  const report = await importItems(api.database, read, publishedAt);
  if (report.refusedCount > 0) throw new Error(JSON.stringify(report.refused));
  const ids = made.map(({ game }) => `NBA-${game.game_date?.replaceAll("-", "")}-NYK-BOS`);
  await keepDoubted(api.database, ...ids);
  await publish(api.database, { all: false, acceptRemovals: true, publishedAt });
  await api.shelf.refresh();
  games = inOrder(made.map(({ game, quotes }) => gameOf(game, quotes.map(captureOf), [`event ${game.game_id}`])));
});
afterAll(() => api[Symbol.asyncDispose]());

for (const list of lists) {
  test(`${list.path}?${list.query} of captures that contradict each other is what the oracle says`, async () => {
    assert.ok((await assertList(api, list, "nba", games)) > 0);
  });
}

test("the games of captures that contradict each other have the consensus and result that the oracle says", () =>
  assertGames(api, "nba", games));

test("/v1/coverage of captures that contradict each other is what the oracle says", () =>
  assertJsonPages(api, "/v1/coverage?sport=nba", coverageRows({ nba: games }), 9));

test("the paths of captures that contradict each other are what the oracle says", async () => {
  for (const game of games) {
    await assertJsonPages(api, `/v1/games/${game.keys.game_id}/lines?`, pathRows(game), 1000);
  }
});
