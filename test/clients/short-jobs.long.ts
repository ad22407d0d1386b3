// @module-tag long
/** The seven jobs with the client: at most ten lines each, the requests that the page says, and what the whole programs find. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { afterAll, test } from "vitest";
import { installClient } from "../support/clients/installed.ts";
import { markdownOf, samplesOf } from "../support/docs.ts";
import { openJobs } from "../support/jobs/site.ts";

const page = "docs/api/clients.md";
const programs = join(import.meta.dirname, "../jobs");
const site = await openJobs("full", undefined);
installClient(site.folder);
afterAll(() => site[Symbol.asyncDispose]());

const line = markdownOf(page).slice(0, markdownOf(page).indexOf("## The seven jobs")).split("\n").length;
const jobs = samplesOf(page).filter((sample) => sample.line > line);

/** Runs the job that stands at a place of the page. */
async function run(place: number, ...words: string[]): Promise<{ lines: readonly string[]; requests: number }> {
  const file = join(site.folder, `job-${place}.mts`);
  writeFileSync(file, jobs[place]?.code ?? assert.fail());
  const ran = await site.run(relative(programs, file), ...words);
  assert.match(ran.lines.at(-1) ?? "", new RegExp(`\\b${ran.requests} requests$`), "it counts as the quota does");
  return ran;
}

test("there are seven of them, each of at most ten lines", () => {
  assert.equal(jobs.length, 7);
  for (const { code } of jobs) assert.ok(code.trimEnd().split("\n").length <= 10, code);
});

test("each takes the requests that the page says and finds what the whole program finds", async () => {
  const games = await site.rows("/v1/games", { sport: "nfl", season: "2025" });
  const whole = async (program: string, ...words: string[]) => (await site.run(program, ...words)).lines;

  const underdogs = await run(0);
  assert.deepEqual([underdogs.requests, underdogs.lines], [1, await whole("road-underdogs.ts")]);

  const values = await run(1);
  assert.equal(values.requests, 1);
  for (const [index, told] of (await whole("closing-line-value.ts")).slice(0, 2).entries())
    assert.ok(told.startsWith(values.lines[index] ?? "nothing"), `${told}\n${values.lines[index]}`);

  const movement = await run(2, games.at(-1).game_id);
  assert.equal(movement.requests, 1);

  const joined = await run(3);
  const odds = await site.rows("/v1/odds", { sport: "nfl", season: "2025" });
  assert.equal(joined.requests, 2 + Math.ceil(odds.length / 1000));
  assert.match(
    joined.lines[0] ?? "",
    new RegExp(`^${games.length} games, ${odds.length} rows of odds, \\d+ games without`),
  );

  const halves = await run(4);
  assert.equal(halves.requests, 2);
  const [all = ""] = await whole("first-half-totals.ts");
  assert.ok(all.startsWith(halves.lines[0] ?? "nothing"), `${all}\n${halves.lines[0]}`);

  const arbitrage = await run(6);
  const found = (await whole("arbitrage.ts")).flatMap(
    (told) => /^(NFL\S+): .* (\d+\.\d\d%)/.exec(told)?.slice(1).join(": ") ?? [],
  );
  assert.deepEqual([arbitrage.requests, arbitrage.lines.slice(0, -1)], [8, found]);
});
