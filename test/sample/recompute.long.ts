// @module-tag long
/** The published sample, computed again from its own rows by code that shares nothing with the rules. */
import assert from "node:assert/strict";
import { afterAll, beforeAll, test } from "vitest";
import { sampleRecords } from "../../sample/src/sample.ts";
import type { Game } from "../../src/contract/lists/games.ts";
import { type Database, openDatabase } from "../../src/database/engine.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import { importItems } from "../../src/ledger/import.ts";
import { publish } from "../../src/publish/publish.ts";
import type { PublishReport } from "../../src/publish/publish-report.ts";
import { gameOf, type RenderedLines, renderLines } from "../../src/release/render.ts";
import { publishedValues } from "../support/published.ts";
import { recomputeGame } from "../support/recompute.ts";

let database: Database;
let report: PublishReport;
const games: ({ readonly game: Game } & RenderedLines)[] = [];

function* items(): Generator<FeedItem> {
  for (const record of sampleRecords({ seed: 1, extent: "start" })) yield { record };
}

beforeAll(async () => {
  database = await openDatabase(":memory:");
  await importItems(database, items(), "2026-10-28T12:00:00Z");
  report = await publish(database, { all: false, acceptRemovals: false, publishedAt: "2026-10-28T12:00:00Z" });
  for (const values of await publishedValues(database)) {
    games.push({ game: gameOf(values.facts), ...renderLines(values) });
  }
});
afterAll(() => database.close());

test("every final game of the sample is published, none without its period scores", () => {
  assert.deepEqual(report.refused, []);
  assert.deepEqual(report.withheld, []);
  assert.ok(games.length >= 1000);
  assert.equal(games.length, report.games);
});

test("consensus, favorite and flags computed again from the published rows agree for every game", () => {
  assert.deepEqual(
    games.flatMap(({ game, odds }) => recomputeGame(game, odds)),
    [],
  );
});

test("the books of a game's detail are its odds rows, in order of book id [D-22]", () => {
  for (const { extras, odds } of games) {
    assert.deepEqual(
      extras.books.map((book) => [book.book_id, book.moneyline, book.spread, book.total]),
      odds.map((row) => [row.book_id, row.moneyline, row.spread, row.total]),
    );
  }
});
