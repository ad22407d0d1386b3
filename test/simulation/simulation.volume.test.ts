// @module-tag volume
/**
 * Tests the simulation (docs/simulation.md): every seed of every world keeps every promise, a seed always gives the
 * same run, and faults that are made on purpose are found. `SIMULATION=many` runs four times as many seeds.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, test } from "vitest";
import { shellEnvironment } from "../support/documented-server.ts";
import { snippetsUnder } from "../support/snippets.ts";
import { long, share, some } from "../support/volume.ts";
import { mutations } from "./mutations.ts";
import type { MutationResult } from "./run-mutations.ts";
import type { WorldResult } from "./run-seeds.ts";
import { worlds } from "./worlds.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");
const isMany = process.env.SIMULATION === "many";
const mostMs = isMany ? 900_000 : 300_000;

/**
 * Runs the simulation in a separate process, because it replaces Node's clocks, timers and sockets. Returns its lines
 * even when it found a failure.
 */
async function simulate<Line>(...given: readonly string[]): Promise<Line[]> {
  const options = { cwd: root, env: { ...process.env, SEED: undefined }, timeout: mostMs, maxBuffer: 2 ** 26 };
  const { stdout } = await run(process.execPath, ["test/simulation/run.ts", "--json", ...given], options).catch(
    (error: { readonly code?: unknown; readonly stdout?: string; readonly stderr?: string }) => {
      // Without a line of its own it did not fail a promise: it could not be run, and says why.
      if (error.code !== 1 || !error.stdout) throw error;
      return { stdout: error.stdout };
    },
  );
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

async function simulateOne(...given: readonly string[]): Promise<WorldResult> {
  const [result] = await simulate<WorldResult>(...given);
  assert.ok(result);
  return result;
}

/** Runs a command as a user types it; resolves with its output even when it fails. */
async function type(command: string): Promise<{ readonly code: number; readonly text: string }> {
  const options = { cwd: root, env: shellEnvironment({}), timeout: mostMs };
  return run("bash", ["-c", `set -euo pipefail\n${command}`], options).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stdout }: { readonly code: number; readonly stdout: string }) => ({ code, text: stdout }),
  );
}

describe("in worlds where everything goes wrong", () => {
  for (const [name, { about, seeds, manySeeds }] of some(Object.entries(worlds))) {
    test(`${about}: every promise holds in every seed`, async (context) => {
      const count = isMany ? manySeeds : share(seeds);
      const result = await simulateOne(name, "--seeds", String(count));
      const failed = result.failed.map(
        ({ seed, violation }) => `SEED=${seed} npm run simulate -- ${name}\n  shows: ${violation}`,
      );
      assert.deepEqual(failed, [], failed.join("\n"));
      assert.equal(result.seeds, count);
      assert.ok(result.asks > 10 * count, `${result.asks} requests`);
      context.annotate(`${result.seeds} seeds, ${result.asks} requests, ${result.seconds.toFixed(1)} s`);
    });
  }
});

test("a seed is what happens: alone, after others and in another process it is the same", long, async () => {
  const results = await simulate<WorldResult>("--seeds", "3");
  assert.deepEqual(results.map(({ world }) => world).toSorted(), Object.keys(worlds).toSorted());
  const third = await simulate<WorldResult>("--from", "2", "--seeds", "1");
  assert.deepEqual(
    third.map(({ world, last }) => [world, last]),
    results.map(({ world, last }) => [world, last]),
  );
  const all = [...results, ...third].map(({ digest }) => digest);
  assert.equal(new Set(all).size, all.length, "other seeds are other worlds");
});

test("faults that are made on purpose, and those that releases once had, are found", long, async (context) => {
  const results = await simulate<MutationResult>("--mutations");
  assert.deepEqual(
    results.map(({ mutation }) => mutation),
    mutations.map(({ name }) => name),
  );
  for (const { mutation, world, seed, violation } of results) {
    assert.notEqual(seed, null, `no seed of ${world} finds that ${mutation}`);
    context.annotate(`${mutation}: seed ${seed} of ${world}: ${violation?.split("\n")[0]}`);
  }
});

test("a failing seed says the one command that shows it again", long, async () => {
  const fault = "a server on SQLite does not look at what others have committed";
  const first = await type(`npm run --silent simulate -- counting-sqlite --seeds 3 --mutation "${fault}"`);
  assert.equal(first.code, 1);
  const [, seed, violation, command = ""] =
    /^seed (\d+) of counting-sqlite: (.*)\n {2}again: (.*)$/m.exec(first.text) ?? [];
  assert.match(command, /^SEED=\d+ npm run simulate -- counting-sqlite --mutation "/);
  const again = await type(command);
  assert.equal(again.code, 1);
  assert.ok(again.text.includes(`seed ${seed} of counting-sqlite: ${violation}`), again.text);
});

test("the commands of docs/simulation.md work as they stand", long, async () => {
  const [commands] = snippetsUnder("docs/simulation.md", "Run it", "sh");
  const { code, text } = await type(commands);
  assert.equal(code, 0, text);
  assert.match(text, /^counting-sqlite: 20 seeds from 0, \d+ requests, 0 failed/m);
  assert.match(text, /^counting-postgres: 1 seeds from 39, \d+ requests, 0 failed/m);
});

test("docs/simulation.md tells the seeds of every world", () => {
  const page = readFileSync(join(root, "docs/simulation.md"), "utf8");
  for (const [name, { seeds, manySeeds }] of Object.entries(worlds)) {
    assert.match(page, new RegExp(`^\\| \`${name}\` \\| .* \\| ${seeds} \\| ${manySeeds} \\|$`, "m"));
  }
});
