// @module-tag long
/** The jobs with the client of Python: at most ten lines each, the requests that its page says, and what the whole programs find. */
import assert from "node:assert/strict";
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, test } from "vitest";
import { snippetsOf } from "../support/docs.ts";
import { whyNoPandas } from "../support/sample-runners.ts";
import { skipIf } from "../support/skip-if.ts";
import { openJobs, type Run } from "./jobs-site.ts";

const site = await openJobs();
afterAll(() => site[Symbol.asyncDispose]());
// Programs in Python import what lies beside them.
const python = join(import.meta.dirname, "../../clients/python");
cpSync(join(python, "gradeline"), join(site.folder, "gradeline"), { recursive: true });

const games = await site.rows("/v1/games", { sport: "nfl", season: "2025" });
const runs = new Map<string, Promise<Run>>();
/** What a whole program of test/jobs prints; each is run once. */
async function whole(program: string): Promise<readonly string[]> {
  const run = runs.get(program) ?? site.run(program);
  runs.set(program, run);
  return (await run).lines;
}

// The first fence of the page shows the client, and the mirror is a command.
const programs = snippetsOf("clients/python/README.md").slice(1);
const before =
  'import os\nos.environ.update(GRADELINE_URL=os.environ["BASE_URL"], GRADELINE_API_KEY=os.environ["API_KEY"])\n';

test("there are six programs, each of at most ten lines", () => {
  assert.equal(programs.length, 6);
  for (const { code } of programs) assert.ok(code.trimEnd().split("\n").length <= 10, code);
});

test("each takes the requests that the page says, and finds what the whole programs find", {
  ...skipIf(whyNoPandas),
}, async () => {
  const run = async (place: number, ...words: string[]): Promise<Run> => {
    const file = join(site.folder, `short-${place}.py`);
    writeFileSync(file, before + (programs[place]?.code ?? assert.fail()));
    const ran = await site.run(file, ...words);
    const [, told = String(ran.requests)] = /\b(\d+) requests$/.exec(ran.lines.at(-1) ?? "") ?? [];
    assert.equal(told, String(ran.requests), "it counts as the quota does");
    return ran;
  };
  const underdogs = await run(0);
  assert.deepEqual([underdogs.requests, underdogs.lines], [1, await whole("road-underdogs.ts")]);

  const values = await run(1);
  assert.equal(values.requests, 1);
  for (const [index, told] of (await whole("closing-line-value.ts")).slice(0, 2).entries())
    assert.ok(told.startsWith(values.lines[index] ?? "nothing"), `${told}\n${values.lines[index]}`);

  const movement = await run(2, games.at(-1).game_id);
  assert.equal(movement.requests, 1);
  assert.match(movement.lines.at(-1) ?? "", /\d+ books, \d+ runs, 1 requests$/);

  const season = await run(3);
  assert.equal(season.requests, 20);
  assert.deepEqual(season.lines.slice(0, 4), (await whole("season_with_pandas.py")).slice(0, 4));

  const halves = await run(4);
  assert.equal(halves.requests, 2);
  const [all = ""] = await whole("first-half-totals.ts");
  assert.ok(all.startsWith(halves.lines[0] ?? "nothing"), `${all}\n${halves.lines[0]}`);

  const arbitrage = await run(5);
  const found = (await whole("arbitrage.ts")).flatMap(
    (told) => /^(NFL\S+): .* (\d+\.\d\d%)/.exec(told)?.slice(1).join(": ") ?? [],
  );
  assert.deepEqual([arbitrage.requests, arbitrage.lines.filter((told) => told.startsWith("NFL"))], [6, found]);
});
