// @module-tag long
/** Eight processes at one trial key: no refusal reaches a program, and nearly all of the allowed rate is used. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, test } from "vitest";
import { setAccount } from "../../src/access/accounts.ts";
import { usageOf } from "../../src/access/usage.ts";
import { startServer } from "../../src/http/server.ts";
import { openApi } from "../support/api.ts";

const client = join(import.meta.dirname, "../../clients/typescript/src/client.ts");
const email = "reader@example.com";
const site = await openApi();
const server = await startServer(site.app, { host: "127.0.0.1", port: 0 });
afterAll(async () => {
  await server.close();
  await site[Symbol.asyncDispose]();
});

/** A trial's. */
const perMinute = 30;
const minutes = 3;

/** Asks until its time is over, and prints when each answer came. */
const program = `
const { Gradeline } = await import(process.argv[1]);
const gradeline = new Gradeline({ baseUrl: process.env.URL_OF, apiKey: process.env.KEY_OF });
while (Date.now() < Number(process.env.UNTIL)) {
  await gradeline.sports().all();
  console.log(Date.now());
}`;

test("eight processes use at least 95% of what one key may, and hear of no full minute", async () => {
  await setAccount(site.access, email, { requestsPerMinute: perMinute }, new Date());
  const untilMs = Date.now() + minutes * 60_000;
  const env = { PATH: process.env.PATH ?? "", URL_OF: server.url, KEY_OF: site.key, UNTIL: String(untilMs) };
  const ran = Array.from({ length: 8 }, async () => {
    const child = spawn(process.execPath, ["--input-type=module", "-e", program, client], {
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [written, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
    assert.equal(child.exitCode, 0, errors);
    return written.trim().split("\n").filter(Boolean).map(Number);
  });
  const times = (await Promise.all(ran)).flat().sort((a, b) => a - b);
  await site.gate.settle();
  const counted = (await usageOf(site.access, email, new Date()))?.account.requestsUsed;
  assert.equal(times.length, counted, "every request that was counted was answered");
  // The first of each thirty may come a minute after the first of the thirty before, and no sooner.
  const rounds = Math.floor((times.length - 1) / perMinute);
  const spanMs = (times[rounds * perMinute] ?? 0) - (times[0] ?? 0);
  const used = (rounds * 60_000) / spanMs;
  console.log(
    `${times.length} requests, ${rounds} times ${perMinute} in ${(spanMs / 1000).toFixed(1)} s: ${(100 * used).toFixed(1)}%`,
  );
  assert.ok(rounds >= minutes - 1, `${times.length} requests`);
  assert.ok(used >= 0.95, `${(100 * used).toFixed(1)}% of the allowed rate`);
});
