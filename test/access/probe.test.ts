/** The gate's probe, which `/readyz` asks: true when a request with a good key would be decided now, and only then. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { describe, test } from "vitest";
import { listAccounts } from "../../src/access/accounts.ts";
import { openGate } from "../../src/access/gate.ts";
import { createKey } from "../../src/access/keys/operator-keys.ts";
import { connectionsFor, type Database, openAccess } from "../../src/database/engine.ts";
import { plenty } from "../support/access.ts";
import { startEngine } from "../support/engines.ts";
import { startOwnPostgres } from "../support/own-postgres.ts";
import { until } from "../support/until.ts";

const inTimeMs = 1000;
/** What a probe has found holds for a moment. */
const holdsMs = 300;
/** The machine may be busy with other tests. */
const slackMs = 30_000;

async function timedProbe(gate: ReturnType<typeof openGate>): Promise<boolean> {
  const begunMs = performance.now();
  const isGood = await gate.probe();
  const elapsedMs = performance.now() - begunMs;
  assert.ok(elapsedMs < inTimeMs + slackMs, `${elapsedMs} ms`);
  return isGood;
}

describe("on SQLite", () => {
  test("it is false while nothing can be settled, and true before and after; it counts nothing", async () => {
    const engine = await startEngine("sqlite");
    const access = await openAccess(await engine.freshUrl());
    const { email, key } = await createKey(access, { email: "a@example.com", ...plenty, now: new Date() });
    const gate = openGate(access);
    assert.equal(await timedProbe(gate), true);
    const other = new DatabaseSync(access.url);
    other.exec("begin immediate");
    assert.equal((await gate.admit({ authorization: undefined, apiKey: key, address: "127.0.0.1" })).ok, true);
    assert.equal(await timedProbe(gate), true, "two seconds are nothing");
    await until(async () => !(await timedProbe(gate)), "it is false");
    other.exec("rollback");
    other.close();
    await sleep(holdsMs);
    assert.equal(await timedProbe(gate), true);
    await gate.settle();
    const accounts = await listAccounts(access, new Date());
    assert.deepEqual(
      accounts.map((account) => [account.email, account.requestsUsed]),
      [[email, 1]],
    );
    await gate.close();
    await access.close();
    await engine.close();
  });
});

describe("on PostgreSQL", () => {
  test("it is false while nothing can be written, asks once however often it is asked, and one locked account is not its trouble", async () => {
    const postgres = await startOwnPostgres();
    const owner = await openAccess(await postgres.freshUrl());
    const admission = await connectionsFor(owner, "admission");
    let statements = 0;
    const counting: Database = {
      ...admission,
      kysely: admission.kysely.withPlugin({
        transformQuery({ node }) {
          statements++;
          return node;
        },
        transformResult: async ({ result }) => result,
      }),
    };
    const gate = openGate(counting);
    const { email } = await createKey(owner, { email: "a@example.com", ...plenty, now: new Date() });
    try {
      assert.equal(await timedProbe(gate), true);
      await sleep(holdsMs);
      const before = statements;
      const all = await Promise.all(Array.from({ length: 50 }, () => timedProbe(gate)));
      assert.deepEqual([new Set(all), statements - before], [new Set([true]), 1]);

      const holder = await postgres.connect(owner.url);
      await holder.query("begin");
      await holder.query(`select 1 from accounts where email = '${email}' for update`);
      await sleep(holdsMs);
      assert.equal(await timedProbe(gate), true);
      await holder.query("rollback");
      await holder.end();

      // As a standby is that became the one that is asked.
      await postgres.query("alter system set default_transaction_read_only = on");
      await postgres.query("select pg_reload_conf()");
      // Every backend reads its settings again when it gets round to it.
      await until(async () => !(await timedProbe(gate)), "it is false");
      await sleep(holdsMs);
      assert.equal(await timedProbe(gate), false);
      await postgres.query("alter system reset default_transaction_read_only");
      await postgres.query("select pg_reload_conf()");
      await until(() => timedProbe(gate), "it is true again");
      const { rows } = await sql<{
        used: number;
      }>`select coalesce(sum(used), 0)::bigint as used from period_uses`.execute(owner.kysely);
      assert.equal(rows[0]?.used, 0);
    } finally {
      await gate.close();
      await admission.close();
      await owner.close();
      await postgres.close();
    }
  });
});
