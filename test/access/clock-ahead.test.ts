/** A clock that was ahead for a moment, on both engines: what it counted holds for a minute, what it began is undone. */
import assert from "node:assert/strict";
import { afterAll, afterEach, beforeAll, describe, test } from "vitest";
import { listAccounts, setAccount } from "../../src/access/accounts.ts";
import { withClock } from "../../src/access/counting/runtime.ts";
import { type Admission, type Gate, openGate } from "../../src/access/gate.ts";
import type { CreatedKey } from "../../src/access/keys/account-keys.ts";
import { listKeys } from "../../src/access/keys/account-keys.ts";
import { createKey, type NewKey } from "../../src/access/keys/operator-keys.ts";
import type { AccessTables } from "../../src/access/tables.ts";
import { usageOf } from "../../src/access/usage.ts";
import { type Database, openAccess, tablesOf } from "../../src/database/engine.ts";
import { engineNames, startEngine, type TestEngine } from "../support/engines.ts";

const startMs = Date.UTC(2026, 10, 21, 12);
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const quota = 1000;

for (const name of engineNames) {
  describe(`on ${name}`, () => {
    let engine: TestEngine;
    let access: Database;
    let gate: Gate;
    let nowMs = startMs;
    let accounts = 0;
    let tests = 0;
    const runtime = withClock(() => nowMs);

    beforeAll(async () => {
      engine = await startEngine(name);
      access = await openAccess(await engine.freshUrl());
      gate = openGate(access, runtime);
    });
    // Some tests go far, and none begins where another has failed.
    afterEach(() => {
      nowMs = startMs + ++tests * 3 * 60_000;
    });
    afterAll(async () => {
      await gate?.close();
      await access?.close();
      await engine.close();
    });

    const newKey = (terms: Partial<NewKey> = {}): Promise<CreatedKey> =>
      createKey(access, {
        email: `caller${++accounts}@example.com`,
        requestsPerMonth: quota,
        now: new Date(nowMs),
        ...terms,
      });
    const admit = ({ key }: CreatedKey): Promise<Admission> =>
      gate.admit({ authorization: undefined, apiKey: key, address: "127.0.0.1" });
    const outcomes = async (key: CreatedKey, count: number): Promise<string[]> =>
      (await Promise.all(Array.from({ length: count }, () => admit(key)))).map((each) => (each.ok ? "ok" : each.code));
    const usage = async ({ email }: CreatedKey) => {
      const found = await usageOf(access, email, new Date(nowMs));
      assert.ok(found !== null);
      return found;
    };
    /** Another process, which knows nothing but what is on disk. */
    async function startAnew(): Promise<void> {
      await gate.close();
      gate = openGate(access, runtime);
    }
    /** What happens while the clock is ahead. */
    async function ahead<Result>(aheadMs: number, work: () => Promise<Result>): Promise<Result> {
      nowMs += aheadMs;
      try {
        return await work();
      } finally {
        nowMs -= aheadMs;
      }
    }
    const rows = () => tablesOf<AccessTables>(access.kysely);

    for (const [how, between] of [
      ["", async () => {}],
      [", also after a restart", startAnew],
    ] as const) {
      test(`two hours ahead for one request take one place in the minute, and no more${how}`, async () => {
        const key = await newKey({ requestsPerMinute: 3 });
        await ahead(2 * hourMs, () => outcomes(key, 1));
        await between();
        assert.deepEqual(await outcomes(key, 3), ["ok", "ok", "rate_limited"]);
        nowMs += 59_999;
        assert.deepEqual(await outcomes(key, 1), ["rate_limited"]);
        nowMs += 1;
        assert.deepEqual(await outcomes(key, 4), ["ok", "ok", "ok", "rate_limited"]);
      });

      test(`a minute that was filled by a clock ahead is over in a minute, as Retry-After says${how}`, async () => {
        const key = await newKey({ requestsPerMinute: 5 });
        await ahead(2 * hourMs, async () => {
          assert.deepEqual(await outcomes(key, 6), [...Array(5).fill("ok"), "rate_limited"]);
        });
        await between();
        const refused = await admit(key);
        assert.ok(!refused.ok && refused.code === "rate_limited");
        assert.deepEqual([refused.retryAfterS, refused.meters?.rate.resetAtS], [60, (nowMs + 60_000) / 1000]);
        nowMs += 30_000;
        const later = await admit(key);
        assert.ok(!later.ok);
        assert.equal(later.retryAfterS, 30);
        nowMs += 30_000;
        assert.deepEqual(await outcomes(key, 6), [...Array(5).fill("ok"), "rate_limited"]);
        assert.equal((await usage(key)).thisMinute, 5);
      });
    }

    test("a clock that was ahead for a whole day forgets nothing of its last minute when it is set right", async () => {
      const key = await newKey({ requestsPerMinute: 4 });
      nowMs += dayMs;
      for (let minute = 0; minute < 5; minute++) {
        await outcomes(key, 2);
        nowMs += 40_000;
      }
      nowMs -= 20_000;
      await outcomes(key, 1);
      nowMs -= dayMs;
      // Two of 20 seconds ago, by that clock, and one.
      assert.deepEqual(await outcomes(key, 2), ["ok", "rate_limited"]);
    });

    test("up to a minute back, what was counted stands, and Retry-After says how long", async () => {
      for (const backMs of [1000, 20_000, 60_000]) {
        const key = await newKey({ requestsPerMinute: 2 });
        await outcomes(key, 2);
        nowMs -= backMs;
        const refused = await admit(key);
        assert.ok(!refused.ok && refused.code === "rate_limited");
        assert.equal(refused.retryAfterS, (60_000 + backMs) / 1000);
        nowMs += 60_000 + backMs - 1;
        assert.deepEqual(await outcomes(key, 1), ["rate_limited"]);
        nowMs += 1;
        assert.deepEqual(await outcomes(key, 1), ["ok"]);
      }
    });

    test("the jump of one key's request changes nothing for others", async () => {
      const key = await newKey({ requestsPerMinute: 2 });
      const other = await newKey({ requestsPerMinute: 2 });
      assert.deepEqual(await outcomes(other, 1), ["ok"]);
      await ahead(2 * hourMs, () => outcomes(key, 1));
      assert.deepEqual(await outcomes(other, 2), ["ok", "rate_limited"]);
      nowMs += 60_000;
      assert.deepEqual(await outcomes(other, 3), ["ok", "ok", "rate_limited"]);
    });

    test("a key that was used by a clock ahead was last used now, once it asks again", async () => {
      const key = await newKey();
      const lastUsed = async () => (await listKeys(access, key.email))[0]?.lastUsedMs;
      await ahead(2 * hourMs, () => outcomes(key, 1));
      nowMs += 1000;
      await outcomes(key, 1);
      nowMs += 2000;
      await outcomes(key, 1);
      assert.equal(await lastUsed(), nowMs);
    });

    for (const [how, between] of [
      ["", async () => {}],
      [", also after a restart", startAnew],
    ] as const) {
      test(`forty days ahead for a moment move neither the period nor the day, and everything counts${how}`, async () => {
        const key = await newKey();
        await outcomes(key, 5);
        const before = (await usage(key)).account;
        await ahead(40 * dayMs, () => outcomes(key, 3));
        await between();
        assert.deepEqual(await outcomes(key, 4), Array(4).fill("ok"));
        const { account, days } = await usage(key);
        assert.deepEqual([account.periodStartMs, account.periodEndMs], [before.periodStartMs, before.periodEndMs]);
        assert.equal(account.requestsUsed, 12);
        assert.deepEqual(
          days.slice(-2).map(({ requests }) => requests),
          [0, 12],
        );
        const told = await admit(key);
        assert.deepEqual(told.meters?.quota, {
          limit: quota,
          remaining: quota - 13,
          resetAtS: before.periodEndMs / 1000,
        });
      });

      for (const [howFar, backMs] of [
        ["two hours on the first of a month", 2 * hourMs],
        ["forty days", 40 * dayMs],
        ["fifty years", 50 * 365 * dayMs],
      ] as const) {
        test(`a clock that is ${howFar} behind for a moment gives nobody a quota anew${how}`, async () => {
          nowMs = Date.UTC(2026, 10, 20);
          const key = await newKey({ requestsPerMonth: 12 });
          await outcomes(key, 3);
          nowMs = Date.UTC(2026, 11, 1, 1);
          await outcomes(key, 10);
          await ahead(-backMs, () => outcomes(key, 2));
          await between();
          assert.deepEqual(await outcomes(key, 3), ["ok", "ok", "quota_exceeded"]);
          const { account } = await usage(key);
          assert.deepEqual([account.periodStartMs, account.requestsUsed], [Date.UTC(2026, 11, 1), 12]);
          nowMs = Date.UTC(2027, 0, 1);
          assert.deepEqual(await outcomes(key, 13), [...Array(12).fill("ok"), "quota_exceeded"]);
        });
      }
    }

    test("a clock that is behind again and again charges every request once", async () => {
      nowMs = Date.UTC(2026, 10, 20);
      const key = await newKey();
      const used = async () => quota - ((await admit(key)).meters?.quota.remaining ?? 0);
      await outcomes(key, 3);
      nowMs = Date.UTC(2026, 11, 1, 1);
      await outcomes(key, 10);
      // In the month before, what is counted in this one counts too, for who knows which of the clocks is right.
      assert.equal(await ahead(-2 * hourMs, used), 3 + 10 + 1);
      assert.equal(await used(), 10 + 1);
      assert.equal(await ahead(-2 * hourMs, used), 3 + 1 + 11 + 1);
      assert.equal(await used(), 11 + 1);
      assert.equal(await ahead(-40 * dayMs, used), 3 + 2 + 12 + 1);
      assert.equal(await used(), 12 + 1);
    });

    test("a quota that is used up is not there twice because a clock was ahead, and its Retry-After is true", async () => {
      const key = await newKey({ requestsPerMonth: 6 });
      await outcomes(key, 4);
      await ahead(40 * dayMs, () => outcomes(key, 2));
      const refused = await admit(key);
      assert.ok(!refused.ok && refused.code === "quota_exceeded");
      assert.equal(refused.retryAfterS, (Date.UTC(2026, 11, 1) - nowMs) / 1000);
      nowMs = Date.UTC(2026, 11, 1);
      assert.deepEqual(await outcomes(key, 7), [...Array(6).fill("ok"), "quota_exceeded"]);
      assert.equal((await usage(key)).account.requestsUsed, 6);
    });

    test("a clock that was ahead twice, over two months, leads back to the month that was left first", async () => {
      const key = await newKey();
      const { account } = await usage(key);
      await outcomes(key, 3);
      await ahead(20 * dayMs, () => outcomes(key, 2));
      await ahead(45 * dayMs, () => outcomes(key, 1));
      await outcomes(key, 1);
      const now = (await usage(key)).account;
      assert.deepEqual([now.periodStartMs, now.requestsUsed], [account.periodStartMs, 7]);
    });

    test("what was counted by a clock ahead can be given back after it was set right", async () => {
      const key = await newKey();
      const early = await admit(key);
      const late = await ahead(40 * dayMs, () => admit(key));
      await outcomes(key, 1);
      for (const admission of [early, late]) {
        assert.ok(admission.ok);
        await admission.giveBack();
      }
      const { account, days } = await usage(key);
      assert.deepEqual([account.requestsUsed, days.at(-1)?.requests], [1, 1]);
    });

    test("who looks at an account after the clock was set right sees its own month, before anybody asks", async () => {
      const key = await newKey();
      await outcomes(key, 5);
      const before = (await usage(key)).account;
      await ahead(40 * dayMs, async () => {
        await outcomes(key, 2);
        nowMs += 90_000;
        await outcomes(key, 1);
        await outcomes(key, 3);
        nowMs -= 90_000;
      });
      const { account, thisMinute } = await usage(key);
      assert.deepEqual(account, { ...before, requestsUsed: 11 });
      assert.ok(thisMinute >= 4 && thisMinute <= 11, `${thisMinute}`);
      const listed = (await listAccounts(access, new Date(nowMs))).find(({ email }) => email === key.email);
      assert.deepEqual(listed, account);
    });

    test("an operator or an event of billing that comes before the next request loses nothing of the use", async () => {
      const key = await newKey();
      await outcomes(key, 5);
      await ahead(40 * dayMs, () => outcomes(key, 2));
      const changed = await setAccount(access, key.email, { requestsPerMonth: 500 }, new Date(nowMs));
      assert.deepEqual([changed.requestsUsed, changed.periodStartMs], [7, Date.UTC(2026, 10, 1)]);
      await outcomes(key, 1);
      assert.equal((await usage(key)).account.requestsUsed, 8);
    });

    test("a trial is not ended by a clock that was past its end for a moment", async () => {
      const key = await newKey({ plan: "trial" });
      assert.deepEqual(await ahead(40 * dayMs, () => outcomes(key, 1)), ["forbidden"]);
      assert.deepEqual(await outcomes(key, 1), ["ok"]);
      assert.equal((await usage(key)).account.standing, "trialing");
    });

    test("a month that an operator began is not undone, and a subscription's that begins later is left alone", async () => {
      const key = await newKey();
      await outcomes(key, 2);
      await ahead(40 * dayMs, async () => {
        await outcomes(key, 2);
        await setAccount(access, key.email, { plan: "trial" }, new Date(nowMs));
        await setAccount(access, key.email, { plan: "standard" }, new Date(nowMs));
      });
      // Which use was left is the operator's doing now; the month is the present one all the same.
      await outcomes(key, 1);
      assert.equal((await usage(key)).account.periodStartMs, Date.UTC(2026, 10, 1));
      const paid = await newKey();
      const later = {
        period_anchor_ms: nowMs + hourMs,
        period_start_ms: nowMs + hourMs,
        period_end_ms: nowMs + 30 * dayMs,
      };
      await rows().updateTable("accounts").set(later).where("email", "=", paid.email).execute();
      assert.deepEqual(await outcomes(paid, 2), ["ok", "ok"]);
      assert.equal((await usage(paid)).account.periodStartMs, later.period_start_ms);
    });

    test("rows that a jump left under the version before this one are set right by the next request", async () => {
      const key = await newKey({ requestsPerMinute: 10 });
      const future = nowMs + 40 * dayMs;
      const month = { period_start_ms: Date.UTC(2026, 11, 1), period_end_ms: Date.UTC(2027, 0, 1) };
      await rows()
        .updateTable("accounts")
        .set({
          ...month,
          period: 2,
          requests_used: 2,
          day: new Date(future).toISOString().slice(0, 10),
          day_requests: 2,
        })
        .where("email", "=", key.email)
        .execute();
      const today = new Date(nowMs).toISOString().slice(0, 10);
      await rows().insertInto("account_days").values({ email: key.email, day: today, requests: 70 }).execute();
      if (name === "postgres") {
        // The rows before the first of these were deleted long ago.
        const window = [
          { key_id: key.keyId, at_ms: nowMs - 10_000, total: 5070 },
          { key_id: key.keyId, at_ms: future, total: 5072 },
        ];
        await rows().insertInto("key_windows").values(window).execute();
      } else {
        await rows().insertInto("request_log").values({ key_id: key.keyId, at_ms: future, requests: 2 }).execute();
        const folded = rows()
          .selectFrom("request_log")
          .select(({ fn }) => fn.max("entry").as("entry"));
        await rows().updateTable("request_log_fold").set({ entry: folded }).execute();
        await startAnew();
      }
      assert.deepEqual(await outcomes(key, 9), [...Array(8).fill("ok"), "rate_limited"]);
      const { account, days } = await usage(key);
      assert.deepEqual(
        [account.periodStartMs, account.periodEndMs, account.requestsUsed, days.at(-1)?.requests],
        [Date.UTC(2026, 10, 1), Date.UTC(2026, 11, 1), 10, 80],
      );
    });
  });
}
