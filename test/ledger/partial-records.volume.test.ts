// @module-tag volume
/** A provider's answers tell a part each: none may take away what another one has told of the same state of a game. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { tablesOf } from "../../src/database/engine.ts";
import type { GameRecord } from "../../src/feed/records.ts";
import type { LedgerTables } from "../../src/ledger/tables.ts";
import { onSqlite } from "../support/engines.ts";
import { Nights } from "../support/nights.ts";
import { gameRecord } from "../support/records.ts";
import { share } from "../support/volume.ts";

const details = gameRecord({
  sport: "mlb",
  provider: "mlb-statsapi",
  game_id: "823357",
  season: 2025,
  home: "PIT",
  away: "MIL",
  game_date: "2025-07-10",
  start_time: "2025-07-10T22:40:00Z",
  actual_start_time: "2025-07-10T22:42:00Z",
  line_score: { home: [5, 0, 0, 0, 0, 0, 0, 0, null], away: [4, 0, 0, 0, 0, 0, 0, 0, 0] },
  weather: { temp_f: 81, wind_mph: 4, wind_direction: "Out To CF", condition: "Clear" },
});
const nothing = { line_score: null, overtime: null, referee: null, weather: null, actual_start_time: null } as const;
const plain: GameRecord = { ...details, ...nothing, venue: null, neutral_site: null };
const unplayed = { ...nothing, home_score: null, away_score: null } as const;
const scheduled: GameRecord = { ...details, ...unplayed, status: "scheduled" };

const nextDay = { game_date: "2025-07-11", start_time: "2025-07-11T16:05:00Z" } as const;

onSqlite((databases) => {
  const nights = new Nights(databases, "2026-01-01T00:00:00Z");

  /** The record that the ledger has after imports of one or more records each. */
  async function keptAfter(...imports: readonly (readonly GameRecord[])[]): Promise<GameRecord> {
    await nights.fresh();
    for (const records of imports) await nights.take(...records);
    const tables = tablesOf<LedgerTables>(nights.database.kysely);
    const [row, ...others] = await tables.selectFrom("ledger_records").select("body").execute();
    assert.deepEqual(others, []);
    return JSON.parse(row?.body ?? "") as GameRecord;
  }
  /** What is stated once stays, in whichever order the import comes that says nothing of it, and its members stay in their order. */
  async function staysBeside(stated: GameRecord, silent: GameRecord): Promise<void> {
    assert.deepEqual(await keptAfter([stated], [silent]), stated);
    assert.deepEqual(await keptAfter([silent], [stated]), stated);
    assert.equal(JSON.stringify(await keptAfter([stated], [stated], [silent])), JSON.stringify(stated));
  }

  test("ids at other providers stay when a later import states none, fewer or null, and a new one replaces the old", async () => {
    const stated: GameRecord = { ...details, other_ids: { espn: "401872001", retrosheet: "PIT202507100" } };
    await staysBeside(stated, details);
    assert.deepEqual(await keptAfter([stated], [{ ...details, other_ids: { espn: null } }]), stated);
    const corrected: GameRecord = { ...details, other_ids: { espn: "401872002", the_odds_api: ["e1"] } };
    const { other_ids: others } = await keptAfter([stated], [corrected]);
    assert.deepEqual(others, { espn: "401872002", retrosheet: "PIT202507100", the_odds_api: ["e1"] });
    const beforeMove: GameRecord = { ...scheduled, other_ids: { espn: "401872001" } };
    const { other_ids: afterMove } = await keptAfter([beforeMove], [{ ...scheduled, ...nextDay }]);
    assert.deepEqual(afterMove, { espn: "401872001" }, "of a game that moved");
  });

  test("starters stay when a later import of the same state names none, and a new one replaces his own side's", async () => {
    const lou = { id: "1", name: "Lou Left", hand: "L" } as const;
    const sam = { id: "2", name: "Sam Switch", hand: "S" } as const;
    const stated: GameRecord = { ...details, starters: { home: lou, away: sam } };
    await staysBeside(stated, details);
    const corrected = await keptAfter([stated], [{ ...details, starters: { home: { ...lou, id: "3" }, away: null } }]);
    assert.deepEqual(corrected.starters, { home: { ...lou, id: "3" }, away: sam });
  });

  test("a plain schedule after the details of a game takes nothing away, whatever the order and the imports", async () => {
    await staysBeside(details, plain);
    assert.deepEqual(await keptAfter([details, plain]), details);
    assert.deepEqual(await keptAfter([plain, details]), details);
    assert.deepEqual(await keptAfter([details], [plain], [scheduled], [plain]), details);
  });

  test("a corrected score without details keeps nothing that depends on the score", async () => {
    const corrected: GameRecord = { ...plain, home_score: 6 };
    const kept = await keptAfter([details], [corrected]);
    assert.deepEqual([kept.home_score, kept.line_score, kept.overtime], [6, null, null]);
    assert.deepEqual([kept.referee, kept.weather, kept.venue], [details.referee, details.weather, details.venue]);
  });

  test("what a schedule says of officials and weather does not become a final's, and its venue and start do", async () => {
    const forecast: GameRecord = { ...scheduled, referee: "Somebody Else", weather: details.weather };
    const kept = await keptAfter([forecast], [{ ...plain, start_time: null }]);
    assert.deepEqual([kept.referee, kept.weather, kept.start_time], [null, null, details.start_time]);
    assert.deepEqual(kept.venue, { ...details.venue, indoor: null });
  });

  test("nothing is taken over from another day or from other sides", async () => {
    const swapped: GameRecord = { ...plain, home: "MIL", away: "PIT" };
    for (const other of [{ ...plain, ...nextDay }, swapped])
      assert.deepEqual(await keptAfter([details], [other]), other);
  });

  test("a postponed game is scheduled again on a later day, and old files read again undo nothing", async () => {
    const postponed: GameRecord = { ...scheduled, status: "postponed" };
    const makeup: GameRecord = { ...scheduled, ...nextDay };
    const putOffAgain: GameRecord = { ...makeup, status: "postponed" };
    assert.equal((await keptAfter([scheduled], [postponed], [scheduled])).status, "postponed");
    for (const order of [
      [scheduled, postponed, makeup],
      [makeup, postponed, postponed],
      [postponed, makeup],
      [postponed, scheduled, makeup, postponed],
    ]) {
      assert.deepEqual(await keptAfter(...order.map((record) => [record])), makeup);
      assert.deepEqual(await keptAfter(order), makeup);
    }
    assert.deepEqual(await keptAfter([makeup], [putOffAgain], [makeup], [postponed]), putOffAgain);
    const played: GameRecord = { ...plain, ...nextDay };
    assert.equal((await keptAfter([postponed], [played], [makeup], [putOffAgain])).status, "final");
  });

  test("the parts of a final add up to the same record in any order of imports", async () => {
    const parts = [
      { ...plain, venue: details.venue },
      { ...plain, line_score: details.line_score, overtime: details.overtime },
      { ...plain, referee: details.referee, weather: details.weather },
      { ...plain, actual_start_time: details.actual_start_time, neutral_site: details.neutral_site },
      scheduled,
    ];
    const orders = fc.shuffledSubarray(parts, { minLength: parts.length, maxLength: parts.length });
    await fc.assert(
      fc.asyncProperty(orders, fc.nat({ max: parts.length }), async (order, first) => {
        const twoImports = [order.slice(0, first), order.slice(first)].filter(({ length }) => length > 0);
        assert.deepEqual(await keptAfter(...twoImports), details);
      }),
      { numRuns: share(20) },
    );
  });
});
