/** Several nodes over one PostgreSQL: what a key may exceed, and that nothing that was counted is lost [D-37, D-40]. */
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, test } from "vitest";
import { type Admission, type Gate, openGate } from "../../src/access/gate.ts";
import { createKey } from "../../src/access/keys/account-keys.ts";
import { usageOf } from "../../src/access/usage.ts";
import { connectionsFor, type Database, openAccess } from "../../src/database/engine.ts";
import { startEngine, type TestEngine } from "../support/engines.ts";

const nodes = 3;
/** Within it all nodes know what one has counted. */
const knownToAllMs = 1100;

describe("on PostgreSQL", () => {
  let engine: TestEngine;
  let owner: Database;
  let connections: readonly Database[];
  let gates: readonly Gate[];
  let accounts = 0;

  beforeAll(async () => {
    engine = await startEngine("postgres");
    owner = await openAccess(await engine.migratedUrl());
    connections = await Promise.all(Array.from({ length: nodes }, () => connectionsFor(owner, "admission")));
    // What one process writes counts at once in itself: these stand for three.
    gates = connections.map((each) => openGate({ ...each, written: { transactions: 0 } }));
  });
  afterAll(async () => {
    for (const gate of gates ?? []) await gate.close();
    for (const each of connections ?? []) await each.close();
    await owner?.close();
    await engine.close();
  });

  const newKey = (requestsPerMinute: number, requestsPerMonth: number) =>
    createKey(owner, {
      email: `caller${++accounts}@example.com`,
      requestsPerMinute,
      requestsPerMonth,
      now: new Date(),
    });
  const ask = (key: string, node: number): Promise<Admission> =>
    (gates[node % nodes] as Gate).admit({ authorization: undefined, apiKey: key, address: "127.0.0.1" });
  const codeOf = (admission: Admission): string => (admission.ok ? "ok" : admission.code);
  async function burst(key: string, requests: number): Promise<number> {
    const all = await Promise.all(Array.from({ length: requests }, (_, turn) => ask(key, turn)));
    return all.filter(({ ok }) => ok).length;
  }

  for (const [what, perMinute, perMonth, code] of [
    ["minute", 10, 1000, "rate_limited"],
    ["quota", 1000, 10, "quota_exceeded"],
  ] as const) {
    test(`a burst at three nodes is at most three times the ${what}, and a second later each of them refuses`, async () => {
      const { key, email } = await newKey(perMinute, perMonth);
      // Each has read the key, so that none has to ask for what the others count.
      for (let node = 0; node < nodes; node++) assert.equal(codeOf(await ask(key, node)), "ok");
      const answered = nodes + (await burst(key, 200));
      assert.ok(answered >= 10 && answered <= nodes * 10, `${answered} were answered`);
      await sleep(knownToAllMs);
      for (let node = 0; node < nodes; node++) assert.equal(codeOf(await ask(key, node)), code);
      const usage = await usageOf(owner, email, new Date());
      assert.deepEqual(
        [usage?.account.requestsUsed, usage?.days.at(-1)?.requests, usage?.thisMinute],
        [answered, answered, answered],
      );
    });
  }

  test("requests that keep coming at all nodes exceed a quota by what came within one second, and no more", async () => {
    const quota = 60;
    const { key } = await newKey(10_000, quota);
    const answeredMs: number[] = [];
    const endMs = performance.now() + 6000;
    for (let turn = 0; performance.now() < endMs; turn++) {
      const askedMs = performance.now();
      if ((await ask(key, turn)).ok) answeredMs.push(askedMs);
      await sleep(20);
    }
    const spentMs = answeredMs[quota - 1] ?? assert.fail("the quota was not spent");
    const lastMs = answeredMs.at(-1) ?? 0;
    assert.ok(lastMs - spentMs < knownToAllMs, `${answeredMs.length - quota} too many, over ${lastMs - spentMs} ms`);
  });

  test("a key that stays on a node is exact there, whatever other keys of other accounts do elsewhere", async () => {
    const { key } = await newKey(7, 1000);
    const others = await Promise.all(Array.from({ length: 10 }, () => newKey(1000, 1000)));
    const asked = await Promise.all([
      ...Array.from({ length: 50 }, () => ask(key, 0)),
      ...others.flatMap((other, turn) => Array.from({ length: 20 }, () => ask(other.key, turn))),
    ]);
    assert.equal(asked.slice(0, 50).filter(({ ok }) => ok).length, 7);
    assert.equal(asked.slice(50).filter(({ ok }) => ok).length, 200);
  });

  test("what one node gives back another knows within a second, and the sum is right", async () => {
    const { key, email } = await newKey(1000, 5);
    const taken = await Promise.all(Array.from({ length: 5 }, () => ask(key, 0)));
    await sleep(knownToAllMs);
    assert.equal(codeOf(await ask(key, 1)), "quota_exceeded");
    for (const admission of taken.slice(0, 2)) if (admission.ok) await admission.giveBack();
    await sleep(knownToAllMs);
    assert.deepEqual(
      [codeOf(await ask(key, 1)), codeOf(await ask(key, 1)), codeOf(await ask(key, 1))],
      ["ok", "ok", "quota_exceeded"],
    );
    for (const gate of gates) await gate.settle();
    assert.equal((await usageOf(owner, email, new Date()))?.account.requestsUsed, 5);
  });
});
