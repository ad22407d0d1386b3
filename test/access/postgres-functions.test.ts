/** The functions of counting on PostgreSQL: made when they are missing, and in nobody's way. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { afterAll, beforeAll, test } from "vitest";
import { readAccount } from "../../src/access/accounts.ts";
import { type Gate, openGate } from "../../src/access/gate.ts";
import { hashKey } from "../../src/access/keys/keys.ts";
import { createKey } from "../../src/access/keys/operator-keys.ts";
import { plans } from "../../src/access/plans.ts";
import { type Database, openAccess } from "../../src/database/engine.ts";
import { startEngine, type TestEngine } from "../support/engines.ts";

let engine: TestEngine;
let access: Database;
beforeAll(async () => {
  engine = await startEngine("postgres");
  access = await openAccess(await engine.freshUrl());
});
afterAll(async () => {
  await access?.close();
  await engine.close();
});

const outcomes = async (gate: Gate, key: string, count: number): Promise<string[]> => {
  const asking = Array.from({ length: count }, () =>
    gate.admit({ authorization: undefined, apiKey: key, address: "127.0.0.1" }),
  );
  return (await Promise.all(asking)).map((admission) => (admission.ok ? "ok" : admission.code));
};
const functions = async () =>
  (
    await sql<{ name: string }>`select proname as name from pg_proc where proname like 'access\_%' order by 1`.execute(
      access.kysely,
    )
  ).rows.map(({ name }) => name);

test("nodes that begin at the same time on a new database all count, and every function is there once", async () => {
  const { key, email } = await createKey(access, { email: "many@example.com", now: new Date() });
  const nodes = Array.from({ length: 5 }, () => openGate(access));
  const all = await Promise.all(nodes.map((node) => outcomes(node, key, 4)));
  assert.deepEqual(all.flat(), Array(20).fill("ok"));
  assert.equal((await readAccount(access, email, new Date()))?.requestsUsed, 20);
  await Promise.all(nodes.map((node) => node.close()));
  const names = await functions();
  const ours = names.filter((name) => /_[0-9a-f]{8}$/.test(name));
  assert.deepEqual(
    ours.map((name) => name.slice(0, -9)),
    ["access_give_back", "access_move_period", "access_open_lane", "access_settle_lane", "access_take"],
  );
  // Those of release 0.1.0, whose nodes may be running still.
  assert.deepEqual(
    names.filter((name) => !ours.includes(name)),
    ["access_give_back", "access_take"],
  );
});

test("functions that are gone are made again, and requests are answered within their time", async () => {
  const { key } = await createKey(access, { email: "gone@example.com", now: new Date() });
  const gate = openGate(access);
  assert.deepEqual(await outcomes(gate, key, 1), ["ok"]);
  for (const name of await functions()) {
    if (/_[0-9a-f]{8}$/.test(name)) await sql`drop function ${sql.id(name)}`.execute(access.kysely);
  }
  assert.deepEqual(await outcomes(gate, key, 3), ["ok", "ok", "ok"]);
  await gate.close();
});

test("while nodes are upgraded one by one, those of release 0.1.0 and the new ones count in one window and one quota", async () => {
  const terms = { email: "both@example.com", requestsPerMinute: 20, requestsPerMonth: 26, now: new Date() };
  const { key, email } = await createKey(access, terms);
  const gate = openGate(access);
  const limits = JSON.stringify(
    Object.fromEntries(
      Object.entries(plans).map(([plan, { requestsPerMinute, requests }]) => [
        plan,
        { minute: requestsPerMinute, quota: requests },
      ]),
    ),
  );
  // As 0.1.0 asks.
  const askOld = async (count: number): Promise<number> => {
    const { rows } = await sql<{ granted: number }>`select granted from access_take(
      ${[hashKey(key)]}::text[], ${[count]}::integer[], ${limits}::jsonb, null
    )`.execute(access.kysely);
    return rows[0]?.granted ?? 0;
  };
  let old = 0;
  let young = 0;
  for (let turn = 0; turn < 4; turn++) {
    const [granted, told] = await Promise.all([askOld(3), outcomes(gate, key, 3)]);
    old += granted;
    young += told.filter((outcome) => outcome === "ok").length;
  }
  assert.equal(old + young, 20);
  assert.ok(old > 3 && young > 3, `${old} and ${young}`);
  assert.equal(await askOld(1), 0);
  assert.deepEqual(await outcomes(gate, key, 1), ["rate_limited"]);
  assert.equal((await readAccount(access, email, new Date()))?.requestsUsed, 20);
  await gate.close();
});
