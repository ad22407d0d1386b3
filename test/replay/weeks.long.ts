// @module-tag long
/**
 * Replays of two real weeks, with captures, starts, finals and nightly publishes. With REPLAY=all, each trouble is tried apart from the others too, as before a release.
 */
import assert from "node:assert/strict";
import { afterAll, beforeAll, describe, test } from "vitest";
import { type EngineName, engineNames, startEngine, type TestEngine } from "../support/engines.ts";
import { type Archive, type ArchivedGame, withoutRealData } from "../support/real-data.ts";
import type { FaultOrder } from "../support/replay/provider-faults.ts";
import { killsEvery } from "../support/replay/replay-lives.ts";
import type { ReplayWorld } from "../support/replay/replay-world.ts";
import { skipIf } from "../support/skip-if.ts";
import { type Replayed, replays } from "./replayed.ts";
import { archiveOf, assertEachListedOnce, minutesOfClose } from "./week-promises.ts";

const { REPLAY: wanted } = process.env;

/** Every fifth answer fails, and one in twenty of the others is older than the newest. */
const faults: FaultOrder = { failing: 0.2, older: 0.05, seed: 11 };
const everySixHours = (world: ReplayWorld) => killsEvery(6, world, 11);

/** Finals of the MLB week that may have the lines of fewer than ten books: there are none. */
const exceptions: readonly string[] = [];

/** Every final of the week is listed once, doubleheaders as two games each, and each has the lines of ten books. */
function assertMlbWeek(archive: Archive, week: Replayed): void {
  const { finals } = week.world;
  assert.equal(finals.length, 112);
  const games = assertEachListedOnce(archive, finals);
  assert.equal(archive.games.size, 112, "the two postponed games are not listed");
  const doubles = [...archive.games.keys()].filter((id) => /20260707-MIL-STL|20260711-MIL-PIT/.test(id));
  assert.deepEqual(doubles, [
    "MLB-20260707-MIL-STL",
    "MLB-20260707-MIL-STL-2",
    "MLB-20260711-MIL-PIT",
    "MLB-20260711-MIL-PIT-2",
  ]);
  for (const { id, odds } of games) {
    if (!exceptions.includes(id)) assert.ok(odds.length >= 10, `${id} has the lines of ${odds.length} books`);
  }
  assertCloses(games, week);
}

/** Closing captures of nine in ten games lie within 15 minutes of the start. */
function assertCloses(games: readonly ArchivedGame[], week: Replayed): void {
  const minutes = [...minutesOfClose(week, games).values()];
  const near = minutes.filter((each) => each <= 15).length;
  assert.ok(near >= 0.9 * minutes.length, `${near} of ${minutes.length} games`);
}

/** Every final of the week is listed once. NFL 2025 was captured from eleven books, of which not all price every game. */
function assertNflGames(archive: Archive, { world }: Replayed): void {
  assert.equal(world.finals.length, 28);
  const games = assertEachListedOnce(archive, world.finals);
  for (const { id, odds } of games) assert.ok(odds.length >= 8, `${id} has the lines of ${odds.length} books`);
}

/** The engines that a week runs on with REPLAY=all alone. */
const all = (engines: readonly EngineName[]): readonly EngineName[] => (wanted === "all" ? engines : []);

/** The long run has the worst of one week and the best of another; releases have all. PostgreSQL takes twice as long. */
const trials = [
  { world: "MLB week", trouble: "undisturbed", on: all(["sqlite"]) },
  { world: "MLB week", trouble: "every fifth answer failing", faults, on: all(["sqlite"]) },
  { world: "MLB week", trouble: "killed every six hours", kills: everySixHours, on: all(["sqlite"]) },
  {
    world: "MLB week",
    trouble: "every fifth answer failing and killed every six hours",
    faults,
    kills: everySixHours,
    on: ["sqlite", ...all(["postgres"])],
  },
  { world: "NFL week", trouble: "undisturbed", on: ["sqlite"] },
  {
    world: "NFL week",
    trouble: "every fifth answer failing and killed every six hours",
    faults,
    kills: everySixHours,
    on: all(["sqlite", "postgres"]),
  },
] as const;

describe("a week by itself", skipIf(withoutRealData), () => {
  for (const name of engineNames.filter((each) => trials.some(({ on }) => on.some((engine) => engine === each)))) {
    describe(`on ${name}`, () => {
      const replayed = replays();
      let engine: TestEngine;
      beforeAll(async () => {
        engine = await startEngine(name);
      });
      afterAll(() => engine.close());

      for (const { world, trouble, on, ...given } of trials) {
        if (!on.some((each) => each === name)) continue;
        test(`the ${world}, ${trouble}: the archive is that of a bulk import, with every final once and its closes`, async (t) => {
          const week = await replayed({ name: world, engine, ...given });
          const seconds = week.seconds.toFixed(1);
          t.annotate(
            `${name}, ${world}, ${trouble}: ${week.answers.length} answers, ${week.deaths} deaths, ${seconds} s`,
          );
          if ("faults" in given) assertFaults(week);
          if ("kills" in given) assert.ok(week.deaths >= 30, `killed ${week.deaths} times`);
          const archive = await archiveOf(week);
          if (world === "NFL week") assertNflGames(archive, week);
          else assertMlbWeek(archive, week);
        });
      }
    });
  }
});

function assertFaults({ answers }: Replayed): void {
  const failed = answers.filter(({ failure }) => failure !== null).length;
  assert.ok(failed > 0.15 * answers.length && failed < 0.25 * answers.length, `${failed} of ${answers.length} failed`);
}
