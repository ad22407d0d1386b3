/** Several servers on one PostgreSQL, as processes of their own: one sum of all counts, and one standing for all of them. */
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, test } from "vitest";
import { readAccount, setAccount } from "../../src/access/accounts.ts";
import type { CreatedKey } from "../../src/access/keys/account-keys.ts";
import { createKey, type NewKey, revokeKey } from "../../src/access/keys/account-keys.ts";
import { type Database, openAccess } from "../../src/database/engine.ts";
import { type Serving, serve } from "../support/command.ts";
import { startEngine, type TestEngine } from "../support/engines.ts";
import { until } from "../support/until.ts";

const nodeCount = 3;

describe(`${nodeCount} nodes on one PostgreSQL`, () => {
  let engine: TestEngine;
  let access: Database;
  let nodes: readonly Serving[] = [];
  let accounts = 0;

  beforeAll(async () => {
    engine = await startEngine("postgres");
    const url = await engine.freshUrl();
    access = await openAccess(url);
    nodes = await Promise.all(Array.from({ length: nodeCount }, () => serve([], { DATABASE_URL: url })));
  });
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await access?.close();
    await engine.close();
  });

  const newKey = (terms: Partial<NewKey>): Promise<CreatedKey> =>
    createKey(access, { email: `caller${++accounts}@example.com`, now: new Date(), ...terms });
  const ask = async (node: number, key: string): Promise<number> => {
    const answer = await fetch(`${nodes[node % nodeCount]?.url}/v1/sports`, { headers: { "X-API-Key": key } });
    await answer.arrayBuffer();
    return answer.status;
  };
  const askAll = (count: number, keys: readonly CreatedKey[]): Promise<number[]> =>
    Promise.all(Array.from({ length: count }, (_, turn) => ask(turn, keys[turn % keys.length]?.key ?? "")));
  const good = (statuses: readonly number[]): number => statuses.filter((status) => status === 200).length;

  test("many keys of many accounts at once are each counted once", async () => {
    const keys = await Promise.all(Array.from({ length: 12 }, () => newKey({ requestsPerMinute: 1000 })));
    // Until its node knows a key, a request may be 503 on a machine that is busy.
    for (const [turn, { key }] of keys.entries())
      await until(async () => (await ask(turn, key)) === 200, "it is known");
    assert.equal(good(await askAll(360, keys)), 360);
    const used = async (email: string) => (await readAccount(access, email, new Date()))?.requestsUsed;
    for (const { email } of keys) await until(async () => (await used(email)) === 31, "all nodes have settled");
  });

  test("a revoked key and a standing that has changed are refused on every node within a second", async () => {
    const key = await newKey({});
    const statuses = () => Promise.all(nodes.map((_, node) => ask(node, key.key)));
    assert.deepEqual(await statuses(), [200, 200, 200]);
    await setAccount(access, key.email, { standing: "past_due" }, new Date());
    await sleep(1000);
    assert.deepEqual(await statuses(), [403, 403, 403]);
    await setAccount(access, key.email, { standing: "active" }, new Date());
    await sleep(1000);
    assert.deepEqual(await statuses(), [200, 200, 200]);
    assert.ok((await revokeKey(access, { prefix: key.key, now: new Date() })).ok);
    await sleep(1000);
    assert.deepEqual(await statuses(), [403, 403, 403]);
  });
});
