/** Replays of an invented day, which needs no data besides. */
import assert from "node:assert/strict";
import { afterAll, beforeAll, describe, test } from "vitest";
import { engineNames, startEngine, type TestEngine } from "../support/engines.ts";
import { killsEvery } from "../support/replay/replay-lives.ts";
import { long, longIf } from "../support/volume.ts";
import { replays } from "./replayed.ts";
import { archiveOf } from "./week-promises.ts";

for (const name of engineNames) {
  describe(`a day by itself, on ${name}`, longIf(name === "postgres"), () => {
    const replayed = replays();
    let engine: TestEngine;
    beforeAll(async () => {
      engine = await startEngine(name);
    });
    afterAll(() => engine.close());

    test("an invented day of three games is collected and published as a bulk import would have it", async () => {
      const day = await replayed({ name: "tiny day", engine });
      const { games } = await archiveOf(day);
      assert.deepEqual(
        [...games.values()].map(({ id, game, odds }) => [id, game.away.score, game.home.score, odds.length]),
        [
          ["MLB-20260520-MIL-STL", 4, 3, 11],
          ["MLB-20260520-MIL-STL-2", 10, 2, 11],
          ["MLB-20260520-NYY-TB", 0, 3, 11],
        ],
      );
    });

    test("the same day, every fifth answer failing and the process killed every six hours", long, async () => {
      const faults = { failing: 0.2, older: 0.05, seed: 1 };
      const day = await replayed({ name: "tiny day", engine, faults, kills: (world) => killsEvery(6, world, 1) });
      assert.equal(day.deaths, 3);
      const failed = day.answers.filter(({ failure }) => failure !== null).length;
      assert.ok(failed > 0.1 * day.answers.length, `${failed} of ${day.answers.length} failed`);
      assert.equal((await archiveOf(day)).games.size, 3);
    });
  });
}
