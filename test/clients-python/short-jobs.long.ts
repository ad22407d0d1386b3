// @module-tag long
/** The seven jobs with the Python client: at most ten lines each, the requests that its page says, and what the whole programs find. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { afterAll, test } from "vitest";
import { samplesOf } from "../support/docs.ts";
import { openJobs } from "../support/jobs/site.ts";
import { skipIf } from "../support/skip-if.ts";
import { clientFolder } from "./mirror-site.ts";

const python = ["/usr/bin/python3", "python3"].find(
  (command) => spawnSync(command, ["-c", "import pandas"]).status === 0,
);
const site = await openJobs("full", python);
afterAll(() => site[Symbol.asyncDispose]());
// Programs import what lies beside them.
cpSync(join(clientFolder, "gradeline"), join(site.folder, "gradeline"), { recursive: true });

const programs = join(import.meta.dirname, "../jobs");
/** The first fence of the page shows the client, the others are jobs; the mirror is a command. */
const jobs = samplesOf("clients/python/README.md").slice(1);
const settings =
  'import os\nos.environ.update(GRADELINE_URL=os.environ["BASE_URL"], GRADELINE_API_KEY=os.environ["API_KEY"])\n';

async function run(place: number, ...words: string[]) {
  const file = join(site.folder, `job-${place}.py`);
  writeFileSync(file, settings + (jobs[place]?.code ?? assert.fail()));
  return site.run(relative(programs, file), ...words);
}
const whole = async (program: string, ...words: string[]) => (await site.run(program, ...words)).lines;
const noPandas = "no python3 here can import pandas (Debian: apt-get install python3-pandas)";

test("there are six programs beside the command, each of at most ten lines", () => {
  assert.equal(jobs.length, 6);
  for (const { code } of jobs) assert.ok(code.trimEnd().split("\n").length <= 10, code);
});

test(
  "each takes the requests that the page says and finds what the whole program finds",
  skipIf(python === undefined && noPandas),
  async () => {
    const underdogs = await run(0);
    assert.deepEqual([underdogs.requests, underdogs.lines], [1, await whole("road-underdogs.ts")]);

    const values = await run(1);
    assert.equal(values.requests, 1);
    for (const [index, told] of (await whole("closing-line-value.ts")).slice(0, 2).entries())
      assert.ok(told.startsWith(values.lines[index] ?? "nothing"), `${told}\n${values.lines[index]}`);

    const games = await site.rows("/v1/games", { sport: "nfl", season: "2025" });
    const movement = await run(2, games.at(-1).game_id);
    assert.deepEqual(
      [movement.requests, /^\d+ books, \d+ runs, 1 requests$/.test(movement.lines.at(-1) ?? "")],
      [1, true],
    );

    const frames = await run(3);
    assert.deepEqual(frames.lines.slice(0, 4), (await whole("season_with_pandas.py")).slice(0, 4));
    assert.equal(frames.requests, 21);

    const halves = await run(4);
    assert.equal(halves.requests, 2);
    const [all = ""] = await whole("first-half-totals.ts");
    assert.ok(all.startsWith(halves.lines[0] ?? "nothing"), `${all}\n${halves.lines[0]}`);

    const arbitrage = await run(5);
    const found = (await whole("arbitrage.ts")).flatMap(
      (told) => /^(NFL\S+): .* (\d+\.\d\d%)/.exec(told)?.slice(1).join(": ") ?? [],
    );
    assert.deepEqual([arbitrage.requests, arbitrage.lines.filter((line) => line !== "")], [8, found]);
  },
);
