/** Which snapshots a back-fill asks for: one for all games that start together, and nothing for what never was. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { type PlayedGame, planBackfill } from "../../src/collect/backfill/plan.ts";
import { oddsApiClient } from "../../src/collect/clients/the-odds-api.ts";
import type { PairKey } from "../../src/domain/game-ids.ts";
import type { Sport } from "../../src/domain/sports.ts";

function game(start: string, date: string, pair = "nba:BOS-NYK"): PlayedGame {
  return { pair: pair as PairKey, date, number: 1, startMs: Date.parse(start) };
}

const client = oddsApiClient({ base: "https://odds.example", apiKey: "k3y-123456", regions: ["us"] });
const plan = (sport: Sport, games: readonly PlayedGame[], wanted: { opening: boolean; periods: boolean }) =>
  planBackfill(client, games, { sport, ...wanted });

/** The snapshots of one kind, each with its moment and the number of games that it serves. */
const snapshots = (sport: Sport, games: readonly PlayedGame[], wanted: "open" | "close") =>
  plan(sport, games, { opening: wanted === "open", periods: false }).steps.flatMap((step) =>
    step.kind === wanted ? [`${new Date(step.atMs).toISOString().slice(0, 19)} ${step.games.length}`] : [],
  );

test("games that start within five minutes share the snapshot of the second before the first of them", () => {
  const starts = ["23:00:00", "23:00:00", "23:04:59", "23:05:00", "23:07:00", "23:10:00"];
  const games = starts.map((time) => game(`2025-01-10T${time}Z`, "2025-01-10"));
  const expected = ["2025-01-10T22:59:59 3", "2025-01-10T23:04:59 2", "2025-01-10T23:09:59 1"];
  assert.deepEqual(snapshots("nba", games, "close"), expected);
});

test("games of a day share an opening snapshot at eight in the evening before, in New York, summer and winter", () => {
  const games = [
    game("2025-01-11T00:30:00Z", "2025-01-10"),
    game("2025-01-11T03:00:00Z", "2025-01-10"),
    game("2025-06-06T00:30:00Z", "2025-06-05"),
  ];
  assert.deepEqual(snapshots("nba", games, "open"), ["2025-01-10T01:00:00 2", "2025-06-05T00:00:00 1"]);
});

test("football's games of a week share the opening snapshot of Tuesday noon, unless they began before it", () => {
  const games = [
    game("2025-11-11T16:00:00Z", "2025-11-11"),
    game("2025-11-14T01:15:00Z", "2025-11-13"),
    game("2025-11-16T18:00:00Z", "2025-11-16"),
    game("2025-11-18T01:15:00Z", "2025-11-17"),
    game("2025-11-21T01:15:00Z", "2025-11-20"),
  ];
  assert.deepEqual(snapshots("nfl", games, "open"), ["2025-11-11T17:00:00 3", "2025-11-18T17:00:00 1"]);
});

test("opening, closing and periods come in the order of time, the periods of a game after its closing line", () => {
  const games = [
    game("2023-05-02T23:30:00Z", "2023-05-02"),
    game("2023-05-03T23:30:00Z", "2023-05-03", "nba:MIA-ORL"),
    game("2023-05-03T23:30:00Z", "2023-05-03"),
  ];
  const { steps, tooEarlyForPeriods } = plan("nba", games, { opening: true, periods: true });
  assert.deepEqual(
    steps.map(({ kind, atMs }) => `${kind} ${new Date(atMs).toISOString().slice(5, 16)}`),
    [
      ...["open 05-02T00:00", "close 05-02T23:29", "open 05-03T00:00", "close 05-03T23:29"],
      ...["periods 05-03T23:29", "periods 05-03T23:29"],
    ],
  );
  assert.equal(tooEarlyForPeriods, 1);
});
