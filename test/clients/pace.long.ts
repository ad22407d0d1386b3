// @module-tag long
/** Eight processes at one key of a trial's rate, in both languages: no refusal reaches a program, and nearly all of the rate is used. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, describe, test } from "vitest";
import { createKey } from "../../src/access/keys/account-keys.ts";
import { whyNoPython } from "../clients-python/mirror-site.ts";
import { plenty } from "../support/access.ts";
import { openApi } from "../support/api.ts";
import { skipIf } from "../support/skip-if.ts";

const site = await openApi();
const url = await site.listen();
afterAll(() => site[Symbol.asyncDispose]());

/** A trial's. */
const perMinute = 30;
/** Who asked in this time waits for the minute to have room again, and is answered then. */
const askingMs = 50_000;

const clients = join(import.meta.dirname, "../../clients");
/** Each asks until its time is over, and prints when each answer came. */
const programs: Readonly<Record<string, readonly string[]>> = {
  TypeScript: [
    process.execPath,
    "--input-type=module",
    "-e",
    `
const { Gradeline } = await import(process.argv[1]);
const gradeline = new Gradeline({ baseUrl: process.env.GRADELINE_URL, apiKey: process.env.GRADELINE_API_KEY });
while (Date.now() < Number(process.env.UNTIL)) {
  await gradeline.sports().all();
  console.log(Date.now());
}`,
    join(clients, "typescript/src/client.ts"),
  ],
  Python: [
    "python3",
    "-c",
    `
import os, sys, time
sys.path.insert(0, sys.argv[1])
from gradeline import Gradeline
gradeline = Gradeline()
while time.time() * 1000 < float(os.environ["UNTIL"]):
    gradeline.sports().to_list()
    print(round(time.time() * 1000))`,
    join(clients, "python"),
  ],
};

describe.concurrent("eight processes use at least 95% of what one key may, and hear of no full minute", () => {
  for (const [language, [command = "", ...words]] of Object.entries(programs)) {
    test(`in ${language}`, skipIf(language === "Python" && whyNoPython()), async (context) => {
      const email = `${language}@example.com`;
      const limits = { ...plenty, requestsPerMinute: perMinute };
      const { key } = await createKey(site.access, { email, plan: "standard", ...limits, now: new Date() });
      const untilMs = Date.now() + askingMs;
      const env = {
        PATH: process.env.PATH ?? "",
        GRADELINE_URL: url,
        GRADELINE_API_KEY: key,
        UNTIL: String(untilMs),
      };
      const ran = Array.from({ length: 8 }, async () => {
        const child = spawn(command, words, { env, stdio: ["ignore", "pipe", "pipe"] });
        const [written, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
        assert.equal(child.exitCode, 0, errors);
        return written.trim().split("\n").filter(Boolean).map(Number);
      });
      const times = (await Promise.all(ran)).flat().sort((a, b) => a - b);
      assert.equal(times.length, await site.used(email), "every request that was counted was answered");
      // The first of each thirty may come a minute after the first of the thirty before, and no sooner.
      const rounds = Math.floor((times.length - 1) / perMinute);
      const spanMs = (times[rounds * perMinute] ?? 0) - (times[0] ?? 0);
      const used = (rounds * 60_000) / spanMs;
      await context.annotate(
        `${times.length} requests, ${rounds} times ${perMinute} in ${(spanMs / 1000).toFixed(1)} s: ${(100 * used).toFixed(1)}%`,
      );
      assert.ok(rounds >= 1, `${times.length} requests`);
      assert.ok(used >= 0.95, `${(100 * used).toFixed(1)}% of the allowed rate`);
    });
  }
});
