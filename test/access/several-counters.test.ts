/** Several threads or processes that count on one SQLite file do not make each other write and read everything again. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { openGate } from "../../src/access/gate.ts";
import { createKey } from "../../src/access/keys/operator-keys.ts";
import { openDirect } from "../../src/database/direct.ts";
import { openAccess } from "../../src/database/engine.ts";
import { startEngine } from "../support/engines.ts";

test("two that take turns count exactly, and commit to the file only now and then", async () => {
  const engine = await startEngine("sqlite");
  const url = await engine.freshUrl();
  const databases = [await openAccess(url), await openAccess(url)] as const;
  const terms = { requestsPerMinute: 1_000_000, requestsPerMonth: 1_000_000 };
  const { key } = await createKey(databases[0], {
    email: "a@example.com",
    plan: "standard",
    ...terms,
    now: new Date(),
  });
  const gates = databases.map((database) => openGate(database));
  const watcher = openDirect(databases[0]);
  let commits = 0;
  let version = watcher.version();
  const begunMs = performance.now();
  for (let turn = 1; turn <= 400; turn++) {
    const gate = gates[turn % 2] ?? assert.fail();
    const admitted = await gate.admit({ authorization: undefined, apiKey: key, address: "127.0.0.1" });
    assert.equal(admitted.meters?.quota.remaining, 1_000_000 - turn);
    assert.equal(admitted.meters?.rate.remaining, 1_000_000 - turn);
    if (watcher.version() !== version) commits++;
    version = watcher.version();
  }
  // Each of them folds once a second; what they count between goes to the journal alone.
  const seconds = Math.ceil((performance.now() - begunMs) / 1000);
  assert.ok(commits <= 20 + 10 * seconds, `${commits} commits in ${seconds} s`);
  watcher.close();
  for (const gate of gates) await gate.close();
  for (const database of databases) await database.close();
  await engine.close();
});
