/**
 * Counting on SQLite: the keys that have asked are kept in memory with their windows, and each moment's decisions are
 * committed, an entry a key, before any of them is told. A commit by anyone else makes us look again. It decides as the
 * function of `database/migrations/access-0001-take.ts` does; the same tests run on both.
 */
import type { Direct } from "../../database/direct.ts";
import { type Counts, windowMs } from "../meters.ts";
import { monthAt } from "../periods.ts";
import { plans, standingAt } from "../plans.ts";
import type { Counter, Receipt, Taken } from "./counter.ts";
import type { Runtime } from "./runtime.ts";
import { type KnownKey, SqliteKeys } from "./sqlite-keys.ts";

/** Until another connection has committed. */
const busyMs = 1;

export function sqliteCounter(direct: Direct, runtime: Runtime): Counter {
  const keys = new SqliteKeys(direct);

  /** Nothing that was not committed may stay in memory. */
  async function committed<Result>(work: () => Result): Promise<Result> {
    for (;;) {
      try {
        const result = direct.tryTransaction(() => {
          keys.lookAgain();
          return work();
        });
        if (result !== null) return result;
      } catch (error) {
        keys.forget();
        throw error;
      }
      await runtime.sleep(busyMs);
    }
  }

  return {
    take: (hashes) =>
      committed(() => {
        const nowMs = runtime.nowMs();
        const taken = hashes.map((hash) => {
          const key = keys.find(hash);
          return key === null ? ({ outcome: "unknown" } as const) : take(keys, key, nowMs);
        });
        keys.write(nowMs);
        return taken;
      }),
    giveBack: (receipts) => committed(() => receipts.map((receipt) => keys.giveBack(receipt))),
    close: async () => direct.close(),
  };
}

function take(keys: SqliteKeys, key: KnownKey, clockNowMs: number): Taken {
  const { account, window } = key;
  // A clock that was set back must not undo the order of what was counted.
  const nowMs = Math.max(clockNowMs, window.latestMs);
  window.forgetUntil(nowMs - windowMs);
  const counts = (): Counts => ({
    nowMs,
    minuteLimit: account.requestsPerMinute ?? plans[account.plan].requestsPerMinute,
    counted: window.counted,
    oldestMs: window.oldestMs,
    quotaLimit: account.requestsPerMonth ?? plans[account.plan].requests,
    used: account.used,
    periodEndMs: account.period_end_ms,
  });
  if (key.isRevoked) return { outcome: "revoked", counts: counts() };
  const standing = standingAt(account, nowMs);
  if (standing !== "active" && standing !== "trialing") return { outcome: standing, counts: counts() };
  if (standing === "active" && nowMs >= account.period_end_ms) {
    keys.beginPeriod(account, monthAt(nowMs, account.period_anchor_ms));
  }
  const before = counts();
  if (before.counted >= before.minuteLimit) return { outcome: "rate_limited", counts: before };
  if (before.used >= before.quotaLimit) return { outcome: "quota_exceeded", counts: before };
  keys.count(key, nowMs);
  const receipt: Receipt = { hash: key.hash, period: account.period, day: account.day };
  return { outcome: "taken", counts: counts(), receipt };
}
