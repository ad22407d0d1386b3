/** What another version, with wider bounds, has let into the ledger is not served, and stops no night: it is left out and told of. */
import assert from "node:assert/strict";
import { test } from "vitest";
import type { OddsRow } from "../../src/contract/lists/odds.ts";
import type { Database } from "../../src/database/engine.ts";
import { readCanonical } from "../../src/feed/canonical.ts";
import type { FeedRecord } from "../../src/feed/records.ts";
import { importItems } from "../../src/ledger/import.ts";
import { type PublishOptions, publish } from "../../src/publish/publish.ts";
import { onEachEngine } from "../support/fresh-databases.ts";
import { keepDoubted } from "../support/keep-doubted.ts";
import { publishedGames, publishedLeagues, publishedOddsRows } from "../support/published.ts";
import { gameRecord, items, quoteRecord } from "../support/records.ts";

const now = "2026-01-01T00:00:00Z";
const nowMs = Date.parse(now);

/** Records that no gate of today has seen. */
const bad = {
  score: gameRecord({ game_id: "score", game_date: "2025-01-11", home: "MIA", home_score: 1e12, line_score: null }),
  nul: gameRecord({ game_id: "nul", game_date: "2025-01-12", home: "CHI", referee: "A\u0000B" }),
  surrogate: gameRecord({ game_id: "half", game_date: "2025-01-13", home: "DAL", referee: "A\ud800B" }),
  future: gameRecord({ game_id: "future", game_date: "2027-01-10", season: 2027, home: "DEN" }),
  year9999: gameRecord({ game_id: "9999", game_date: "9999-01-10", season: 9999, home: "DEN" }),
  offDate: gameRecord({ game_id: "off", game_date: "2025-01-14", start_time: "2025-05-14T23:00:00Z", home: "ATL" }),
} as const;

