/** The rules of the schedule, without a database: the capture table, and which snapshots a back-fill asks for. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { type PlayedGame, planBackfill } from "../../src/collect/backfill/plan.ts";
import { oddsApiClient } from "../../src/collect/clients/the-odds-api.ts";
import { captureMoments, captureTable, nextCapture } from "../../src/collect/schedule/capture-table.ts";
import type { PairKey } from "../../src/domain/game-ids.ts";
import type { Sport } from "../../src/domain/sports.ts";
import { hourMs, minuteMs } from "../../src/domain/times.ts";

const ms = (time: string): number => Date.parse(time);
const iso = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 16);
const fresh = { lastMs: null, failedMs: null, notBeforeMs: null };

test("whatever the starts of a slate, each game has a capture in its final two minutes, and none comes within a minute of another", () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const noon = ms("2026-07-05T16:00Z");
    const starts = Array.from({ length: 15 }, (_, index) => noon + ((seed * 7919 * (index + 3)) % 600) * minuteMs);
    const moments = captureMoments(starts, fresh, noon - 2 * hourMs, noon + 11 * hourMs);
    const times = moments.map(({ atMs }) => atMs);
    for (const start of starts) {
      const isClosed = times.some((at) => at < start && start - at <= captureTable.close.withinMs);
      assert.ok(isClosed, `seed ${seed}: ${iso(start)}`);
      const lastHour = times.filter((at) => at < start && start - at <= hourMs);
      for (const [index, at] of lastHour.entries()) {
        assert.ok(at - (lastHour[index - 1] ?? start - hourMs) <= 5 * minuteMs, `seed ${seed}: ${iso(at)}`);
      }
    }
    for (const [index, at] of times.entries()) assert.ok(index === 0 || at - (times[index - 1] ?? 0) >= minuteMs);
  }
});

test("after a failure the next try comes sooner than the next capture, at once before a start, and not before the provider's word", () => {
  const now = ms("2026-07-05T12:00Z");
  const next = (startMs: number, state: object) => {
    const due = nextCapture([startMs], { ...fresh, lastMs: now - 30 * minuteMs, failedMs: now, ...state }, now);
    return due === null ? null : (due.atMs - now) / minuteMs;
  };
  assert.equal(next(now + 5 * hourMs, { lastMs: now - hourMs }), 10);
  assert.equal(next(now + 30 * minuteMs, {}), 1);
  assert.equal(next(now + 1.4 * minuteMs, {}), 1);
  assert.equal(next(now + 30 * minuteMs, { notBeforeMs: now + 12 * minuteMs }), 12);
  assert.equal(next(now + 30 * minuteMs, { notBeforeMs: now + 40 * minuteMs }), null);
});

function played(start: string, date: string, pair = "nba:BOS-NYK"): PlayedGame {
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
  const games = starts.map((time) => played(`2025-01-10T${time}Z`, "2025-01-10"));
  const expected = ["2025-01-10T22:59:59 3", "2025-01-10T23:04:59 2", "2025-01-10T23:09:59 1"];
  assert.deepEqual(snapshots("nba", games, "close"), expected);
});

test("games of a day share an opening snapshot at eight in the evening before, in New York, summer and winter", () => {
  const games = [
    played("2025-01-11T00:30:00Z", "2025-01-10"),
    played("2025-01-11T03:00:00Z", "2025-01-10"),
    played("2025-06-06T00:30:00Z", "2025-06-05"),
  ];
  assert.deepEqual(snapshots("nba", games, "open"), ["2025-01-10T01:00:00 2", "2025-06-05T00:00:00 1"]);
});

test("football's games of a week share the opening snapshot of Tuesday noon, unless they began before it", () => {
  const games = [
    played("2025-11-11T16:00:00Z", "2025-11-11"),
    played("2025-11-14T01:15:00Z", "2025-11-13"),
    played("2025-11-16T18:00:00Z", "2025-11-16"),
    played("2025-11-18T01:15:00Z", "2025-11-17"),
    played("2025-11-21T01:15:00Z", "2025-11-20"),
  ];
  assert.deepEqual(snapshots("nfl", games, "open"), ["2025-11-11T17:00:00 3", "2025-11-18T17:00:00 1"]);
});

test("opening, closing and periods come in the order of time, the periods of a game after its closing line", () => {
  const games = [
    played("2023-05-02T23:30:00Z", "2023-05-02"),
    played("2023-05-03T23:30:00Z", "2023-05-03", "nba:MIA-ORL"),
    played("2023-05-03T23:30:00Z", "2023-05-03"),
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
