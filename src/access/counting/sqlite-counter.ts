/**
 * Counting on SQLite. The keys that have been used are kept in memory with their windows. The decisions of each batch
 * are in the journal, with an entry for each key, before any of them is told. SQLite's write lock keeps other processes
 * from deciding meanwhile. After a commit by another connection, the rows are read again. It decides as the function of `postgres-take.ts` does; the same tests run on both.
 */
import type { Direct } from "../../database/direct.ts";
import { type Counts, windowMs } from "../meters.ts";
import { plans, standingAt } from "../plans.ts";
import { isAhead } from "./clock-ahead.ts";
import { type Counter, probeHash, type Receipt, type Taken } from "./counter.ts";
import type { KnownAccount } from "./known-account.ts";
import { Again } from "./moments.ts";
import { foldEveryMs } from "./request-log.ts";
import type { Runtime } from "./runtime.ts";
import { type KnownKey, SqliteKeys } from "./sqlite-keys.ts";

/** Stands for every answer while another connection is writing. */
const busy = new Again(new Error("another process is writing to the file of accounts"), 1);

/** @throws DatabaseError when the journal cannot be opened. */
export function sqliteCounter(direct: Direct, runtime: Runtime): Counter {
  const keys = new SqliteKeys(direct);
  const outside = { hasWritten: () => keys.hasWritten, undo: () => keys.undo() };
  const closing = new AbortController();
  let isFoldAhead = false;

  /**
   * Does the work in a transaction; returns null when another connection is writing. What fails is undone, so everything
   * in memory is forgotten then: nothing may stay there that was not written.
   */
  function locked<Result>(work: () => Result): Result | null {
    try {
      return direct.tryTransaction(() => {
        keys.lookAgain();
        return work();
      }, outside);
    } catch (error) {
      keys.forget();
      throw error;
    }
  }

  function decided<Result>(work: () => Result[], count: number): (Result | Again)[] {
    const results = locked(work);
    if (keys.hasPending && !isFoldAhead) void foldSoon();
    return results ?? Array.from({ length: count }, () => busy);
  }

  /** Returns false when another connection is writing. */
  function fold(): boolean {
    if (locked(() => keys.hasPending && keys.fold(runtime.nowMs())) === null) return false;
    // Looking again clears the journal.
    locked(() => {});
    return true;
  }

  /** While requests come, they fold on their way; this is for the last ones. It is repeated until it succeeds. */
  async function foldSoon(): Promise<void> {
    isFoldAhead = true;
    for (let isDone = false; !isDone; ) {
      await runtime.sleep(foldEveryMs, closing.signal);
      if (closing.signal.aborted) return;
      try {
        isDone = fold();
      } catch {
        // The requests of this time are told of the same failure, and the journal has what is to be folded.
      }
    }
    isFoldAhead = false;
  }

  // A process that was killed may have left requests in the journal.
  try {
    if (!fold()) void foldSoon();
  } catch {
    void foldSoon();
  }

  return {
    take: async (hashes) =>
      decided(() => {
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
    giveBack: async (given) => decided(() => given.map(({ receipt }) => keys.giveBack(receipt)), given.length),
    isApart: () => false,
    close: async () => {
      closing.abort();
      try {
        fold();
      } catch {
        // The journal has what could not be folded, for the next process.
      }
      keys.close();
      direct.close();
    },
  };
}

function take(keys: SqliteKeys, key: KnownKey, nowMs: number): Taken {
  const { account, window } = key;
  const { email } = account;
  if (isAhead(window.latestMs, nowMs)) window.countAsNow(nowMs);
  // A clock that was set back a little must not undo the order of what was counted.
  const atMs = Math.max(nowMs, window.latestMs);
  window.forgetUntil(atMs - windowMs);
  if (key.isRevoked) return { outcome: "revoked", email, counts: countsOf(key, nowMs) };
  const standing = standingAt(account, atMs);
  if (standing !== "active" && standing !== "trialing") {
    return { outcome: standing, email, counts: countsOf(key, nowMs) };
  }
  keys.setAccountRight(account, atMs);
  if (window.counted >= minuteLimitOf(account)) {
    return { outcome: "rate_limited", email, counts: countsOf(key, nowMs) };
  }
  if (account.used >= quotaLimitOf(account)) {
    return { outcome: "quota_exceeded", email, counts: countsOf(key, nowMs) };
  }
  keys.count(key, atMs);
  const receipt: Receipt = { hash: key.hash, period: account.period, day: account.day, atMs };
  return { outcome: "taken", email, counts: countsOf(key, nowMs), receipt };
}

function minuteLimitOf({ requestsPerMinute, plan }: KnownAccount): number {
  return requestsPerMinute ?? plans[plan].requestsPerMinute;
}

function quotaLimitOf({ requestsPerMonth, plan }: KnownAccount): number {
  return requestsPerMonth ?? plans[plan].requests;
}

function countsOf({ account, window }: KnownKey, nowMs: number): Counts {
  return {
    nowMs,
    minuteLimit: minuteLimitOf(account),
    counted: window.counted,
    oldestMs: window.oldestMs,
    quotaLimit: quotaLimitOf(account),
    used: account.used,
    periodEndMs: account.period_end_ms,
  };
}
