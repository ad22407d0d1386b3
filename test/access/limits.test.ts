/**
 * The window and the quota [D-37, D-40] on both engines: the plans' own, changes by operators, months, and clocks that jump. What keys
 * share, what is counted and what a restart knows of it is held in test/simulation, request by request.
 */
import assert from "node:assert/strict";
import { afterAll, beforeAll, beforeEach, test } from "vitest";
import { deleteAccount, readAccount, setAccount } from "../../src/access/accounts.ts";
import { type Admission, type Gate, openGate } from "../../src/access/gate.ts";
import { type CreatedKey, type NewKey, revokeKey } from "../../src/access/keys/account-keys.ts";
import type { AccessTables } from "../../src/access/tables.ts";
import { usageOf } from "../../src/access/usage.ts";
import { type Database, openAccess, tablesOf } from "../../src/database/engine.ts";
import { onEachEngine, withClock } from "../support/access.ts";

const startMs = Date.UTC(2026, 10, 21, 12);
const dayMs = 86_400_000;
const outcomeOf = (admission: Admission): string => (admission.ok ? "ok" : admission.code);

onEachEngine((on) => {
  /** The database as another process has it. */
  let others: Database;
  let gate: Gate;
  /** The date, which somebody may set, and the time that passes. */
  let clockMs = startMs;
  let elapsedMs = 0;
  let tests = 0;
  const runtime = { ...withClock(() => clockMs), elapsedMs: () => elapsedMs };

  beforeAll(async () => {
    others = await openAccess(on.url);
  });
  afterAll(async () => {
    await gate?.close();
    await others?.close();
  });
  beforeEach(async () => {
    clockMs = startMs;
    elapsedMs = ++tests * 10 * dayMs;
    await restart();
  });

  async function restart(): Promise<void> {
    await gate?.close();
    gate = openGate(on.access, runtime);
  }
  function pass(ms: number): void {
    clockMs += ms;
    elapsedMs += ms;
  }
  const now = () => new Date(clockMs);
  const newKey = (terms: Partial<NewKey> = {}) => on.newKey({ now: now(), ...terms });
  const ask = ({ key }: CreatedKey): Promise<Admission> =>
    gate.admit({ authorization: undefined, apiKey: key, address: "127.0.0.1" });
  async function metersOf(key: CreatedKey) {
    const { meters } = await ask(key);
    assert.ok(meters !== null);
    return meters;
  }
  async function left(key: CreatedKey): Promise<[inMinute: number, ofQuota: number]> {
    const { rate, quota } = await metersOf(key);
    return [rate.remaining, quota.remaining];
  }
  /** The answers to so many requests at once. */
  const outcomes = async (key: CreatedKey, count: number): Promise<string[]> =>
    (await Promise.all(Array.from({ length: count }, () => ask(key)))).map(outcomeOf);
  /** The requests that were used, as another process reads them after everything is settled. */
  async function usage({ email }: CreatedKey) {
    await gate.settle();
    const read = await usageOf(others, email, now());
    assert.ok(read !== null);
    const { account, thisMinute, days } = read;
    return { used: account.requestsUsed, thisMinute, days, today: days.at(-1)?.requests };
  }
  const change = (on: Database, { email }: CreatedKey, changes: Parameters<typeof setAccount>[2]) =>
    setAccount(on, email, changes, now());

  for (const [plan, limit] of [
    ["trial", 30],
    ["standard", 120],
  ] as const) {
    test(`the plan ${plan} has ${limit} requests in a minute, and the next one is refused [D-37]`, async () => {
      const key = await newKey({ plan });
      for (let request = 1; request <= limit; request++) {
        const { rate } = await metersOf(key);
        assert.deepEqual([rate.limit, rate.remaining], [limit, limit - request]);
      }
      const refused = await ask(key);
      assert.ok(!refused.ok);
      assert.deepEqual([refused.code, refused.retryAfterS], ["rate_limited", 60]);
      assert.equal(refused.meters?.rate.resetAtS, (clockMs + 60_000) / 1000);
      pass(59_999);
      assert.deepEqual(await outcomes(key, 1), ["rate_limited"]);
      pass(1);
      assert.deepEqual(await outcomes(key, limit + 1), [...Array(limit).fill("ok"), "rate_limited"]);
    });
  }

  test("200 requests at once with two keys of an account that has 7 left are 7 successes", async () => {
    const key = await newKey({ requestsPerMinute: 10_000, requestsPerMonth: 7 });
    const second = await newKey({ email: key.email });
    const all = await Promise.all(Array.from({ length: 200 }, (_, turn) => ask(turn % 3 === 0 ? second : key)));
    assert.equal(all.filter(({ ok }) => ok).length, 7);
    assert.equal((await usage(key)).used, 7);
  });

  test("what is given back after midnight or after the period is not taken off the new one", async () => {
    clockMs = Date.UTC(2026, 11, 31, 23, 59, 59);
    const key = await newKey({ requestsPerMonth: 100 });
    const [late] = [await ask(key), await ask(key)];
    pass(2000);
    assert.deepEqual(await outcomes(key, 1), ["ok"]);
    if (late.ok) late.giveBack();
    const { used, days } = await usage(key);
    assert.equal(used, 1);
    assert.deepEqual(days.slice(-2), [
      { day: "2026-12-31", requests: 1 },
      { day: "2027-01-01", requests: 1 },
    ]);
  });

  test("what is given back late is not taken off another plan's period, nor off an account that was made anew", async () => {
    const key = await newKey();
    const ofOldPlan = await ask(key);
    await change(on.access, key, { plan: "trial" });
    await change(on.access, key, { plan: "standard" });
    const [ofThisPlan] = [await ask(key), await ask(key)];
    if (ofOldPlan.ok) assert.equal(ofOldPlan.giveBack().quota.remaining, 99_998);
    await gate.settle();
    await deleteAccount(on.access, key.email);
    pass(1);
    const again = await newKey({ email: key.email });
    await outcomes(again, 2);
    if (ofThisPlan.ok) ofThisPlan.giveBack();
    const { used, today } = await usage(again);
    assert.deepEqual([used, today], [2, 2]);
  });

  test("a month from an anchor begins anew at its time of day, also for who reads at once", async () => {
    const endMs = Date.UTC(2027, 0, 20, 12, 30);
    clockMs = endMs - 200;
    const key = await newKey({ requestsPerMonth: 3 });
    const period = {
      period_anchor_ms: Date.UTC(2026, 9, 20, 12, 30),
      period_start_ms: Date.UTC(2026, 11, 20, 12, 30),
      period_end_ms: endMs,
    };
    const accounts = tablesOf<AccessTables>(on.access.kysely).updateTable("accounts");
    await accounts.set(period).where("email", "=", key.email).execute();
    // As `writeTransaction` does.
    on.access.written.transactions++;
    assert.deepEqual(await outcomes(key, 1), ["ok"]);
    pass(100);
    assert.deepEqual(await outcomes(key, 3), ["ok", "ok", "quota_exceeded"]);
    pass(100);
    const resetAtS = Date.UTC(2027, 1, 20, 12, 30) / 1000;
    assert.deepEqual((await metersOf(key)).quota, { limit: 3, remaining: 2, resetAtS });
    await gate.settle();
    const account = await readAccount(on.access, key.email, now());
    assert.deepEqual([account?.requestsUsed, account?.periodStartMs], [1, endMs]);
  });

  test("limits that an operator changes in this process hold from the next request on", async () => {
    const key = await newKey({ requestsPerMinute: 1, requestsPerMonth: 10 });
    assert.deepEqual(await outcomes(key, 2), ["ok", "rate_limited"]);
    await change(on.access, key, { requestsPerMinute: 3, requestsPerMonth: 2 });
    assert.deepEqual(await outcomes(key, 2), ["ok", "quota_exceeded"]);
    await change(on.access, key, { requestsPerMinute: null, requestsPerMonth: null });
    const { rate, quota } = await metersOf(key);
    assert.deepEqual([rate.limit, quota.limit], [120, 100_000]);
  });

  test("what another process changes counts within a second: standings and keys [D-41]", async () => {
    const key = await newKey();
    for (const [standing, outcome] of [
      ["past_due", "forbidden"],
      ["active", "ok"],
    ] as const) {
      await change(others, key, { standing });
      pass(1000);
      assert.deepEqual(await outcomes(key, 1), [outcome]);
    }
    await revokeKey(others, { prefix: key.key, now: now() });
    pass(1000);
    const refused = await ask(key);
    assert.equal(!refused.ok && refused.message, "the API key was revoked");
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
    // Of the five, the two of other months are charged there.
    const { used, today } = await usage(key);
    assert.deepEqual([used, today], [3, 3]);
    assert.equal((await left(key))[1], 99_996);
  });

  test("windows go by time that no clock changes, also after a restart", async () => {
    const key = await newKey({ requestsPerMinute: 3 });
    await ask(key);
    for (const jumpMs of [5 * dayMs, -9 * dayMs]) {
      clockMs += jumpMs;
      elapsedMs += 20_000;
      assert.deepEqual(await outcomes(key, 1), ["ok"]);
    }
    assert.deepEqual(await outcomes(key, 1), ["rate_limited"], "three in forty seconds");
    elapsedMs += 20_000;
    assert.deepEqual(await outcomes(key, 2), ["ok", "rate_limited"], "the first one has left");
    await restart();
    assert.deepEqual(await outcomes(key, 1), ["rate_limited"], "those since the clock was set back are stored");
  });
});
