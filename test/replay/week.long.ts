// @module-tag long
/** The replay of a real week at its worst, with captures, starts, finals and nightly publishes. */
import assert from "node:assert/strict";
import { afterAll, beforeAll, describe, test } from "vitest";
import { type Archive, withoutRealData } from "../real/real-data.ts";
import { startEngine, type TestEngine } from "../support/engines.ts";
import { skipIf } from "../support/skip-if.ts";
import { killsEvery } from "./lives.ts";
import type { FaultOrder } from "./providers.ts";
import { type Replayed, replays } from "./replayed.ts";
import { archiveOf, askedBeforeStart, assertEachListedOnce } from "./week-promises.ts";

/** Every fifth answer fails, and one in twenty of the others is older than the newest. */
const faults: FaultOrder = { failing: 0.2, older: 0.05, seed: 11 };

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
    assert.ok(odds.length >= 10, `${id} has the lines of ${odds.length} books`);
  }
  const near = askedBeforeStart(week, games, 15);
  assert.ok(near >= 0.9 * games.length, `lines of ${near} games were captured within 15 minutes of the start`);
}

describe("a week by itself", skipIf(withoutRealData), () => {
  const replayed = replays();
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startEngine("sqlite");
  });
  afterAll(() => engine.close());

  test("a week of MLB, every fifth answer failing and killed every four hours, at each publish too: the archive is that of a bulk import, with every final once and its closes", async () => {
    const week = await replayed({ name: "MLB week", engine, faults, kills: (world) => killsEvery(4, world, 11) });
    const failed = week.answers.filter(({ isFailed }) => isFailed).length / week.answers.length;
    assert.ok(failed > 0.15 && failed < 0.25, `${failed} of the answers failed`);
    assert.ok(week.deaths >= 40, `killed ${week.deaths} times`);
    assertMlbWeek(await archiveOf(week), week);
  });
});
