/**
 * Counting on SQLite. The keys that have been used are kept in memory with their windows. The decisions of each batch
 * are committed, with an entry for each key, before any of them is told. After a commit by another connection, the rows
 * are read again. It decides as the function of `postgres-take.ts` does; the same tests run on both.
 */
import type { Direct } from "../../database/direct.ts";
import { type Counts, windowMs } from "../meters.ts";
import { plans, standingAt } from "../plans.ts";
import { isAhead } from "./clock-ahead.ts";
import { type Counter, probeHash, type Receipt, type Taken } from "./counter.ts";
import { Again } from "./moments.ts";
import type { Runtime } from "./runtime.ts";
import { type KnownKey, SqliteKeys } from "./sqlite-keys.ts";

/** Stands for every answer while another connection is writing. */
const busy = new Again(new Error("another process is writing to the file of accounts"), 1);

export function sqliteCounter(direct: Direct, runtime: Runtime): Counter {
  const keys = new SqliteKeys(direct);

  /**
   * Does the work in a transaction. A commit that failed was rolled back, so everything in memory is forgotten then:
   * nothing may stay there that was not committed.
   */
  function committed<Result>(work: () => Result[], count: number): (Result | Again)[] {
    try {
      const results = direct.tryTransaction(() => {
        keys.lookAgain();
        return work();
      });
      return results ?? Array.from({ length: count }, () => busy);
    } catch (error) {
      keys.forget();
      throw error;
    }
  }

  return {
    take: async (hashes) =>
      committed(() => {
        const nowMs = runtime.nowMs();
        keys.setRight(nowMs);
        const taken = hashes.map((hash) => {
          if (hash === probeHash) keys.writeNothing();
          const key = keys.find(hash);
          return key === null ? ({ outcome: "unknown" } as const) : take(keys, key, nowMs);
        });
        keys.write(nowMs);
        return taken;
      }, hashes.length),
    giveBack: async (given) => committed(() => given.map(({ receipt }) => keys.giveBack(receipt)), given.length),
    isApart: () => false,
    close: async () => direct.close(),
  };
}

function take(keys: SqliteKeys, key: KnownKey, nowMs: number): Taken {
  const { account, window } = key;
  const { email } = account;
  if (isAhead(window.latestMs, nowMs)) window.countAsNow(nowMs);
  // A clock that was set back a little must not undo the order of what was counted.
  const atMs = Math.max(nowMs, window.latestMs);
  window.forgetUntil(atMs - windowMs);
  const counts = (): Counts => ({
    nowMs,
    minuteLimit: account.requestsPerMinute ?? plans[account.plan].requestsPerMinute,
    counted: window.counted,
    oldestMs: window.oldestMs,
    quotaLimit: account.requestsPerMonth ?? plans[account.plan].requests,
    used: account.used,
    periodEndMs: account.period_end_ms,
  });
  if (key.isRevoked) return { outcome: "revoked", email, counts: counts() };
  const standing = standingAt(account, atMs);
  if (standing !== "active" && standing !== "trialing") return { outcome: standing, email, counts: counts() };
  keys.setAccountRight(account, atMs);
  const before = counts();
  if (before.counted >= before.minuteLimit) return { outcome: "rate_limited", email, counts: before };
  if (before.used >= before.quotaLimit) return { outcome: "quota_exceeded", email, counts: before };
  keys.count(key, atMs);
  const receipt: Receipt = { hash: key.hash, period: account.period, day: account.day, atMs };
  return { outcome: "taken", email, counts: counts(), receipt };
}
