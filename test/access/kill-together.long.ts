// @module-tag long
/** Several servers on one SQLite file, and commands that write to it, are killed together and alone [D-38, D-40]. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, test } from "vitest";
import { readAccount, setAccount } from "../../src/access/accounts.ts";
import { createKey } from "../../src/access/keys/operator-keys.ts";
import { usageOf } from "../../src/access/usage.ts";
import { type Database, openAccess } from "../../src/database/engine.ts";
import { readPart } from "../../src/database/read-only.ts";
import { type Ask, askUntilKilled, type Load, startKillable } from "./killable-server.ts";

const rounds = 4;
const clients = 4;
const asks: readonly Ask[] = [
  { path: "/v1/sports" },
  { path: "/v1/games/NFL-20250101-AAA-BBB" },
  { path: "/v1/sports" },
];
/** A fixed walk over (0, 1), so that a failure can be run again. */
const chances = Array.from({ length: 4 * rounds }, (_, index) => ((index + 1) * 0.618034) % 1);

let folder: string;
let url: string;
let access: Database;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "gradeline-together-"));
  url = join(folder, "g.db");
  access = await openAccess(url);
});
afterAll(async () => {
  await access?.close();
  rmSync(folder, { recursive: true, force: true });
});

const isCounted = (status: number): boolean => status === 200;

async function load(key: string, untilMs: number): Promise<Load> {
  const server = await startKillable(url, folder, 2);
  return askUntilKilled(server, key, asks, { clients, untilMs, isCalm: false });
}

test("servers that are killed while they count on one file, and while others write to it, lose nothing and grant nothing twice", async (t) => {
  let killedAsking = 0;
  for (let round = 0; round < rounds; round++) {
    const email = `together${round}@example.com`;
    const quota = round % 2 === 0 ? 1_000_000 : 60;
    const limits = { requestsPerMinute: 1_000_000, requestsPerMonth: quota };
    const { key } = await createKey(access, { email, plan: "standard", ...limits, now: new Date() });
    const [first = 0, second = 0] = chances.slice(round * 2);
    let isOver = false;
    const writing = (async () => {
      // An operator's commands fold what the servers have counted, and change the account under them.
      for (let change = 0; !isOver; change++) {
        await setAccount(access, email, { requestsPerMinute: 1_000_000 - change }, new Date());
        await sleep(20 + 60 * (chances[change % chances.length] ?? 0));
      }
    })();
    const loads = await Promise.all([load(key, Math.floor(400 * first)), load(key, Math.floor(400 * second))]);
    isOver = true;
    await writing;
    const statuses = loads.flatMap((each) => each.statuses);
    for (const status of statuses) assert.ok([200, 404, 429].includes(status), `${status}`);
    const counted = statuses.filter(isCounted).length;
    const cutOff = loads.reduce((sum, each) => sum + each.cutOff, 0);
    killedAsking += cutOff;
    // Nobody has opened the file since the last kill. The first to look may only read.
    const seen = await readPart(url, "access", async (reading) => (await usageOf(reading, email, new Date())) ?? null);
    const written = await readAccount(access, email, new Date());
    const told = `round ${round}: ${counted} counted of ${statuses.length} answers, ${cutOff} cut off`;
    for (const used of [
      seen?.account.requestsUsed ?? -1,
      seen?.days.at(-1)?.requests ?? -1,
      written?.requestsUsed ?? -1,
    ]) {
      assert.ok(used >= counted && used <= Math.min(quota, counted + cutOff), `${told}, ${used} used`);
    }
    t.annotate(told);
  }
  assert.ok(killedAsking > 0, "the kills must come while requests are under way");
});
