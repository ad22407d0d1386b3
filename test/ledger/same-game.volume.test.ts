// @module-tag volume
/** Providers that date, number or call off a game in different ways still speak of one game [D-44]. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, test } from "vitest";
import type { SeasonRow } from "../../src/contract/lists/reference.ts";
import { type Database, openDatabase } from "../../src/database/engine.ts";
import type { FeedRecord, GameRecord } from "../../src/feed/records.ts";
import { importItems } from "../../src/ledger/import.ts";
import { PublishRefused, type PublishReport } from "../../src/publish/findings.ts";
import { publish } from "../../src/publish/publish.ts";
import { publishedGames, publishedLeagues } from "../support/published.ts";
import { gameRecord, items, quoteRecord } from "../support/records.ts";
import { share } from "../support/volume.ts";

const at = "2026-01-01T00:00:00Z";
const nothing = { line_score: null, overtime: null, referee: null, venue: null } as const;

/** Game 1 of the Eastern final of 2025: 20 May in Raleigh, and 21 May in UTC. */
const nhl = gameRecord({
  ...nothing,
  ...{ sport: "nhl", season: 2025, season_type: "postseason", home: "CAR", away: "FLA", home_score: 2, away_score: 5 },
  ...{ provider: "nhl-api", game_id: "2024030311", game_date: "2025-05-20", start_time: "2025-05-21T00:00:00Z" },
});
const byUtc: GameRecord = {
  ...nhl,
  provider: "espn",
  game_id: "401773111",
  game_date: "2025-05-21",
  referee: "W. McCauley",
};

const mlb = { ...nothing, sport: "mlb", season: 2025, home: "BOS", away: "NYY", game_date: "2025-07-04" } as const;

