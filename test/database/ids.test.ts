/** The ids of games at other sources, from import to the shelf, on every engine. */
import assert from "node:assert/strict";
import { afterAll, beforeAll, describe, test } from "vitest";
import { type Database, openDatabase } from "../../src/database/engine.ts";
import type { FeedRecord } from "../../src/feed/records.ts";
import { importItems } from "../../src/ledger/import.ts";
import { publish } from "../../src/publish/publish.ts";
import { gameIdList } from "../../src/query/games.ts";
import { keyedRows } from "../../src/query/pages.ts";
import { openShelf } from "../../src/query/shelf.ts";
import { engineNames, startEngine, type TestEngine } from "../support/engines.ts";
import { publishedValues } from "../support/published.ts";
import { gameRecord, items, quoteRecord } from "../support/records.ts";

const at = "2026-01-01T00:00:00Z";
const nfl = {
  sport: "nfl",
  ...{ season: 2025, week: 1, game_date: "2025-09-04", start_time: "2025-09-05T00:20:00Z" },
  ...{ home: "PHI", away: "DAL", home_score: 24, away_score: 20, line_score: null },
} as const;
const nflverse = gameRecord({ ...nfl, provider: "nflverse", game_id: "2025_01_DAL_PHI", other_ids: { espn: "1" } });
const espn = gameRecord({ ...nfl, provider: "espn", game_id: "401772510" });
const event = (id: string) =>
  quoteRecord({
    ...{ sport: "nfl", event_id: id, home: "PHI", away: "DAL", start_time: nfl.start_time },
    captured_at: "2025-09-04T12:00:00Z",
  });

for (const name of engineNames) {
  describe(`on ${name}`, () => {
    let engine: TestEngine;
    const opened: Database[] = [];

    beforeAll(async () => {
      engine = await startEngine(name);
    });
    afterAll(async () => {
      for (const database of opened) await database.close();
      await engine.close();
    });

    async function newDatabase(): Promise<Database> {
      const database = await openDatabase(await engine.freshUrl());
      opened.push(database);
      return database;
    }

    async function night(database: Database, ...records: readonly FeedRecord[]): Promise<number> {
      await importItems(database, items(...records), at);
      const { revision } = await publish(database, { all: false, acceptRemovals: false, publishedAt: at });
      return revision ?? assert.fail("nothing was ever published");
    }

    async function idsOf(database: Database): Promise<Readonly<Record<string, unknown>>> {
      const { sports } = (await openShelf(database)).current;
      const anyGame = {
        ...{ season: null, fromDate: null, toDate: null, team: null, home: null, away: null },
        ...{ week: null, seasonType: null, gameId: null },
      };
      const rows = [...keyedRows(gameIdList, sports.nfl.spans, anyGame, null)];
      assert.equal(rows.length, 1);
      return JSON.parse(rows[0]?.row ?? "");
    }

    test("an id that comes in later is published, and nothing else of the game is another one by it", async () => {
      const database = await newDatabase();
      const first = await night(database, nflverse, event("b2"));
      const [before] = await publishedValues(database);
      assert.equal((await idsOf(database)).espn, "1");
      const second = await night(database, espn);
      assert.ok(second > first);
      const { espn: id, nflverse: other, the_odds_api: events } = await idsOf(database);
      assert.deepEqual([id, other, events], ["401772510", "2025_01_DAL_PHI", ["b2"]]);
      const [now] = await publishedValues(database);
      assert.notDeepEqual(now?.ids, before?.ids);
      // The source of the new id states the game's facts, too.
      assert.deepEqual({ ...now, ids: null, statements: null }, { ...before, ids: null, statements: null });
    });

    test("records and events in any order of imports give the same ids, and a second import of all none other", async () => {
      const records = [nflverse, espn, event("b2"), event("a1")];
      const found = new Set<string>();
      for (const order of [records, records.toReversed()]) {
        const database = await newDatabase();
        for (const record of order) await night(database, record);
        found.add(JSON.stringify(await idsOf(database)));
        const last = await night(database);
        assert.equal(await night(database, ...order), last, "nothing has changed");
        found.add(JSON.stringify(await idsOf(database)));
      }
      assert.equal(found.size, 1);
      assert.deepEqual(JSON.parse([...found][0] ?? "").the_odds_api, ["a1", "b2"]);
    });
  });
}
