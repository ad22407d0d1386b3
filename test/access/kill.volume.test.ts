// @module-tag volume
/** SIGKILL in the middle of it all: at most the last second is forgotten, and nothing is charged that was not sent [D-40]. */
import assert from "node:assert/strict";
import { Agent, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, test } from "vitest";
import { usageOf } from "../../src/access/usage.ts";
import { onEachEngine, plenty } from "../support/access.ts";
import { testFolder } from "../support/folders.ts";
import { until } from "../support/until.ts";
import { long, slowShare } from "../support/volume.ts";
import { type KillableServer, startKillable } from "./killable-server.ts";

const killsPerEngine = { sqlite: slowShare(10), postgres: 3 };
const clients = 8;
const quota = 1_000_000;
/** In the archive of these tests there is nothing. */
const asks: readonly { readonly path: string; readonly headers?: Readonly<Record<string, string>> }[] = [
  { path: "/v1/sports" },
  { path: "/v1/sports", headers: { "if-none-match": "*" } },
  { path: "/v1/games/NFL-20250101-AAA-BBB" },
  { path: "/v1/sports?surprise=1" },
  { path: "/v1/games?sport=nfl" },
];
const statuses = [200, 304, 404, 400];
const isCounted = ({ status }: { readonly status: number }): boolean => status === 200 || status === 304;
/** A fixed walk over (0, 1), so that a failure can be run again. */
const moments = Array.from({ length: 40 }, (_, index) => ((index + 1) * 0.618034) % 1);

type Received = { readonly status: number; readonly quotaLeft: string | undefined };

/** Resolves to null when the connection broke before the answer was there to its last byte. */
function ask(url: string, key: string, { path, headers }: (typeof asks)[number], agent: Agent) {
  return new Promise<Received | null>((resolve) => {
    const request = get(`${url}${path}`, { headers: { ...headers, "x-api-key": key }, agent }, (response) => {
      const { statusCode: status = 0 } = response.resume();
      const quotaLeft = response.headers["x-quota-remaining"]?.toString();
      response.on("close", () => resolve(response.complete ? { status, quotaLeft } : null));
    });
    request.on("error", () => resolve(null));
  });
}

/**
 * Clients ask one request after another, each over a connection of its own, until `untilMs` after the first answers. Then the server
 * is killed: in the middle of it all, or, when it is calm, after every client has its last answer.
 */
async function askUntilKilled(server: KillableServer, key: string, untilMs: number, isCalm: boolean) {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const answers: { readonly status: number; readonly atMs: number }[] = [];
  let slowestMs = 0;
  let cutOff = 0;
  let isOver = false;
  const firstAnswer = Promise.withResolvers<void>();
  const asking = Array.from({ length: clients }, async (_, client) => {
    for (let turn = client; !isOver; turn++) {
      const askedMs = performance.now();
      const received = await ask(server.url, key, asks[turn % asks.length] ?? assert.fail(), agent);
      if (received === null) {
        cutOff++;
        return;
      }
      const atMs = performance.now();
      slowestMs = Math.max(slowestMs, atMs - askedMs);
      answers.push({ status: received.status, atMs });
      firstAnswer.resolve();
    }
  });
  await Promise.race([firstAnswer.promise, Promise.all(asking)]);
  await sleep(untilMs);
  if (isCalm) {
    isOver = true;
    await Promise.all(asking);
  }
  // A second and a half; and a machine that is busy with other tests is as late with timers as it is with answers.
  const settledUntilMs = performance.now() - 1500 - 10 * slowestMs;
  await server.kill();
  await Promise.all(asking);
  agent.destroy();
  return { answers, settled: answers.filter(({ atMs }) => atMs < settledUntilMs), cutOff };
}

onEachEngine((on) => {
  const folder = testFolder("killed");
  let server: KillableServer;
  beforeAll(async () => {
    server = await startKillable(on.url, folder);
  });
  afterAll(() => server?.kill());

  /** What was used, as the server tells it that was started after the kill. */
  async function toldUse(key: string): Promise<number> {
    let left: string | undefined;
    // While the machine is busy a key may not be decided in time: then the answer is 503, which tells nothing.
    await until(async () => {
      left = (await ask(server.url, key, { path: "/v1/nothing" }, new Agent()))?.quotaLeft;
      return left !== undefined;
    }, "an answer that says what is left");
    return quota - Number(left);
  }

  test(`${killsPerEngine[on.name]} kills under load forget at most a second, and count no error`, long, async (t) => {
    const total = { answers: 0, cutOff: 0 };
    for (let kill = 0; kill < killsPerEngine[on.name]; kill++) {
      const { key, email } = await on.newKey({ ...plenty, requestsPerMonth: quota });
      // Every fifth comes when nobody waits for an answer: then there may be not one too many.
      const isCalm = kill % 5 === 4;
      const untilMs = Math.floor(3000 * (moments[kill] ?? assert.fail()));
      const { answers, settled, cutOff } = await askUntilKilled(server, key, untilMs, isCalm);
      server = await startKillable(on.url, folder);

      for (const { status } of answers) assert.ok(statuses.includes(status), `${status}`);
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
