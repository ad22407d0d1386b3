/**
 * Replays of two real weeks, with captures, starts, finals and nightly publishes. They take minutes, so they run where
 * REPLAY=weeks says so, as CI does.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { engineNames, startEngine, type TestEngine } from "../support/engines.ts";
import { type Archive, withoutRealData } from "../support/real-data.ts";
import type { FaultOrder } from "../support/replay/provider-faults.ts";
import { killsEvery } from "../support/replay/replay-lives.ts";
import type { ReplayWorld } from "../support/replay/replay-world.ts";
import { type Replayed, replays } from "./replayed.ts";
import { archiveOf, assertEachListedOnce, minutesOfClose } from "./week-promises.ts";

const withoutWeeks = process.env.REPLAY === "weeks" ? withoutRealData : "skipped: the weeks run with REPLAY=weeks";

/** Every fifth answer fails, and one in twenty of the others is older than the newest. */
const faults: FaultOrder = { failing: 0.2, older: 0.05, seed: 11 };
const everySixHours = (world: ReplayWorld) => killsEvery(6, world, 11);

/** Finals of the MLB week with fewer than ten books, and games whose last capture was more than 15 minutes early: none. */
const exceptions: readonly string[] = [];

/** Every final of the week is listed once, doubleheaders as two games each, and none but the finals. */
function assertMlbGames(archive: Archive, { world }: Replayed): void {
  assert.equal(world.finals.length, 112);
  assertEachListedOnce(archive, world.finals);
  assert.equal(archive.games.size, 112, "the two postponed games and the exhibition are not listed");
  const doubles = [...archive.games.keys()].filter((id) => /20260707-MIL-STL|20260711-MIL-PIT/.test(id));
  assert.deepEqual(doubles, [
    "MLB-20260707-MIL-STL",
    "MLB-20260707-MIL-STL-2",
    "MLB-20260711-MIL-PIT",
    "MLB-20260711-MIL-PIT-2",
  ]);
}

function assertBooks(archive: Archive): void {
  for (const { id, odds } of archive.games.values()) {
    if (!exceptions.includes(id)) assert.ok(odds.length >= 10, `${id} has the lines of ${odds.length} books`);
  }
}

/** Closing captures of nine in ten games lie within 15 minutes of the start. */
function assertCloses(archive: Archive, replayed: Replayed): void {
  const minutes = [...minutesOfClose(replayed, [...archive.games.values()]).values()];
  const near = minutes.filter((each) => each <= 15).length;
  assert.ok(near >= 0.9 * minutes.length, `${near} of ${minutes.length} games`);
}

/** Every final of the week is listed once, and the games of the season before it are there too. */
function assertNflGames(archive: Archive, { world }: Replayed): void {
  assert.equal(world.finals.length, 28);
  const games = assertEachListedOnce(archive, world.finals);
  for (const { id, odds } of games) assert.ok(odds.length >= 8, `${id} has the lines of ${odds.length} books`);
}

for (const name of engineNames) {
  describe(`weeks by themselves, on ${name}`, { skip: withoutWeeks }, () => {
    const replayed = replays();
    let engine: TestEngine;
    before(async () => {
      engine = await startEngine(name);
    });
    after(() => engine.close());

    test("MLB, 5 to 12 July 2026: every final once, with ten books, and closes within 15 minutes of the start", async (t) => {
      const week = await replayed({ name: "MLB week", engine });
      t.diagnostic(`${week.answers.length} answers in ${week.seconds.toFixed(1)} s`);
      const archive = await archiveOf(week);
      assertMlbGames(archive, week);
      assertBooks(archive);
      assertCloses(archive, week);
    });

    test("the same MLB week, every fifth answer failing: no final is missing after the last publish", async (t) => {
      const week = await replayed({ name: "MLB week", engine, faults });
      t.diagnostic(`${week.answers.length} answers in ${week.seconds.toFixed(1)} s`);
      assertFaults(week);
      const archive = await archiveOf(week);
      assertMlbGames(archive, week);
      assertBooks(archive);
      assertCloses(archive, week);
    });

    test("the same MLB week, the process killed every six hours: nothing is missing either", async (t) => {
      const week = await replayed({ name: "MLB week", engine, kills: everySixHours });
      t.diagnostic(`${week.answers.length} answers, ${week.deaths} deaths in ${week.seconds.toFixed(1)} s`);
      assert.ok(week.deaths >= 30, `killed ${week.deaths} times`);
      const archive = await archiveOf(week);
      assertMlbGames(archive, week);
      assertBooks(archive);
      assertCloses(archive, week);
    });

    test("NFL, 16 to 24 November 2025: every final of the week once", async (t) => {
      const week = await replayed({ name: "NFL week", engine });
      t.diagnostic(`${week.answers.length} answers in ${week.seconds.toFixed(1)} s`);
      assertNflGames(await archiveOf(week), week);
    });

    test("the same NFL week, every fifth answer failing and the process killed every six hours", async (t) => {
      const week = await replayed({ name: "NFL week", engine, faults, kills: everySixHours });
      t.diagnostic(`${week.answers.length} answers, ${week.deaths} deaths in ${week.seconds.toFixed(1)} s`);
      assertFaults(week);
      assert.ok(week.deaths >= 30, `killed ${week.deaths} times`);
      assertNflGames(await archiveOf(week), week);
    });
  });
}

function assertFaults({ answers }: Replayed): void {
  const failed = answers.filter(({ failure }) => failure !== null).length;
  assert.ok(failed > 0.15 * answers.length && failed < 0.25 * answers.length, `${failed} of ${answers.length} failed`);
}
