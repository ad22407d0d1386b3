/** Which snapshots a back-fill asks for: one for all games that start together, and nothing for what never was. */
import assert from "node:assert/strict";
import { describe, test } from "vitest";
import {
  closingMoments,
  openingMoments,
  type PlayedGame,
  planBackfill,
  playedOf,
} from "../../src/collect/backfill/plan.ts";
import { firstPeriodSnapshotMs, oddsApiClient } from "../../src/collect/clients/the-odds-api.ts";
import { gamesOf } from "../../src/collect/schedule/known-games.ts";
import { type PairKey, pairOf } from "../../src/domain/pairs.ts";
import { gameRecord } from "../support/records.ts";

const now = Date.parse("2026-07-01T00:00:00Z");

function game(start: string, date: string, pair = "nba:BOS-NYK"): PlayedGame {
  return { pair: pair as PairKey, date, number: 1, startMs: Date.parse(start) };
}

const times = (moments: readonly { readonly atMs: number }[]) =>
  moments.map(({ atMs }) => new Date(atMs).toISOString());

describe("moments", () => {
  test("games that start within five minutes share the snapshot of the second before the first of them", () => {
    const starts = ["23:00:00", "23:00:00", "23:04:59", "23:05:00", "23:07:00", "23:10:00"];
    const moments = closingMoments(starts.map((time) => game(`2025-01-10T${time}Z`, "2025-01-10")));
    assert.deepEqual(
      moments.map(({ atMs, games }) => [new Date(atMs).toISOString().slice(11, 19), games.length]),
      [
        ["22:59:59", 3],
        ["23:04:59", 2],
        ["23:09:59", 1],
      ],
    );
  });

  test("games of a day share an opening snapshot at eight in the evening before, in New York, summer and winter", () => {
    const games = [
      game("2025-01-11T00:30:00Z", "2025-01-10"),
      game("2025-01-11T03:00:00Z", "2025-01-10"),
      game("2025-06-06T00:30:00Z", "2025-06-05"),
    ];
    assert.deepEqual(times(openingMoments("nba", games)), ["2025-01-10T01:00:00.000Z", "2025-06-05T00:00:00.000Z"]);
  });

  test("football's games of a week share the opening snapshot of Tuesday noon", () => {
    const games = [
      game("2025-11-14T01:15:00Z", "2025-11-13"),
      game("2025-11-16T18:00:00Z", "2025-11-16"),
      game("2025-11-18T01:15:00Z", "2025-11-17"),
      game("2025-11-21T01:15:00Z", "2025-11-20"),
    ];
    const moments = openingMoments("nfl", games);
    assert.deepEqual(times(moments), ["2025-11-11T17:00:00.000Z", "2025-11-18T17:00:00.000Z"]);
    assert.deepEqual(
      moments.map((moment) => moment.games.length),
      [3, 1],
    );
  });

  test("a game that began before the opening snapshot of its day is not served by it", () => {
    assert.deepEqual(openingMoments("nfl", [game("2025-11-11T16:00:00Z", "2025-11-11")]), []);
  });
});

describe("games", () => {
  const span = { from: "2025-01-10", to: "2025-01-10" };

  test("a game is counted once, however many providers know it, and by the start of the one that is believed", () => {
    const records = [
      gameRecord({ provider: "espn", game_id: "1", start_time: "2025-01-11T00:40:00Z" }),
      gameRecord({ provider: "canonical", game_id: "2", start_time: "2025-01-11T00:30:00Z" }),
    ];
    assert.deepEqual(playedOf(gamesOf(records, [span]), now), {
      games: [
        { pair: pairOf(gameRecord()), date: "2025-01-10", number: 1, startMs: Date.parse("2025-01-11T00:30:00Z") },
      ],
      withoutStart: 0,
    });
  });

  test("both games of a doubleheader are asked for", () => {
    const mlb = { sport: "mlb", home: "PIT", away: "MIL", season: 2025, game_date: "2025-07-11" } as const;
    const records = [
      gameRecord({ ...mlb, game_id: "1", start_time: "2025-07-11T16:05:00Z" }),
      gameRecord({ ...mlb, game_id: "2", start_time: "2025-07-11T20:05:00Z" }),
    ];
    assert.equal(playedOf(gamesOf(records, [{ from: "2025-07-11", to: "2025-07-11" }]), now).games.length, 2);
  });

  test("games that were called off, are on other days or have not begun are left out", () => {
    const records = [
      gameRecord({ game_id: "1", status: "postponed" }),
      gameRecord({ game_id: "2", status: "cancelled", home: "LAL" }),
      gameRecord({ game_id: "3", home: "MIA", game_date: "2025-01-11" }),
      gameRecord({ game_id: "4", home: "ORL", status: "scheduled" }),
    ];
    assert.deepEqual(playedOf(gamesOf(records, [span]), Date.parse("2025-01-10T20:00:00Z")), {
      games: [],
      withoutStart: 0,
    });
  });

  test("a game whose start nobody states is counted, and one that a second provider times is not", () => {
    const records = [
      gameRecord({ game_id: "1", start_time: null }),
      gameRecord({ game_id: "2", start_time: null, home: "MIA" }),
      gameRecord({ game_id: "3", provider: "espn", home: "MIA" }),
    ];
    const { games, withoutStart } = playedOf(gamesOf(records, [span]), now);
    assert.deepEqual([games.length, withoutStart], [1, 1]);
  });

  test("a delayed game is asked for before its first pitch, and one that was five minutes late before its stated start", () => {
    const startOf = (actual: string) =>
      playedOf(gamesOf([gameRecord({ actual_start_time: actual })], [span]), now).games[0]?.startMs;
    assert.equal(startOf("2025-01-11T00:35:00Z"), Date.parse("2025-01-11T00:30:00Z"));
    assert.equal(startOf("2025-01-11T02:10:00Z"), Date.parse("2025-01-11T02:10:00Z"));
  });
});

describe("plan", () => {
  const client = oddsApiClient({ base: "https://odds.example", apiKey: "k3y-123456", regions: ["us"] });
  const games = [
    game("2023-05-02T23:30:00Z", "2023-05-02"),
    game("2023-05-03T23:30:00Z", "2023-05-03", "nba:MIA-ORL"),
    game("2023-05-03T23:30:00Z", "2023-05-03"),
  ];

  test("opening, closing and periods come in the order of time, the periods of a game after its closing line", () => {
    const { steps, tooEarlyForPeriods } = planBackfill(client, games, {
      ...{ sport: "nba", opening: true, periods: true },
      firstPeriodsMs: firstPeriodSnapshotMs,
    });
    assert.deepEqual(
      steps.map(({ kind, atMs }) => `${kind} ${new Date(atMs).toISOString().slice(5, 16)}`),
      [
        "open 05-02T00:00",
        "close 05-02T23:29",
        "open 05-03T00:00",
        "close 05-03T23:29",
        "periods 05-03T23:29",
        "periods 05-03T23:29",
      ],
    );
    assert.equal(tooEarlyForPeriods, 1);
  });

  test("without opening lines and periods there is one request for each distinct start", () => {
    const { steps } = planBackfill(client, games, {
      ...{ sport: "nba", opening: false, periods: false },
      firstPeriodsMs: firstPeriodSnapshotMs,
    });
    assert.deepEqual(
      steps.map(({ kind }) => kind),
      ["close", "close"],
    );
  });
});
