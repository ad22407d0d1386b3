/** Several nodes over one PostgreSQL: what a key may exceed, and that nothing that was counted is lost [D-37, D-40]. */
import assert from "node:assert/strict";
import { afterAll, beforeAll, describe, test } from "vitest";
import { type Admission, type Gate, openGate } from "../../src/access/gate.ts";
import { createKey } from "../../src/access/keys/account-keys.ts";
import { usageOf } from "../../src/access/usage.ts";
import { connectionsFor, type Database, openAccess } from "../../src/database/engine.ts";
import { startEngine, type TestEngine } from "../support/engines.ts";
import { until } from "../support/until.ts";

const nodes = 3;

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
  /** The code of each node, once the database has answered each about the key [D-48]. */
  async function codes(key: string): Promise<string[]> {
    const all: string[] = [];
    for (let node = 0; node < nodes; node++) {
      await until(async () => {
        const admission = await ask(key, node);
        all[node] = admission.ok ? "ok" : admission.code;
        return all[node] !== "unavailable";
      }, "the database answers");
    }
    return all;
  }

  for (const [what, perMinute, perMonth, code] of [
    ["minute", 10, 1000, "rate_limited"],
    ["quota", 1000, 10, "quota_exceeded"],
  ] as const) {
    test(`a burst at three nodes is at most three times the ${what}, and then each of them refuses`, async () => {
      const { key, email } = await newKey(perMinute, perMonth);
      // Each has read the key, so that none has to ask for what the others count.
      let answered = (await codes(key)).filter((each) => each === "ok").length;
      const burst = await Promise.all(Array.from({ length: 200 }, (_, turn) => ask(key, turn)));
      answered += burst.filter(({ ok }) => ok).length;
      await until(async () => {
        const now = await codes(key);
        answered += now.filter((each) => each === "ok").length;
        return now.every((each) => each === code);
      }, "each of them refuses");
      assert.ok(answered >= 10 && answered <= nodes * 10, `${answered} were answered`);
      for (const gate of gates) await gate.settle();
      const usage = await usageOf(owner, email, new Date());
      assert.deepEqual(
        [usage?.account.requestsUsed, usage?.days.at(-1)?.requests, usage?.thisMinute],
        [answered, answered, answered],
      );
    });
  }

  test("what one node gives back the others learn of, and the sum is right", async () => {
    const { key, email } = await newKey(1000, 5);
    await until(async () => (await ask(key, 0)).ok, "the database answers");
    const taken = await Promise.all(Array.from({ length: 4 }, () => ask(key, 0)));
    await gates[0]?.settle();
    assert.deepEqual(await codes(key), ["quota_exceeded", "quota_exceeded", "quota_exceeded"]);
    for (const admission of taken.slice(0, 2)) if (admission.ok) admission.giveBack();
    await until(async () => (await ask(key, 1)).ok, "another node knows what was given back");
    for (const gate of gates) await gate.settle();
    assert.equal((await usageOf(owner, email, new Date()))?.account.requestsUsed, 4);
  });
});
