// @module-tag volume
/** `pull`, killed at drawn moments with publishes in between, ends equal to a fresh mirror, and never costs more than it may. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, describe, test } from "vitest";
import { plenty } from "../support/access.ts";
import { testKey } from "../support/offered-files.ts";
import { skipIf } from "../support/skip-if.ts";
import { seed, slowShare } from "../support/volume.ts";
import { contentsOf, MirrorSite, type Sketch, startPython, whyNoPython } from "./mirror-site.ts";

const key = testKey(1);
const seasons = [2023, 2024, 2025];
/** Large enough that a kill meets a file half way. */
const fileBytes = 1_500_000;

const files = (night: number): readonly Sketch[] =>
  (["nfl", "nba"] as const).flatMap((sport) =>
    seasons.map((season) => ({ sport, season, dataSet: "odds", version: season === 2025 ? night : 1, fileBytes })),
  );
const needed = files(1).length + 1;

/** After how many lines of its output a run is killed, and how long after; and whether a night is published then. */
const moments = fc.array(
  fc.record({ afterLines: fc.nat(files(1).length + 1), laterMs: fc.nat(40), isPublished: fc.boolean() }),
  { minLength: 2, maxLength: 4 },
);

describe("pull that is killed", skipIf(whyNoPython()), () => {
  let site: MirrorSite;
  let night = 1;
  beforeAll(async () => {
    site = await MirrorSite.open();
    await site.publish(files(night), key);
  });
  afterAll(() => site[Symbol.asyncDispose]());
  const start = (apiKey: string, to: string) =>
    startPython(["-m", "gradeline", "pull", "nfl,nba", "--max-requests", String(needed), "--to", to], site.env(apiKey));

  test.for(fc.sample(moments, { seed, numRuns: slowShare(20) }).map((drawn, number) => ({ drawn, number })))(
    "at moments $number",
    async ({ drawn, number }) => {
      const to = join(site.folder, `killed ${number}`);
      const { key: apiKey, used } = await site.caller(plenty);
      for (const { afterLines, laterMs, isPublished } of drawn) {
        const before = await used();
        const run = start(apiKey, to);
        await Promise.race([run.lines(afterLines).then(() => sleep(laterMs)), run.ended]);
        run.kill();
        await run.ended;
        const cost = (await used()) - before;
        assert.ok(cost <= needed, `${cost} requests`);
        if (isPublished) await site.publish(files(++night), key);
      }
      const before = await used();
      const last = await start(apiKey, to).ended;
      assert.equal(last.code, 0, last.errors);
      assert.ok((await used()) - before <= needed);
      const fresh = join(site.folder, `fresh ${number}`);
      const whole = await start(apiKey, fresh).ended;
      assert.equal(whole.code, 0, whole.errors);
      assert.deepEqual(contentsOf(to), contentsOf(fresh));
    },
  );
});
