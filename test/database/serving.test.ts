/** Keys and the shelf on every engine: what a server asks of the database, on real ones. */
import assert from "node:assert/strict";
import { afterAll, beforeAll, describe, test } from "vitest";
import { type Database, openDatabase } from "../../src/database/engine.ts";
import type { FeedRecord } from "../../src/feed/records.ts";
import { importItems } from "../../src/ledger/import.ts";
import { publish } from "../../src/publish/publish.ts";
import { gamesPage } from "../../src/query/pages.ts";
import { NoSuchGame } from "../../src/query/refusals.ts";
import { openShelf } from "../../src/query/shelf.ts";
import { engineNames, startEngine, type TestEngine } from "../support/engines.ts";
import { gameRecord, items, quoteRecord } from "../support/records.ts";

const at = "2026-01-01T00:00:00Z";
const anyGame = {
  season: null,
  fromDate: null,
  toDate: null,
  team: null,
  home: null,
  away: null,
  week: null,
  seasonType: null,
  gameId: null,
} as const;

for (const name of engineNames) {
  describe(`on ${name}`, () => {
    let engine: TestEngine;
    let database: Database;

    beforeAll(async () => {
      engine = await startEngine(name);
      database = await openDatabase(await engine.freshUrl());
    });
    afterAll(async () => {
      await database?.close();
      await engine.close();
    });

    const night = async (...records: readonly FeedRecord[]): Promise<void> => {
      await importItems(database, items(...records), at);
      await publish(database, { all: false, acceptRemovals: false, publishedAt: at });
    };

    test("the shelf lists games by start and id, takes over a new revision, and reads a whole game", async () => {
      const other = { game_id: "g2", home: "BKN", away: "MIA" } as const;
      await night(gameRecord(), gameRecord(other), quoteRecord());
      const shelf = await openShelf(database);
      const ids = (): string[] => {
        const page = gamesPage(shelf.current.sports.nba.spans, anyGame, { after: null, limit: 10, format: "json" });
        return JSON.parse(`[${page.pieces.join(",")}]`).map((game: { game_id: string }) => game.game_id);
      };
      assert.deepEqual(ids(), ["NBA-20250110-MIA-BKN", "NBA-20250110-NYK-BOS"]);
      assert.equal(await shelf.refresh(), false);
      const begunWith = shelf.current;
      await night(gameRecord({ game_id: "g3", game_date: "2025-01-09", start_time: "2025-01-10T00:30:00Z" }));
      assert.equal(await shelf.refresh(), true);
      assert.deepEqual(ids(), ["NBA-20250109-NYK-BOS", "NBA-20250110-MIA-BKN", "NBA-20250110-NYK-BOS"]);
      assert.equal(begunWith.sports.nba.seasons[0]?.gameIds.length, 2);
      const detail = shelf.detail(shelf.current, "NBA-20250110-NYK-BOS");
      const { books, period_scores } = JSON.parse(String(detail));
      assert.equal(books[0].book, "draftkings");
      assert.deepEqual(period_scores.q1, { home: 30, away: 24 });
      assert.throws(() => shelf.detail(shelf.current, "NBA-20250110-BOS-NYK"), NoSuchGame);
    });
  });
}
