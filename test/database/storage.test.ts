/** Ledger, publish and archive on every engine: one body of tests, real databases. */
import assert from "node:assert/strict";
import { beforeEach, test } from "vitest";
import { onEachEngine } from "../support/engines.ts";
import { Nights } from "../support/nights.ts";
import { dumpArchive, publishedOddsRows } from "../support/published.ts";
import { gameRecord, quoteRecord } from "../support/records.ts";

onEachEngine((databases) => {
  const nights = new Nights(databases, "2026-01-01T00:00:00Z");
  const { fresh, take, publish, night } = nights;
  beforeEach(fresh);
  async function spread() {
    const [row] = await publishedOddsRows(nights.database);
    return row?.spread;
  }

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
});
