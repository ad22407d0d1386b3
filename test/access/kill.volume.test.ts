// @module-tag volume
/** SIGKILL in the middle of it all: at most the last second is forgotten, and nothing is charged that was not sent [D-40]. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, test } from "vitest";
import { usageOf } from "../../src/access/usage.ts";
import { onEachEngine, plenty } from "../support/access.ts";
import { until } from "../support/until.ts";
import { long, slowShare } from "../support/volume.ts";
import { type Ask, ask, askUntilKilled, type KillableServer, startKillable } from "./killable-server.ts";

const killsPerEngine = { sqlite: slowShare(10), postgres: 3 };
const clients = 8;
/** In the archive of these tests there is nothing. */
const asks: readonly (Ask & { readonly status: number })[] = [
  { path: "/v1/sports", status: 200 },
  { path: "/v1/sports", headers: { "if-none-match": "*" }, status: 304 },
  { path: "/v1/games/NFL-20250101-AAA-BBB", status: 404 },
  { path: "/v1/sports?surprise=1", status: 400 },
  { path: "/v1/games?sport=nfl", status: 200 },
];
const isCounted = (status: number): boolean => status === 200 || status === 304;
/** A fixed walk over (0, 1), so that a failure can be run again. */
const moments = Array.from({ length: 40 }, (_, index) => ((index + 1) * 0.618034) % 1);

onEachEngine((on) => {
  let folder: string;
  let server: KillableServer;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "gradeline-killed-"));
    server = await startKillable(on.url, folder);
  });
  afterAll(async () => {
    await server?.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  /** As the server tells it that was started after the kill. */
  async function usedOf(key: string, quota: number): Promise<number> {
    let left: string | string[] | undefined;
    // While the machine is busy a key may not be decided in time: then the answer is 503, which tells nothing.
    await until(async () => {
      left = (await ask(server.url, key, { path: "/v1/nothing" }))?.headers["x-quota-remaining"];
      return left !== undefined;
    }, "an answer that says what is left");
    return quota - Number(left);
  }

  test(`${killsPerEngine[on.name]} kills under load forget at most a second, and count no error`, long, async (t) => {
    const quota = 1_000_000;
    const total = { answers: 0, cutOff: 0 };
    for (let kill = 0; kill < killsPerEngine[on.name]; kill++) {
      const { key, email } = await on.newKey({ ...plenty, requestsPerMonth: quota });
      // Every fifth comes when nobody waits for an answer: then there may be not one too many.
      const isCalm = kill % 5 === 4;
      const untilMs = Math.floor(3000 * (moments[kill] as number));
      const { statuses, settled, cutOff } = await askUntilKilled(server, key, asks, { clients, untilMs, isCalm });
      server = await startKillable(on.url, folder);

      for (const status of statuses) assert.ok([200, 304, 404, 400].includes(status), `${status}`);
      assert.ok(isCalm ? cutOff === 0 : cutOff <= clients, `${cutOff} were cut off`);
      const counted = statuses.filter(isCounted).length;
      const least = settled.filter(isCounted).length;
      const told = `kill ${kill}: ${counted} counted of ${statuses.length} answers, ${cutOff} cut off`;
      const usage = await usageOf(on.access, email, new Date());
      assert.ok(usage !== null);
      for (const used of [usage.account.requestsUsed, usage.days.at(-1)?.requests ?? 0, await usedOf(key, quota)]) {
        assert.ok(used >= least && used <= counted + cutOff, `${told}, ${used} used`);
      }
      const { thisMinute } = usage;
      assert.ok(thisMinute >= settled.length && thisMinute <= statuses.length + cutOff, `${told}, ${thisMinute}`);
      total.answers += statuses.length;
      total.cutOff += cutOff;
    }
    t.annotate(`${total.answers} answers, ${total.cutOff} requests cut off`);
    assert.ok(total.cutOff > 0, "the kills must come while requests are under way");
  });
});
