// @module-tag volume
/** SIGKILL in the middle of it all: at most the last second is forgotten, and nothing is charged that was not sent [D-40]. */
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, test } from "vitest";
import { usageOf } from "../../src/access/usage.ts";
import { startLoad } from "../serve/load.ts";
import { onEachEngine, plenty } from "../support/access.ts";
import { testFolder } from "../support/folders.ts";
import { until } from "../support/until.ts";
import { long, slowShare } from "../support/volume.ts";
import { type KillableServer, startKillable } from "./killable-server.ts";

const killsPerEngine = { sqlite: slowShare(10), postgres: 3 };
const clients = 8;
const quota = 1_000_000;
/** In the archive of these tests there is nothing. */
const paths = [
  "/v1/sports",
  "/v1/sports",
  "/v1/games/NFL-20250101-AAA-BBB",
  "/v1/sports?surprise=1",
  "/v1/games?sport=nfl",
];
const statuses = [200, 304, 404, 400];
const isCounted = ({ status }: { readonly status: number | null }): boolean => status === 200 || status === 304;

/**
 * Clients ask until `untilMs` after the first answers. Then the server is killed: in the middle of it all, or, when it is calm, after
 * every client has its last answer.
 */
async function askUntilKilled(server: KillableServer, key: string, untilMs: number, isCalm: boolean) {
  const callers = Array.from({ length: clients }, () => ({ account: "", key }));
  const pathOf = (turn: number) => paths[turn % paths.length] ?? "";
  const isKnown = (turn: number) => turn % paths.length === 1;
  const load = startLoad(server.url, callers, pathOf, 0, (turn) => (isKnown(turn) ? { "if-none-match": "*" } : {}));
  await until(() => load.asked.length > 0, "the first answers");
  await sleep(untilMs);
  if (isCalm) await load.stop();
  const killedAtMs = load.nowMs();
  await server.kill();
  const asked = await load.stop();
  const answers = asked.filter(({ status }) => status !== null);
  const cutOff = asked.filter(({ status, sentAtMs }) => status === null && sentAtMs <= killedAtMs).length;
  // A second and a half; and a machine that is busy with other tests is as late with timers as it is with answers.
  const slowestMs = Math.max(...answers.map(({ elapsedMs }) => elapsedMs));
  const settledUntilMs = killedAtMs - 1500 - 10 * slowestMs;
  const settled = answers.filter(({ sentAtMs, elapsedMs }) => sentAtMs + elapsedMs < settledUntilMs);
  return { answers, settled, cutOff };
}

onEachEngine((on) => {
  const folder = testFolder("killed");
  let server: KillableServer;
  beforeAll(async () => {
    server = await startKillable(on.url, folder);
  });
  afterAll(() => server?.kill());

  /** The use as the server says it that was started after the kill. */
  async function toldUse(key: string): Promise<number> {
    let left: string | null = null;
    // While the machine is busy a key may not be decided in time: then the answer is 503, which tells nothing.
    await until(async () => {
      const { headers } = await fetch(`${server.url}/v1/nothing`, { headers: { "x-api-key": key } });
      left = headers.get("x-quota-remaining");
      return left !== null;
    }, "an answer that says what is left");
    return quota - Number(left);
  }

  test(`${killsPerEngine[on.name]} kills under load forget at most a second, and count no error`, long, async (t) => {
    const total = { answers: 0, cutOff: 0 };
    for (let kill = 0; kill < killsPerEngine[on.name]; kill++) {
      const { key, email } = await on.newKey({ ...plenty, requestsPerMonth: quota });
      // Every fifth comes when nobody waits for an answer: then there may be not one too many.
      const isCalm = kill % 5 === 4;
      // A fixed walk over three seconds, so that a failure can be run again.
      const untilMs = 3000 * (((kill + 1) * 0.618034) % 1);
      const { answers, settled, cutOff } = await askUntilKilled(server, key, untilMs, isCalm);
      server = await startKillable(on.url, folder);

      for (const { status } of answers) assert.ok(statuses.includes(status ?? 0), `${status}`);
      assert.ok(cutOff <= (isCalm ? 0 : clients), `${cutOff} were cut off`);
      const counted = answers.filter(isCounted).length;
      const least = settled.filter(isCounted).length;
      const told = `kill ${kill}: ${counted} counted of ${answers.length} answers, ${cutOff} cut off`;
      const { account, days, thisMinute } = (await usageOf(on.access, email, new Date())) ?? assert.fail();
      for (const used of [account.requestsUsed, days.at(-1)?.requests ?? 0, await toldUse(key)])
        assert.ok(used >= least && used <= counted + cutOff, `${told}, ${used} used`);
      assert.ok(thisMinute >= settled.length && thisMinute <= answers.length + cutOff, `${told}, ${thisMinute}`);
      total.answers += answers.length;
      total.cutOff += cutOff;
    }
    t.annotate(`${total.answers} answers, ${total.cutOff} requests cut off`);
    assert.ok(total.cutOff > 0, "the kills must come while requests are under way");
  });
});
