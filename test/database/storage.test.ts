/** Ledger, publish and archive on every engine: one body of tests, real databases. */
import assert from "node:assert/strict";
import { test } from "vitest";
import type { Game } from "../../src/contract/lists/games.ts";
import type { OddsRow } from "../../src/contract/lists/odds.ts";
import type { Database } from "../../src/database/engine.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import { importItems } from "../../src/ledger/import.ts";
import { publish } from "../../src/publish/publish.ts";
import { gameOf } from "../../src/release/render.ts";
import { onEachEngine } from "../support/engines.ts";
import { dumpArchive, publishedOddsRows, publishedValues } from "../support/published.ts";
import { gameRecord, items, quoteRecord } from "../support/records.ts";

const at = "2026-01-01T00:00:00Z";

onEachEngine((databases) => {
  let url: string;

  async function fresh(): Promise<Database> {
    const made = await databases.fresh();
    url = made.url;
    return made.database;
  }
  const take = (database: Database, taken: readonly FeedItem[]) => importItems(database, taken, at);
  const publishNight = (database: Database, changes: { all?: boolean; acceptRemovals?: boolean } = {}) =>
    publish(database, { all: false, acceptRemovals: false, publishedAt: at, ...changes });
  async function games(database: Database): Promise<Game[]> {
    const values = await publishedValues(database);
    return values
      .map(({ facts }) => gameOf(facts))
      .sort((a, b) => Date.parse(a.start_time) - Date.parse(b.start_time) || (a.game_id < b.game_id ? -1 : 1));
  }
  async function oddsRows(database: Database): Promise<OddsRow[]> {
    return (await publishedOddsRows(database)).sort((a, b) => a.book_id - b.book_id);
  }

  test("opening a database twice changes nothing", async () => {
    const database = await fresh();
    await take(database, items(gameRecord()));
    await publishNight(database);
    const before = await dumpArchive(url);
    await databases.open(url);
    assert.deepEqual(await dumpArchive(url), before);
  });

  test("a game is listed once it is final, with open, close and grades", async () => {
    const database = await fresh();
    await take(database, items(gameRecord({ status: "scheduled", home_score: null, away_score: null })));
    assert.equal((await publishNight(database)).games, 0);
    await take(
      database,
      items(
        quoteRecord(),
        quoteRecord({ captured_at: "2025-01-11T00:29:59Z", line: -6, home_odds: -105, away_odds: -115 }),
        quoteRecord({ captured_at: "2025-01-11T00:30:00Z", line: -9.5 }),
      ),
    );
    await take(database, items(gameRecord()));
    const report = await publishNight(database);
    assert.deepEqual([report.games, report.oddsRows, report.changedGames], [1, 1, 1]);
    const [row] = await oddsRows(database);
    assert.deepEqual(row?.spread, {
      open: -5.5,
      close: -6,
      home_juice_open: -110,
      home_juice_close: -105,
      away_juice_open: -110,
      away_juice_close: -115,
    });
    assert.deepEqual(row?.result, { home_covered: null, spread_push: true, went_over: null, total_push: null });
    const [game] = await games(database);
    assert.equal(game?.game_id, "NBA-20250110-NYK-BOS");
    assert.equal(game?.start_time, "2025-01-11T00:30:00.000Z");
    assert.equal(game?.result.home_covered, null);
    assert.equal(game?.result.favorite, "home");
  });

  test("importing the same thing twice changes nothing and makes no revision [D-12]", async () => {
    const database = await fresh();
    const night = items(gameRecord(), quoteRecord(), quoteRecord({ book: "fanduel" }));
    const first = await take(database, night);
    assert.deepEqual([first.accepted, first.unchanged, first.refusedCount], [3, 0, 0]);
    const published = await publishNight(database);
    const before = await dumpArchive(url);
    const second = await take(database, [...night, ...night]);
    assert.deepEqual([second.accepted, second.unchanged, second.refusedCount], [0, 6, 0]);
    const again = await publishNight(database);
    assert.equal(again.revision, published.revision);
    assert.equal(again.changedGames, 0);
    assert.deepEqual(await dumpArchive(url), before);
    assert.equal((await publishNight(database, { all: true })).changedGames, 0);
  });

  test("every order of import gives the same archive", async () => {
    const records = items(
      gameRecord(),
      gameRecord({ status: "scheduled", home_score: null, away_score: null, line_score: null }),
      quoteRecord(),
      quoteRecord({ captured_at: "2025-01-10T20:00:00Z", line: -6.5 }),
      quoteRecord({ book: "betmgm", market: "moneyline", line: null, home_odds: -240, away_odds: 200 }),
      gameRecord({ game_id: "g2", game_date: "2025-01-12", start_time: null, status: "final" }),
      quoteRecord({
        event_id: "e2",
        start_time: "2025-01-12T23:00:00Z",
        seen_at: "2025-01-12T10:00:00Z",
        captured_at: "2025-01-12T10:00:00Z",
      }),
      quoteRecord({
        event_id: "e2",
        start_time: "2025-01-12T23:10:00Z",
        seen_at: "2025-01-12T12:00:00Z",
        captured_at: "2025-01-12T23:05:00Z",
      }),
    );
    const dumps: string[][] = [];
    for (const order of [records, records.toReversed(), [...records.slice(3), ...records.slice(0, 3)]]) {
      const database = await fresh();
      // One record an import: the order must not matter across nights either.
      for (const item of order) await take(database, [item]);
      await publishNight(database);
      assert.equal((await games(database)).length, 2);
      assert.deepEqual(
        (await games(database)).map((game) => game.start_time),
        ["2025-01-11T00:30:00.000Z", "2025-01-12T23:10:00.000Z"],
      );
      dumps.push(await dumpArchive(url, { revisions: false }));
    }
    assert.deepEqual(dumps[1], dumps[0]);
    assert.deepEqual(dumps[2], dumps[0]);
  });

  test("a start that is moved later lets in the captures that were late before", async () => {
    const database = await fresh();
    const late = quoteRecord({ captured_at: "2025-01-11T00:40:00Z", line: -7.5 });
    const report = await take(database, items(gameRecord(), quoteRecord(), late));
    assert.deepEqual([report.accepted, report.refusedCount], [2, 1]);
    await publishNight(database);
    assert.equal((await oddsRows(database))[0]?.spread.close, -5.5);
    await take(database, items(gameRecord({ actual_start_time: "2025-01-11T00:45:00Z" })));
    await publishNight(database);
    assert.equal((await oddsRows(database))[0]?.spread.close, -7.5);
  });

  test("an event listed the other way round is turned to the game's home side", async () => {
    const database = await fresh();
    await take(
      database,
      items(gameRecord({ neutral_site: true }), quoteRecord({ home: "NYK", away: "BOS", line: 5.5, home_odds: -120 })),
    );
    await publishNight(database);
    const [row] = await oddsRows(database);
    assert.equal(row?.spread.close, -5.5);
    assert.equal(row?.spread.away_juice_close, -120);
  });

  test("a published id stays when the start moves to another day [D-1]", async () => {
    const database = await fresh();
    await take(database, items(gameRecord()));
    await publishNight(database);
    await take(database, items(gameRecord({ game_date: "2025-01-11", start_time: "2025-01-12T00:30:00Z" })));
    await publishNight(database);
    assert.deepEqual(
      (await games(database)).map((game) => [game.game_id, game.game_date, game.start_time]),
      [["NBA-20250110-NYK-BOS", "2025-01-10", "2025-01-12T00:30:00.000Z"]],
    );
  });
});
