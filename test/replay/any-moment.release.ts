/**
 * The invented day, every fifth answer failing and the process killed at any moments, for many seeds: `npm run test:release`.
 * A seed that failed is tried again with `SEED=7 npm run test:release -- test/replay/any-moment`.
 */
import assert from "node:assert/strict";
import { afterAll, beforeAll, describe, test } from "vitest";
import { engineNames, startEngine, type TestEngine } from "../support/engines.ts";
import { killsAnyTime } from "../support/replay/replay-lives.ts";
import { replays } from "./replayed.ts";
import { archiveOf, assertEachListedOnce } from "./week-promises.ts";

const kills = 8;
const seeds =
  process.env.SEED === undefined ? Array.from({ length: 20 }, (_, seed) => seed) : [Number(process.env.SEED)];

for (const name of engineNames) {
  describe(`a day in which the process dies at any moment, on ${name}`, () => {
    const replayed = replays();
    let engine: TestEngine;
    beforeAll(async () => {
      engine = await startEngine(name);
    });
    afterAll(() => engine.close());

    for (const seed of seeds) {
      test(`seed ${seed}: the archive is that of a bulk import, and every final is in it`, async () => {
        const faults = { failing: 0.2, older: 0.05, seed };
        const day = await replayed({
          ...{ name: "tiny day", engine, faults },
          kills: (world) => killsAnyTime(kills, world, seed),
        });
        assert.ok(day.deaths > 0, "nobody was killed");
        assertEachListedOnce(await archiveOf(day), day.world.finals);
      });
    }
  });
}
