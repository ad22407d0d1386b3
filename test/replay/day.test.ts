/** Replays of one day. An invented day needs no data besides; a real one is skipped, and says so, where it is absent. */
import assert from "node:assert/strict";
import { afterAll, beforeAll, describe, test } from "vitest";
import { engineNames, startEngine, type TestEngine } from "../support/engines.ts";
import { oddsApiItems, withoutRealData } from "../support/real-data.ts";
import { assertSameArchive } from "../support/replay/archive-compare.ts";
import { importInBulk, isSound, itemsOf } from "../support/replay/bulk-import.ts";
import { killsEvery } from "../support/replay/replay-lives.ts";
import { skipIf } from "../support/skip-if.ts";
import { long, longIf } from "../support/volume.ts";
import { replays } from "./replayed.ts";
import { archiveOf, assertEachListedOnce } from "./week-promises.ts";

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

    test("5 July 2026 of MLB is collected and published as an import of the captured files would have it", {
      ...long,
      ...skipIf(withoutRealData),
    }, async () => {
      const day = await replayed({ name: "MLB day", engine });
      const archive = await archiveOf(day);
      assert.equal(archive.games.size, 15);
      const games = assertEachListedOnce(archive, day.world.finals);
      for (const { id, odds } of games) assert.ok(odds.length >= 10, `${id}: ${odds.length} books`);
      // The captures once more, as files under their own names, which is what an operator would import.
      const files = new Set(day.answers.flatMap(({ endpoint, file }) => (endpoint === "odds" ? (file ?? []) : [])));
      const items = function* () {
        yield* oddsApiItems([...files].filter((file) => file.endsWith(".json.gz")).sort(), "mlb");
        for (const given of day.answers) {
          if (given.endpoint === "schedule" && isSound(given)) yield* itemsOf(day.world, given, day.world.untilMs);
        }
      };
      const filesUrl = await engine.freshUrl();
      await importInBulk(filesUrl, items(), day.world.untilMs);
      await assertSameArchive(day.databaseUrl, filesUrl);
    });
  });
}
