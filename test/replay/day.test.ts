/** Replays of a recorded day with a doubleheader, whose first game is a makeup. */
import assert from "node:assert/strict";
import { afterAll, beforeAll, describe, test } from "vitest";
import { withoutRealData } from "../real/real-data.ts";
import { engineNames, startEngine, type TestEngine } from "../support/engines.ts";
import { skipIf } from "../support/skip-if.ts";
import { long, longIf } from "../support/volume.ts";
import { killsEvery } from "./lives.ts";
import { type Replayed, replays } from "./replayed.ts";
import { archiveOf, assertEachListedOnce } from "./week-promises.ts";

async function assertDay(day: Replayed): Promise<void> {
  const games = assertEachListedOnce(
    await archiveOf(day),
    day.world.finals.filter(({ date }) => date === "2026-07-07"),
  );
  assert.equal(games.length, 16);
  assert.equal(games.filter(({ id }) => id.startsWith("MLB-20260707-MIL-STL")).length, 2);
  for (const { id, odds } of games) assert.ok(odds.length >= 10, `${id} has the lines of ${odds.length} books`);
}

for (const name of engineNames) {
  describe(`a day by itself, on ${name}`, { ...skipIf(withoutRealData), ...longIf(name === "postgres") }, () => {
    const replayed = replays();
    let engine: TestEngine;
    beforeAll(async () => {
      engine = await startEngine(name);
    });
    afterAll(() => engine.close());

    test("a day of MLB is collected and published as a bulk import would have it", async () => {
      await assertDay(await replayed({ name: "MLB day", engine }));
    });

    test("the same day, every fifth answer failing and the process killed every six hours", long, async () => {
      const faults = { failing: 0.2, older: 0.05, seed: 1 };
      const day = await replayed({ name: "MLB day", engine, faults, kills: (world) => killsEvery(6, world, 1) });
      assert.equal(day.deaths, 3);
      const failed = day.answers.filter(({ isFailed }) => isFailed).length;
      assert.ok(failed > 0.1 * day.answers.length, `${failed} of ${day.answers.length} failed`);
      await assertDay(day);
    });
  });
}