onEachEngine(
  (databases) => {
    async function fresh(...records: readonly FeedRecord[]): Promise<Database> {
      const { database } = await databases.fresh();
      await importItems(database, items(...records), now);
      return database;
    }
    const night = (database: Database, changes: Partial<PublishOptions> = {}) =>
      publish(database, { all: false, acceptRemovals: false, publishedAt: now, ...changes });
    async function oddsRows(database: Database): Promise<OddsRow[]> {
      return (await publishedOddsRows(database)).sort((a, b) => a.book_id - b.book_id);
    }

    test("through the gate, what is wrong is refused by its reason, and what is right is published as it was", async () => {
      const records = [
        gameRecord(),
        quoteRecord({ line: -5.25, home_odds: -200_000, away_odds: 13_000 }),
        quoteRecord({ captured_at: "2025-01-10T16:00:00Z", home_odds: 3_000_000_000 }),
        quoteRecord({ captured_at: "2025-01-10T16:00:00Z", line: 1e308 }),
        quoteRecord({ captured_at: "1970-01-01T00:00:00Z" }),
        ...Object.values(bad),
      ];
      const lines = records.map((record) => JSON.stringify(record));
      const database = await fresh();
      const report = await importItems(database, readCanonical(lines, { file: "f.ndjson", nowMs }), now);
      assert.equal(report.accepted, 2);
      const counts = Object.entries(report.summary().refused).map(([reason, each]) => [reason, each?.count]);
      assert.deepEqual(Object.fromEntries(counts), {
        "out-of-bounds": 4,
        "captured-too-early": 1,
        text: 2,
        "in-the-future": 1,
        "start-off-date": 1,
      });
      assert.match(JSON.stringify(report.refusals), /f\.ndjson, line 3, field home_odds: must be <= 1000000/);
      await keepDoubted(database, "NBA-20250110-NYK-BOS");
      const { leftOut } = await night(database);
      assert.deepEqual(leftOut, []);
      const [row, ...others] = await oddsRows(database);
      assert.equal(others.length, 0);
      assert.deepEqual(row?.spread, {
        ...{ open: -5.25, close: -5.25, home_juice_open: -200_000, home_juice_close: -200_000 },
        ...{ away_juice_open: 13_000, away_juice_close: 13_000 },
      });
    });

    test("games outside the bounds are left out with a line each, and the night goes on", async () => {
      const database = await fresh(gameRecord(), quoteRecord(), ...Object.values(bad));
      const report = await night(database);
      assert.deepEqual(
        (await publishedGames(database)).map((each) => each.game_id),
        ["NBA-20250110-NYK-BOS"],
      );
      assert.equal(report.leftOut.length, Object.keys(bad).length);
      for (const says of [
        /^game score of canonical, field home_score: 1000000000000 is outside 0 to 280/,
        /^game nul of canonical, field referee: has characters that are not text: "A\\u0000B"$/,
        /^game half of canonical, field referee: has characters that are not text/,
        /^game future of canonical, field game_date: final on 2027-01-10, still to come$/,
        /^game 9999 of canonical, field game_date: /,
        /^game off of canonical, field start_time: 2025-05-14T23:00:00Z is more than a day from/,
      ]) {
        assert.ok(
          report.leftOut.some((line) => says.test(line)),
          `${says} in\n${report.leftOut.join("\n")}`,
        );
      }
      const { seasons } = await publishedLeagues(database);
      assert.deepEqual(
        seasons.map(({ row }) => row.season),
        [2025],
      );
    });

    test("quotes outside the bounds are in no line, and the game is published without them", async () => {
      const early = { captured_at: "2025-01-10T10:00:00Z" };
      const late = { captured_at: "2025-01-11T00:20:00Z" };
      const database = await fresh(
        gameRecord(),
        quoteRecord(),
        // 3000000000 in 32 bits.
        quoteRecord({ ...late, home_odds: -1_294_967_296 }),
        quoteRecord({ ...early, line: 1e308 }),
        quoteRecord({ captured_at: "1970-01-01T00:00:00Z", line: -40 }),
        quoteRecord({ ...late, book: "fanduel", market: "total", line: 5000, home_odds: null, away_odds: null }),
      );
      const report = await night(database);
      assert.deepEqual(report.leftOut, [
        "NBA-20250110-NYK-BOS: 4 quotes of event e1, the first draftkings full spread: " +
          "captured at 1970-01-01T00:00:00.000Z, too long before the start",
      ]);
      const [row, ...others] = await oddsRows(database);
      assert.equal(others.length, 0);
      assert.deepEqual([row?.book, row?.spread.open, row?.spread.close], ["draftkings", -5.5, -5.5]);
      assert.deepEqual([row?.spread.home_juice_open, row?.spread.home_juice_close], [-110, -110]);
    });

    test("facts of teams and venues outside the bounds are not served", async () => {
      const database = await fresh(
        gameRecord({ venue: { venue_id: "v", name: null, city: null, indoor: null } }),
        {
          ...{ type: "team", provider: "office", sport: "nba", abbreviation: "BOS" },
          ...{ city: "Bos\u202eton", conference: null, division: null, logo_url: "javascript:alert(1)" },
        },
        { type: "venue", provider: "canonical", venue_id: "v", name: "TD\u0000Garden", city: "Boston", indoor: true },
        { type: "season", provider: "office", sport: "nba", season: 9999, complete: false },
      );
      const report = await night(database);
      assert.deepEqual(report.leftOut.map((line) => line.replace(/:.*/, "")).sort(), [
        "a season of office, field season",
        "a team of office, field city",
        "a venue of canonical, field name",
      ]);
      const { teams } = await publishedLeagues(database);
      const ofBoston = teams.filter(({ abbreviation }) => abbreviation === "BOS");
      assert.deepEqual([...new Set(ofBoston.map(({ city }) => city))], ["Boston"]);
      assert.doesNotMatch(JSON.stringify(teams), /javascript/);
      assert.equal((await publishedGames(database))[0]?.venue?.name, null);
    });

    test("a clock that was set back takes nothing out of the archive", async () => {
      const database = await fresh(gameRecord(), quoteRecord());
      await night(database);
      const before = await publishedGames(database);
      const report = await night(database, { publishedAt: "2020-01-01T00:00:00Z", all: true });
      assert.deepEqual([report.leftOut, report.changedGames], [[], 0]);
      assert.deepEqual(await publishedGames(database), before);
    });

    test("an event that was seen in the future is not asked for the start, and its captures stand", async () => {
      const strange = quoteRecord({ seen_at: "9999-01-01T00:00:00Z", start_time: "2025-01-11T01:00:00Z" });
      const database = await fresh(gameRecord(), strange);
      const report = await night(database);
      assert.deepEqual(report.leftOut, [
        "event e1 of the-odds-api was seen at 9999-01-01T00:00:00.000Z, still to come: its start is not believed",
      ]);
      assert.equal((await publishedGames(database))[0]?.start_time, "2025-01-11T00:30:00.000Z");
      assert.equal((await oddsRows(database))[0]?.spread.close, -5.5);
      const withoutStart = await fresh(gameRecord({ start_time: null }), strange);
      assert.match((await night(withoutStart)).leftOut.join("\n"), /NYK-BOS: has no start that can be believed$/m);
      assert.deepEqual(await publishedGames(withoutStart), []);
    });

    test("a suspended game keeps its first start, also when its end is all that a provider tells of [D-4, D-44]", async () => {
      const wentOn = { actual_start_time: "2025-01-13T18:00:00Z" };
      const database = await fresh(
        gameRecord(wentOn),
        quoteRecord(),
        quoteRecord({ captured_at: "2025-01-12T12:00:00Z", line: -9.5 }),
      );
      assert.deepEqual((await night(database)).leftOut, []);
      assert.equal((await publishedGames(database))[0]?.start_time, "2025-01-11T00:30:00.000Z");
      assert.equal((await oddsRows(database))[0]?.spread.close, -5.5);
      // The first record knows no start: that of the day when it went on is not taken for it.
      const begun = gameRecord({ status: "suspended", home_score: null, away_score: null, start_time: null });
      const ended = gameRecord({ game_date: "2025-01-13", start_time: "2025-01-13T18:00:00Z" });
      const other = await fresh(begun, ended, quoteRecord());
      assert.deepEqual((await night(other)).leftOut, []);
      assert.deepEqual(
        (await publishedGames(other)).map((each) => [each.game_id, each.start_time]),
        [["NBA-20250110-NYK-BOS", "2025-01-11T00:30:00.000Z"]],
      );
    });

    test("of more games than a day can have, those whose id nobody could ask for are left out", async () => {
      const many = Array.from({ length: 11 }, (_, index) =>
        gameRecord({
          sport: "mlb",
          away: "NYY",
          game_date: "2025-07-04",
          game_id: `g${10 + index}`,
          start_time: `2025-07-04T${10 + index}:00:00Z`,
          // A final of the same teams with the same score would be a repetition.
          home_score: 2 + index,
          away_score: 1,
        }),
      );
      const report = await night(await fresh(...many));
      assert.equal(report.games, 9);
      assert.equal(report.leftOut.filter((line) => /more games than a day can have/.test(line)).length, 2);
    });
  },
  { title: "a ledger of wider bounds" },
);
