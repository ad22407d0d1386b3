/** What a server counts in memory reaches the database, what others change reaches the server, and clocks may jump. */
import assert from "node:assert/strict";
import { afterAll, beforeAll, beforeEach, test } from "vitest";
import { readAccount, setAccount } from "../../src/access/accounts.ts";
import { type Admission, type Gate, openGate } from "../../src/access/gate.ts";
import { type CreatedKey, listKeys, type NewKey, revokeKey } from "../../src/access/keys/account-keys.ts";
import { usageOf } from "../../src/access/usage.ts";
import { type Database, openAccess } from "../../src/database/engine.ts";
import { onEachEngine, withClock } from "../support/access.ts";

const dayMs = 86_400_000;
const startMs = Date.UTC(2026, 10, 21, 12);

onEachEngine((on) => {
  /** As another process has it. */
  let others: Database;
  let gate: Gate;
  let clockMs = startMs;
  let elapsedMs = 0;
  const runtime = { ...withClock(() => clockMs), elapsedMs: () => elapsedMs };

  beforeAll(async () => {
    others = await openAccess(on.url);
  });
  afterAll(async () => {
    await gate?.close();
    await others?.close();
  });
  beforeEach(async () => {
    await gate?.close();
    clockMs = startMs;
    elapsedMs += 10 * dayMs;
    gate = openGate(on.access, runtime);
  });

  const pass = (ms: number): void => {
    clockMs += ms;
    elapsedMs += ms;
  };
  const newKey = (terms: Partial<NewKey> = {}) => on.newKey({ now: new Date(clockMs), ...terms });
  const ask = ({ key }: CreatedKey): Promise<Admission> =>
    gate.admit({ authorization: undefined, apiKey: key, address: "127.0.0.1" });
  const left = async (key: CreatedKey) => {
    const { meters } = await ask(key);
    return [meters?.rate.remaining, meters?.quota.remaining];
  };
  async function restart(): Promise<void> {
    await gate.close();
    gate = openGate(on.access, runtime);
  }

  test("a restart forgets nothing of what was settled: window, period, day and when a key was last used", async () => {
    const key = await newKey();
    for (let request = 0; request < 7; request++) {
      await ask(key);
      pass(3000);
    }
    await restart();
    assert.deepEqual(await left(key), [112, 99_992]);
    pass(60_000 - 7 * 3000 + 1);
    assert.deepEqual(await left(key), [112, 99_991], "the first request has left the window");
    await gate.settle();
    const usage = await usageOf(others, key.email, new Date(clockMs));
    assert.deepEqual([usage?.account.requestsUsed, usage?.thisMinute, usage?.days.at(-1)?.requests], [9, 8, 9]);
    assert.equal((await listKeys(others, key.email))[0]?.lastUsedMs, clockMs - (clockMs % 100));
  });

  test("what another process changes counts within a second: limits, standings, keys [D-41]", async () => {
    const key = await newKey();
    await ask(key);
    await setAccount(others, key.email, { requestsPerMinute: 5 }, new Date(clockMs));
    pass(1000);
    assert.equal((await ask(key)).meters?.rate.limit, 5);
    await setAccount(others, key.email, { standing: "past_due" }, new Date(clockMs));
    pass(1000);
    assert.equal((await ask(key)).ok, false);
    await setAccount(others, key.email, { standing: "active" }, new Date(clockMs));
    pass(1000);
    assert.equal((await ask(key)).ok, true);
    await revokeKey(others, { prefix: key.key, now: new Date(clockMs) });
    pass(1000);
    const refused = await ask(key);
    assert.equal(!refused.ok && refused.message, "the API key was revoked");
    await gate.settle();
    assert.equal((await readAccount(others, key.email, new Date(clockMs)))?.requestsUsed, 3);
  });

  test("quotas and days go by the date, and a clock that jumps and returns changes no use", async () => {
    const key = await newKey();
    await ask(key);
    for (const jumpMs of [40 * dayMs, -40 * dayMs, 2 * 3_600_000, -3000]) {
      clockMs += jumpMs;
      elapsedMs += 1000;
      await ask(key);
      clockMs -= jumpMs;
      elapsedMs += 1000;
    }
    const usage = await usageOf(others, key.email, new Date(clockMs), 1);
    await gate.settle();
    assert.ok(usage !== null);
    // Of the five, the two of other months are charged there.
    const { account, days } = (await usageOf(others, key.email, new Date(clockMs), 1)) ?? usage;
    assert.deepEqual([account.requestsUsed, days[0]?.requests], [3, 3]);
    assert.equal((await left(key))[1], 99_996);
  });

  if (on.name === "sqlite") {
    test("windows go by time that no clock changes, also after a restart", async () => {
      const key = await newKey({ requestsPerMinute: 3 });
      await ask(key);
      for (const jumpMs of [5 * dayMs, -9 * dayMs]) {
        clockMs += jumpMs;
        elapsedMs += 20_000;
        assert.equal((await ask(key)).ok, true);
      }
      assert.equal((await ask(key)).ok, false, "three in forty seconds");
      elapsedMs += 20_000;
      assert.deepEqual([(await ask(key)).ok, (await ask(key)).ok], [true, false], "the first one has left");
      await restart();
      assert.equal((await ask(key)).ok, false, "those since the clock was set back are stored");
    });
  }
});
