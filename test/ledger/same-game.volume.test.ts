// @module-tag volume
/** Providers that date, number or call off a game in different ways still speak of one game [D-44]. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { beforeEach, test } from "vitest";
import type { SeasonRow } from "../../src/contract/lists/reference.ts";
import type { GameRecord } from "../../src/feed/records.ts";
import { PublishRefused } from "../../src/publish/findings.ts";
import { onSqlite } from "../support/engines.ts";
import { Nights } from "../support/nights.ts";
import { publishedGames, publishedLeagues } from "../support/published.ts";
import { gameRecord, quoteRecord } from "../support/records.ts";
import { share } from "../support/volume.ts";

const nothing = { line_score: null, overtime: null, referee: null, venue: null } as const;

/** Game 1 of the Eastern final of 2025: 20 May in Raleigh, and 21 May in UTC. */
const nhl = gameRecord({
  ...nothing,
  sport: "nhl",
  season: 2025,
  season_type: "postseason",
  home: "CAR",
  away: "FLA",
  home_score: 2,
  away_score: 5,
  provider: "nhl-api",
  game_id: "2024030311",
  game_date: "2025-05-20",
  start_time: "2025-05-21T00:00:00Z",
});
const byUtc: GameRecord = {
  ...nhl,
  provider: "espn",
  game_id: "401773111",
  game_date: "2025-05-21",
  referee: "W. McCauley",
};

const teams = { sport: "mlb", home: "BOS", away: "NYY" } as const;
const mlb = { ...nothing, ...teams, season: 2025, game_date: "2025-07-04" } as const;

onSqlite((databases) => {
  const nights = new Nights(databases, "2026-01-01T00:00:00Z");
  const { fresh, take, night, publish } = nights;
  beforeEach(fresh);

  const games = () => publishedGames(nights.database);
  const ids = async (): Promise<string[]> => (await games()).map(({ game_id: id }) => id);
  /** The id of each game, and what some provider alone knows of it. */
  const known = async (): Promise<string[]> =>
    (await games()).map(({ game_id: id, game_date: date, referee }) => `${id} of ${date}, ${referee}`);
  const season = async (): Promise<SeasonRow | undefined> => (await publishedLeagues(nights.database)).seasons[0]?.row;

  test("a game that one provider dates by UTC is listed once, with what both know, in every order of imports", async () => {
    const canonical: GameRecord = { ...byUtc, provider: "canonical", game_id: "c1" };
    for (const other of [byUtc, canonical]) {
      for (const order of [
        [nhl, other],
        [other, nhl],
      ]) {
        await fresh();
        await night(...order);
        assert.deepEqual(await known(), ["NHL-20250520-FLA-CAR of 2025-05-20, W. McCauley"]);
        assert.equal((await season())?.games, 1);
      }
    }
  });

  test("a game that was published under the other date keeps that id when the second provider comes", async () => {
    await night(byUtc);
    const before = await games();
    assert.equal(before[0]?.game_id, "NHL-20250521-FLA-CAR");
    await night(nhl);
    assert.deepEqual(await games(), before);
  });

  test("of two rows that were published for one start the better ranked provider's stays, with the operator's word", async () => {
    // Published while the second provider had no start yet, which an older release took for another game.
    await night(nhl, { ...byUtc, game_date: "2025-05-22", start_time: "2025-05-23T00:00:00Z" });
    assert.deepEqual(await ids(), ["NHL-20250520-FLA-CAR", "NHL-20250522-FLA-CAR"]);
    const error: unknown = await night(byUtc).catch((thrown: unknown) => thrown);
    assert.ok(error instanceof PublishRefused);
    const moved = /NHL-20250522-FLA-CAR: .*espn moved its record, which is NHL-20250520-FLA-CAR/;
    assert.match(error.problems.join(), moved);
    await publish({ acceptRemovals: true });
    assert.deepEqual(await ids(), ["NHL-20250520-FLA-CAR"]);
  });

  test("games of one pair on two days stay two, whatever providers list them", async () => {
    const second = { ...nhl, game_id: "2", game_date: "2025-05-22", start_time: "2025-05-23T00:00:00Z" };
    const secondByUtc = { ...byUtc, game_id: "e2", game_date: "2025-05-23", start_time: "2025-05-23T00:05:00Z" };
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([nhl, byUtc, second, secondByUtc], { minLength: 4 }), async (order) => {
        await fresh();
        for (const record of order) await take(record);
        await publish();
        assert.deepEqual(await ids(), ["NHL-20250520-FLA-CAR", "NHL-20250522-FLA-CAR"]);
      }),
      { numRuns: share(8) },
    );
  });

  test("of a doubleheader a provider that lists one game means the one of its number or start", async () => {
    const statsapi = [1, 2].map((number) =>
      gameRecord({
        ...mlb,
        provider: "mlb-statsapi",
        game_id: `${number}`,
        game_number: number,
        home_score: number,
        away_score: 9,
        start_time: `2025-07-04T${number === 1 ? 17 : 23}:05:00Z`,
      }),
    );
    for (const own of [
      { game_number: 2, start_time: null },
      { game_number: null, start_time: "2025-07-04T23:07:00Z" },
    ]) {
      await fresh();
      const score = { home_score: 2, away_score: 9 };
      const espn = gameRecord({ ...mlb, ...own, ...score, provider: "espn", game_id: "e2", referee: "P. Umpire" });
      assert.deepEqual((await night(...statsapi, espn)).held, []);
      assert.deepEqual(await known(), [
        "MLB-20250704-NYY-BOS of 2025-07-04, null",
        "MLB-20250704-NYY-BOS-2 of 2025-07-04, P. Umpire",
      ]);
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
      quoteRecord({ ...teams, line: -1.5, start_time: second, captured_at: "2025-07-04T15:00:00Z" }),
    ];
    for (const order of [records, records.toReversed()]) {
      await fresh();
      assert.deepEqual((await night(...order)).held, []);
      const [game, ...others] = await games();
      assert.deepEqual(others, []);
      assert.deepEqual([game?.game_id, game?.start_time], ["MLB-20250704-NYY-BOS", "2025-07-04T23:05:00.000Z"]);
      assert.equal(game?.consensus?.spread.close, -1.5);
      assert.equal((await season())?.status, "published");
    }
  });

  test("a final of football without a start takes that of a provider that dates it by UTC", async () => {
    const ncaaf = { ...nothing, sport: "ncaaf", season: 2024, week: 1, home: "USU", away: "RMU" } as const;
    const byUtc = { game_date: "2024-09-01", start_time: "2024-09-01T00:00:00Z" };
    await night(
      gameRecord({ ...ncaaf, provider: "cfbd", game_id: "c", game_date: "2024-08-31", start_time: null }),
      gameRecord({ ...ncaaf, ...byUtc, provider: "espn", game_id: "e" }),
    );
    const [game, ...others] = await games();
    assert.deepEqual(others, []);
    assert.deepEqual([game?.game_id, game?.start_time], ["NCAAF-20240831-RMU-USU", "2024-09-01T00:00:00.000Z"]);
  });
});
