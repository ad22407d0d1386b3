// @module-tag volume
/** A pull that is killed at any moment, with a publish in between, ends equal to a fresh mirror, and no run passes its budget. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, test } from "vitest";
import { contentOf, Mirrors } from "../support/clients/mirrors.ts";
import { openOfferingServer } from "../support/clients/offering-server.ts";
import { seed, share } from "../support/volume.ts";

const program = join(import.meta.dirname, "../../clients/typescript/src/bin.ts");
const site = await openOfferingServer();
const mirrors = new Mirrors(site);
afterAll(async () => {
  mirrors.close();
  await site[Symbol.asyncDispose]();
});

/** Numbers from 0 to 1 that are the same for the same seed (a linear congruence of Numerical Recipes). */
function draws(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Runs the program, and kills it after so many lines and a little while. @returns its exit code; null: it was killed. */
function runKilled(folder: string, budget: number, lines: number, delayMs: number): Promise<number | null> {
  const words = [program, "pull", "all", "--to", folder, "--max-requests", String(budget)];
  const env = { PATH: process.env.PATH ?? "", GRADELINE_API_KEY: site.key, GRADELINE_URL: site.url };
  const child = spawn(process.execPath, words, { env, stdio: ["ignore", "pipe", "inherit"] });
  let seen = 0;
  child.stdout.on("data", async (chunk: Buffer) => {
    const before = seen;
    seen += chunk.toString().split("\n").length - 1;
    if (before > lines || seen <= lines) return;
    await sleep(delayMs);
    child.kill("SIGKILL");
  });
  return new Promise((resolve) => child.on("close", (code) => resolve(code)));
}

test("killed at drawn moments, the same command ends where a fresh one does", async () => {
  const draw = draws(seed);
  const folder = mirrors.folder("killed");
  const kills = share(20);
  for (let kill = 0; kill < kills; kill++) {
    if (kill % 4 === 2) await site.night();
    const budget = 12 + Math.floor(draw() * 30);
    const before = await site.counted();
    const code = await runKilled(folder, budget, Math.floor(draw() * 16), draw() * 30);
    const spent = (await site.counted()) - before;
    assert.ok(spent <= budget, `${spent} requests of ${budget}, seed ${seed}, kill ${kill}`);
    assert.ok(code === null || code === 0 || code === 2, String(code));
  }
  await site.night();
  const ran = await mirrors.pull("all", "--to", folder, "--max-requests", "40");
  assert.deepEqual([ran.code, ran.complained], [0, ""]);
  const fresh = mirrors.folder("fresh");
  await mirrors.pull("all", "--to", fresh);
  assert.deepEqual(contentOf(folder), contentOf(fresh));
  assert.equal((await mirrors.verify(folder)).code, 0);
});
