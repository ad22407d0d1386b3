/** The functions of counting on PostgreSQL: made when they are missing, and in nobody's way. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, test } from "vitest";
import { readAccount } from "../../src/access/accounts.ts";
import { functionNamed } from "../../src/access/counting/postgres-functions.ts";
import { type Gate, openGate } from "../../src/access/gate.ts";
import { createKey } from "../../src/access/keys/operator-keys.ts";
import { presentPeriod } from "../../src/access/present-period.ts";
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
    await sql<{ name: string }>`select proname as name from pg_proc
      where proname like 'access\_%' and proname <> 'access_audit_refuse' order by 1`.execute(access.kysely)
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
    ["access_give_back", "access_period", "access_take"],
  );
  assert.deepEqual(ours, names, "those of earlier versions are gone");
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

test("the present period is that of the calendar, for every anchor and moment", async () => {
  const moments = fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2030, 0) });
  await fc.assert(
    fc.asyncProperty(moments, fc.option(moments), async (nowMs, anchorMs) => {
      const row = { standing: "active", period_start_ms: 0, period_end_ms: 0, period_anchor_ms: anchorMs } as const;
      const { rows } = await sql`select * from ${functionNamed("access_period")}(
        jsonb_populate_record(null::accounts, ${JSON.stringify(row)}::jsonb), ${nowMs}::bigint)`.execute(access.kysely);
      const { startMs, endMs } = presentPeriod(row, nowMs);
      assert.deepEqual(rows, [{ start_ms: startMs, end_ms: endMs }]);
    }),
    { numRuns: 300 },
  );
});
