/** Ledger, publish and archive on every engine: one body of tests, real databases. */
import assert from "node:assert/strict";
import { beforeEach, test } from "vitest";
import { onEachEngine } from "../support/engines.ts";
import { Nights } from "../support/nights.ts";
import { dumpArchive, publishedGames, publishedOddsRows } from "../support/published.ts";
import { gameRecord, quoteRecord } from "../support/records.ts";

onEachEngine((databases) => {
  const nights = new Nights(databases, "2026-01-01T00:00:00Z");
  const { fresh, take, publish, night } = nights;
  beforeEach(fresh);
  const games = () => publishedGames(nights.database);
  async function spread() {
    const [row] = await publishedOddsRows(nights.database);
    return row?.spread;
  }

  test("opening a database twice changes nothing", async () => {
    await night(gameRecord());
    const before = await dumpArchive(nights.url);
    await databases.open(nights.url);
    assert.deepEqual(await dumpArchive(nights.url), before);
  });

  test("a game is listed once it is final, with open, close and grades", async () => {
    const { games: scheduled } = await night(gameRecord({ status: "scheduled", home_score: null, away_score: null }));
    assert.equal(scheduled, 0);
    await take(
      quoteRecord(),
      quoteRecord({ captured_at: "2025-01-11T00:29:59Z", line: -6, home_odds: -105, away_odds: -115 }),
      quoteRecord({ captured_at: "2025-01-11T00:30:00Z", line: -9.5 }),
    );
    const report = await night(gameRecord());
    assert.deepEqual([report.games, report.oddsRows, report.changedGames], [1, 1, 1]);
    const [row] = await publishedOddsRows(nights.database);
    assert.deepEqual(row?.spread, {
      open: -5.5,
      close: -6,
      home_juice_open: -110,
      home_juice_close: -105,
      away_juice_open: -110,
      away_juice_close: -115,
    });
    assert.deepEqual(row?.result, { home_covered: null, spread_push: true, went_over: null, total_push: null });
    const [game] = await games();
    assert.deepEqual([game?.game_id, game?.start_time], ["NBA-20250110-NYK-BOS", "2025-01-11T00:30:00.000Z"]);
    assert.deepEqual([game?.result.home_covered, game?.result.favorite], [null, "home"]);
  });

  test("importing the same thing twice changes nothing and makes no revision [D-12]", async () => {
    const records = [gameRecord(), quoteRecord(), quoteRecord({ book: "fanduel" })];
    const first = await take(...records);
    assert.deepEqual([first.accepted, first.unchanged, first.refusedCount], [3, 0, 0]);
    const { revision } = await publish();
    const before = await dumpArchive(nights.url);
    const second = await take(...records, ...records);
    assert.deepEqual([second.accepted, second.unchanged, second.refusedCount], [0, 6, 0]);
    const again = await publish();
    assert.deepEqual([again.revision, again.changedGames], [revision, 0]);
    assert.deepEqual(await dumpArchive(nights.url), before);
    assert.equal((await publish({ all: true })).changedGames, 0);
  });

  test("every order of import gives the same archive", async () => {
    const moved = { event_id: "e2", start_time: "2025-01-12T23:00:00Z" };
    const records = [
      gameRecord(),
      gameRecord({ status: "scheduled", home_score: null, away_score: null, line_score: null }),
      quoteRecord(),
      quoteRecord({ captured_at: "2025-01-10T20:00:00Z", line: -6.5 }),
      quoteRecord({ book: "betmgm", market: "moneyline", line: null, home_odds: -240, away_odds: 200 }),
      gameRecord({ game_id: "g2", game_date: "2025-01-12", start_time: null, status: "final" }),
      quoteRecord({ ...moved, seen_at: "2025-01-12T10:00:00Z", captured_at: "2025-01-12T10:00:00Z" }),
      quoteRecord({
        ...moved,
        start_time: "2025-01-12T23:10:00Z",
        seen_at: "2025-01-12T12:00:00Z",
        captured_at: "2025-01-12T23:05:00Z",
      }),
    ];
    const dumps: string[][] = [];
    for (const order of [records, records.toReversed(), [...records.slice(3), ...records.slice(0, 3)]]) {
      await fresh();
      // One record an import: the order must not matter across nights either.
      for (const record of order) await take(record);
      await publish();
      const starts = (await games()).map(({ start_time: start }) => start);
      assert.deepEqual(starts, ["2025-01-11T00:30:00.000Z", "2025-01-12T23:10:00.000Z"]);
      dumps.push(await dumpArchive(nights.url, { revisions: false }));
    }
    for (const dump of dumps) assert.deepEqual(dump, dumps[0]);
  });

  test("a start that is moved later lets in the captures that were late before", async () => {
    const late = quoteRecord({ captured_at: "2025-01-11T00:40:00Z", line: -7.5 });
    const report = await take(gameRecord(), quoteRecord(), late);
    assert.deepEqual([report.accepted, report.refusedCount], [2, 1]);
    await publish();
    assert.equal((await spread())?.close, -5.5);
    await night(gameRecord({ actual_start_time: "2025-01-11T00:45:00Z" }));
    assert.equal((await spread())?.close, -7.5);
  });

  test("an event listed the other way round is turned to the game's home side", async () => {
    const turned = quoteRecord({ home: "NYK", away: "BOS", line: 5.5, home_odds: -120 });
    await night(gameRecord({ neutral_site: true }), turned);
    const { close, away_juice_close: juice } = (await spread()) ?? {};
    assert.deepEqual([close, juice], [-5.5, -120]);
  });

  test("a published id stays when the start moves to another day [D-1]", async () => {
    await night(gameRecord());
    await night(gameRecord({ game_date: "2025-01-11", start_time: "2025-01-12T00:30:00Z" }));
    const [game, ...others] = await games();
    assert.deepEqual([game?.game_id, game?.game_date], ["NBA-20250110-NYK-BOS", "2025-01-10"]);
    assert.deepEqual([game?.start_time, others], ["2025-01-12T00:30:00.000Z", []]);
  });
});