describe("one game of several providers", () => {
  let folder: string;
  let count = 0;
  const opened: Database[] = [];
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "gradeline-same-game-"));
  });
  afterAll(async () => {
    for (const database of opened) await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function fresh(): Promise<Database> {
    count += 1;
    const database = await openDatabase(join(folder, `${count}.db`));
    opened.push(database);
    return database;
  }
  async function night(database: Database, records: readonly FeedRecord[], accept = false): Promise<PublishReport> {
    await importItems(database, items(...records), at);
    return publish(database, { all: false, acceptRemovals: accept, publishedAt: at });
  }
  async function ids(database: Database): Promise<string[]> {
    return (await publishedGames(database)).map(({ game_id }) => game_id);
  }
  async function season(database: Database): Promise<SeasonRow | undefined> {
    const { seasons } = await publishedLeagues(database);
    return seasons[0]?.row;
  }

  test("a game that one provider dates by UTC is listed once, with what both know, in every order of imports", async () => {
    const canonical: GameRecord = { ...byUtc, provider: "canonical", game_id: "c1" };
    for (const other of [byUtc, canonical]) {
      for (const order of [
        [nhl, other],
        [other, nhl],
      ]) {
        const database = await fresh();
        await night(database, order);
        const listed = await publishedGames(database);
        assert.deepEqual(
          listed.map(({ game_id, game_date, referee }) => [game_id, game_date, referee]),
          [["NHL-20250520-FLA-CAR", "2025-05-20", "W. McCauley"]],
        );
        assert.equal((await season(database))?.games, 1);
      }
    }
  });

  test("a game that was published under the other date keeps that id when the second provider comes", async () => {
    const database = await fresh();
    await night(database, [byUtc]);
    const before = await publishedGames(database);
    assert.equal(before[0]?.game_id, "NHL-20250521-FLA-CAR");
    await night(database, [nhl]);
    assert.deepEqual(await publishedGames(database), before);
  });

  test("of two rows that were published for one start the better ranked provider's stays, with the operator's word", async () => {
    const database = await fresh();
    // Published while the second provider had no start yet, which an older release took for another game.
    await night(database, [nhl, { ...byUtc, game_date: "2025-05-22", start_time: "2025-05-23T00:00:00Z" }]);
    assert.deepEqual(await ids(database), ["NHL-20250520-FLA-CAR", "NHL-20250522-FLA-CAR"]);
    await assert.rejects(night(database, [byUtc]), (error: unknown) => {
      assert.ok(error instanceof PublishRefused);
      assert.match(
        error.problems.join(),
        /NHL-20250522-FLA-CAR: .*espn moved its record, which is NHL-20250520-FLA-CAR/,
      );
      return true;
    });
    await night(database, [], true);
    assert.deepEqual(await ids(database), ["NHL-20250520-FLA-CAR"]);
  });

  test("games of one pair on two days stay two, whatever providers list them", async () => {
    const second: GameRecord = {
      ...nhl,
      game_id: "2024030312",
      game_date: "2025-05-22",
      start_time: "2025-05-23T00:00:00Z",
    };
    const secondByUtc: GameRecord = {
      ...byUtc,
      game_id: "401773112",
      game_date: "2025-05-23",
      start_time: "2025-05-23T00:05:00Z",
    };
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([nhl, byUtc, second, secondByUtc], { minLength: 4 }), async (order) => {
        const database = await fresh();
        for (const record of order) await importItems(database, items(record), at);
        await night(database, []);
        assert.deepEqual(await ids(database), ["NHL-20250520-FLA-CAR", "NHL-20250522-FLA-CAR"]);
      }),
      { numRuns: share(8) },
    );
  });

  test("of a doubleheader a provider that lists one game means the one of its number or start", async () => {
    const statsapi = [1, 2].map((number) =>
      gameRecord({
        ...mlb,
        ...{ provider: "mlb-statsapi", game_id: `${number}`, game_number: number, home_score: number, away_score: 9 },
        start_time: `2025-07-04T${number === 1 ? 17 : 23}:05:00Z`,
      }),
    );
    for (const own of [
      { game_number: 2, start_time: null },
      { game_number: null, start_time: "2025-07-04T23:07:00Z" },
    ]) {
      const database = await fresh();
      const espn = {
        ...mlb,
        provider: "espn",
        game_id: "e2",
        home_score: 2,
        away_score: 9,
        referee: "P. Umpire",
        ...own,
      };
      const { held } = await night(database, [...statsapi, gameRecord(espn)]);
      assert.deepEqual(held, []);
      assert.deepEqual(
        (await publishedGames(database)).map(({ game_id, referee }) => [game_id, referee]),
        [
          ["MLB-20250704-NYY-BOS", null],
          ["MLB-20250704-NYY-BOS-2", "P. Umpire"],
        ],
      );
    }
  });

  test("a game that one provider cancels and another one still lists is not waited for, and prices find the other game", async () => {
    const off = { home_score: null, away_score: null } as const;
    const [first, second] = ["2025-07-04T17:05:00Z", "2025-07-04T23:05:00Z"];
    const records = [
      gameRecord({ ...mlb, ...off, provider: "mlb-statsapi", game_id: "1", start_time: first, status: "cancelled" }),
      gameRecord({ ...mlb, provider: "mlb-statsapi", game_id: "2", start_time: second }),
      gameRecord({ ...mlb, ...off, provider: "espn", game_id: "e1", start_time: first, status: "scheduled" }),
      gameRecord({ ...mlb, provider: "espn", game_id: "e2", start_time: second }),
      quoteRecord({
        sport: "mlb",
        home: "BOS",
        away: "NYY",
        line: -1.5,
        start_time: second,
        captured_at: "2025-07-04T15:00:00Z",
      }),
    ];
    for (const order of [records, records.toReversed()]) {
      const database = await fresh();
      const { held } = await night(database, order);
      assert.deepEqual(held, []);
      const [game, ...others] = await publishedGames(database);
      assert.equal(others.length, 0);
      assert.deepEqual([game?.game_id, game?.start_time], ["MLB-20250704-NYY-BOS", "2025-07-04T23:05:00.000Z"]);
      assert.equal(game?.consensus?.spread.close, -1.5);
      assert.equal((await season(database))?.status, "published");
    }
  });

  test("a final of football without a start takes that of a provider that dates it by UTC", async () => {
    const ncaaf = { ...nothing, sport: "ncaaf", season: 2024, week: 1, home: "USU", away: "RMU" } as const;
    const database = await fresh();
    await night(database, [
      gameRecord({ ...ncaaf, provider: "cfbd", game_id: "c", game_date: "2024-08-31", start_time: null }),
      gameRecord({
        ...ncaaf,
        provider: "espn",
        game_id: "e",
        game_date: "2024-09-01",
        start_time: "2024-09-01T00:00:00Z",
      }),
    ]);
    const listed = await publishedGames(database);
    assert.deepEqual(
      listed.map(({ game_id, start_time }) => [game_id, start_time]),
      [["NCAAF-20240831-RMU-USU", "2024-09-01T00:00:00.000Z"]],
    );
  });
});
