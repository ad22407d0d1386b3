/** The window and the quota [D-37, D-38, D-40]: with a fixed clock, and with real concurrency, on both engines. */
import assert from "node:assert/strict";
import { afterAll, beforeAll, test } from "vitest";
import { deleteAccount, readAccount as readStored, setAccount } from "../../src/access/accounts.ts";
import { type Admission, type Gate, openGate } from "../../src/access/gate.ts";
import { createKey, type NewKey } from "../../src/access/keys/account-keys.ts";
import type { AccessTables } from "../../src/access/tables.ts";
import { usageOf as storedUsageOf } from "../../src/access/usage.ts";
import { tablesOf } from "../../src/database/engine.ts";
import { onEachEngine, withClock } from "../support/access.ts";

const startMs = Date.UTC(2026, 10, 21, 12);
const dayMs = 86_400_000;
const outcomeOf = (admission: Admission): string => (admission.ok ? "ok" : admission.code);
const metersIn = (admission: Admission) => {
  assert.ok(admission.meters !== null);
  return admission.meters;
};

onEachEngine((on) => {
  let gate: Gate;
  let nowMs = startMs;
  const clock = withClock(() => nowMs);

  beforeAll(() => {
    gate = openGate(on.access, clock);
  });
  afterAll(() => gate?.close());

  const readAccount: typeof readStored = async (...asked) => {
    await gate.settle();
    return readStored(...asked);
  };
  const usageOf: typeof storedUsageOf = async (...asked) => {
    await gate.settle();
    return storedUsageOf(...asked);
  };
  const admit = (key: string, door = gate): Promise<Admission> =>
    door.admit({ authorization: undefined, apiKey: key, address: "127.0.0.1" });
  const newKey = (terms: Partial<NewKey>) => on.newKey({ now: new Date(nowMs), ...terms });
  const outcomes = async (key: string, count: number): Promise<string[]> =>
    (await Promise.all(Array.from({ length: count }, () => admit(key)))).map(outcomeOf);

  test("a plan's own limits hold: the 31st of a trial and the 121st of Standard in a minute are refused [D-37]", async () => {
    for (const [plan, limit] of [
      ["trial", 30],
      ["standard", 120],
    ] as const) {
      const { key } = await newKey({ plan });
      nowMs += 1000;
      for (let request = 1; request <= limit; request++) {
        const admission = await admit(key);
        assert.deepEqual([outcomeOf(admission), metersIn(admission).rate.remaining], ["ok", limit - request]);
        assert.equal(metersIn(admission).rate.limit, limit);
      }
      const refused = await admit(key);
      assert.ok(!refused.ok);
      assert.deepEqual([refused.code, refused.retryAfterS], ["rate_limited", 60]);
      assert.equal(metersIn(refused).rate.resetAtS, (nowMs + 60_000) / 1000);
      nowMs += 59_999;
      assert.equal(outcomeOf(await admit(key)), "rate_limited");
      nowMs += 1;
      assert.deepEqual(await outcomes(key, limit + 1), [...Array(limit).fill("ok"), "rate_limited"]);
    }
  });

  test("200 requests at once with two keys of an account that has 7 left are 7 successes", async () => {
    const { key, email } = await newKey({ requestsPerMinute: 10_000, requestsPerMonth: 7 });
    const { key: second } = await newKey({ email });
    const all = await Promise.all(Array.from({ length: 200 }, (_, turn) => admit(turn % 3 === 0 ? second : key)));
    assert.equal(all.filter(({ ok }) => ok).length, 7);
    assert.equal((await readAccount(on.access, email, new Date(nowMs)))?.requestsUsed, 7);
  });

  test("keys of one account have windows of their own and share the quota [D-38]", async () => {
    const first = await newKey({ requestsPerMinute: 2, requestsPerMonth: 3 });
    const second = await newKey({ email: first.email });
    assert.deepEqual(await outcomes(first.key, 3), ["ok", "ok", "rate_limited"]);
    assert.deepEqual(await outcomes(second.key, 2), ["ok", "quota_exceeded"]);
  });

  test("a request that is refused counts in neither: not for the rate, not for the quota", async () => {
    const { key, email } = await newKey({ requestsPerMinute: 5, requestsPerMonth: 8 });
    await outcomes(key, 100);
    nowMs += 60_000;
    assert.deepEqual(await outcomes(key, 4), ["ok", "ok", "ok", "quota_exceeded"]);
    // Three were counted in this minute, so the rate has room: it is still the quota that refuses.
    assert.deepEqual(await outcomes(key, 9), Array(9).fill("quota_exceeded"));
    assert.equal((await readAccount(on.access, email, new Date(nowMs)))?.requestsUsed, 8);
  });

  test("a request that is given back leaves the quota and stays in the window", async () => {
    const { key, email } = await newKey({ requestsPerMinute: 5, requestsPerMonth: 2 });
    for (let request = 0; request < 3; request++) {
      const admission = await admit(key);
      assert.ok(admission.ok);
      assert.equal(admission.meters.quota.remaining, 1);
      const after = admission.giveBack();
      assert.deepEqual([after.quota.remaining, after.rate.remaining], [2, 4 - request]);
    }
    assert.deepEqual(await outcomes(key, 3), ["ok", "ok", "rate_limited"]);
    const usage = await usageOf(on.access, email, new Date(nowMs));
    assert.deepEqual([usage?.account.requestsUsed, usage?.thisMinute, usage?.days.at(-1)?.requests], [2, 5, 2]);
  });

  test("what is given back after midnight or after the period is not taken off the new one", async () => {
    nowMs = Date.UTC(2026, 11, 31, 23, 59, 59);
    const { key, email } = await newKey({ requestsPerMonth: 100 });
    const late = [await admit(key), await admit(key)];
    nowMs = Date.UTC(2027, 0, 1, 0, 0, 1);
    assert.equal(outcomeOf(await admit(key)), "ok");
    for (const admission of late.slice(0, 1)) if (admission.ok) admission.giveBack();
    const usage = await usageOf(on.access, email, new Date(nowMs));
    assert.equal(usage?.account.requestsUsed, 1);
    assert.deepEqual(usage?.days.slice(-2), [
      { day: "2026-12-31", requests: 1 },
      { day: "2027-01-01", requests: 1 },
    ]);
  });

  test("what is given back late is not taken off another plan's period, nor off an account that was made anew", async () => {
    nowMs = startMs + 30 * dayMs;
    const { key, email } = await newKey({ plan: "standard" });
    const ofOldPlan = await admit(key);
    await setAccount(on.access, email, { plan: "trial" }, new Date(nowMs));
    await setAccount(on.access, email, { plan: "standard" }, new Date(nowMs));
    const ofThisPlan = await admit(key);
    await admit(key);
    if (ofOldPlan.ok) assert.equal(ofOldPlan.giveBack().quota.remaining, 99_998);
    await gate.settle();
    await deleteAccount(on.access, email);
    nowMs++;
    const again = await createKey(on.access, { email, now: new Date(nowMs) });
    await outcomes(again.key, 2);
    if (ofThisPlan.ok) ofThisPlan.giveBack();
    const usage = await usageOf(on.access, email, new Date(nowMs));
    assert.deepEqual([usage?.account.requestsUsed, usage?.days.at(-1)?.requests], [2, 2]);
  });

  test("a month from an anchor begins anew at its time of day, also for who reads at once", async () => {
    const endMs = Date.UTC(2027, 0, 20, 12, 30);
    nowMs = endMs - 200;
    const { key, email } = await newKey({ requestsPerMonth: 3 });
    const period = {
      period_anchor_ms: Date.UTC(2026, 9, 20, 12, 30),
      period_start_ms: Date.UTC(2026, 11, 20, 12, 30),
    };
    await tablesOf<AccessTables>(on.access.kysely)
      .updateTable("accounts")
      .set({ ...period, period_end_ms: endMs })
      .where("email", "=", email)
      .execute();
    // As `writeTransaction` does.
    on.access.written.transactions++;
    assert.deepEqual(await outcomes(key, 1), ["ok"]);
    nowMs += 100;
    assert.deepEqual(await outcomes(key, 3), ["ok", "ok", "quota_exceeded"]);
    nowMs = endMs;
    const first = await admit(key);
    assert.deepEqual(metersIn(first).quota, {
      limit: 3,
      remaining: 2,
      resetAtS: Date.UTC(2027, 1, 20, 12, 30) / 1000,
    });
    const account = await readAccount(on.access, email, new Date(nowMs));
    assert.deepEqual([account?.requestsUsed, account?.periodStartMs], [1, endMs]);
  });

  test("limits that an operator changes hold from the next request on", async () => {
    const { key, email } = await newKey({ requestsPerMinute: 1, requestsPerMonth: 10 });
    assert.deepEqual(await outcomes(key, 2), ["ok", "rate_limited"]);
    await setAccount(on.access, email, { requestsPerMinute: 3, requestsPerMonth: 2 }, new Date(nowMs));
    assert.deepEqual(await outcomes(key, 2), ["ok", "quota_exceeded"]);
    await setAccount(on.access, email, { requestsPerMinute: null, requestsPerMonth: null }, new Date(nowMs));
    const admission = await admit(key);
    assert.deepEqual([metersIn(admission).rate.limit, metersIn(admission).quota.limit], [120, 100_000]);
  });
});
