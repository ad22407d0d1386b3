/**
 * Counting decides on requests for the gate, in this node's memory, on SQLite and PostgreSQL. Twice a second it adds what it
 * has counted to the database, and what others have changed there is read again before a key is half a second old: so what
 * one node counts is known to all within a second [D-37], and a kill forgets at most the last one [D-40]. A key that was
 * read within the last hour is decided on while the database is away [D-48].
 */
import type { Database } from "../../database/engine.ts";
import { isSameDigest } from "../keys/keys.ts";
import type { Counts } from "../meters.ts";
import { dayOf, type Period, presentPeriod } from "../periods.ts";
import { type KeyRefusal, plans, standingAt } from "../plans.ts";
import { type AccountCounts, KeyWindow, type Owner } from "./account-counts.ts";
import type { Runtime } from "./runtime.ts";
import { Settling, soonAgainMs } from "./settling.ts";
import { CountStore, mostAtOnce, type StoredKey } from "./store.ts";

/**
 * Where a request was charged, so that it can be given back there: in which of the account's quota periods, and on which
 * day. When the account is gone, nothing is given back.
 */
export type Receipt = {
  readonly hash: string;
  readonly owner: Owner;
  readonly period: number;
  readonly startMs: number;
  readonly day: string;
};

/** The outcome of one request. `counts` are those after the request. */
export type Taken =
  | { readonly outcome: "unknown" }
  | {
      readonly outcome: KeyRefusal | "rate_limited" | "quota_exceeded";
      readonly email: string;
      readonly counts: Counts;
    }
  | { readonly outcome: "taken"; readonly email: string; readonly counts: Counts; readonly receipt: Receipt };

/** The result when a request cannot be decided in time. */
export class Undecided {
  /** The last failure, for the log. */
  readonly cause: unknown;

  constructor(cause: unknown) {
    this.cause = cause;
  }
}

const readAgainMs = 500;
/** A request with a key that is known does not wait longer for what others have changed. */
const latePatienceMs = 1000;
/** A hash that no key has. */
const noHash = "";
const probePatienceMs = 900;
const knownForMs = 3_600_000;
/** Keys that did not ask for a minute are forgotten when there are more, and in any case after an hour. */
const mostKeys = 20_000;
const pruneEveryMs = 60_000;

type KnownKey = Omit<StoredKey, "uses" | "others"> & {
  readonly counts: AccountCounts;
  /** The requests that this node has counted within the last minute, and those of all others. */
  readonly own: KeyWindow;
  readonly others: KeyWindow;
  readonly minuteLimit: number;
  readonly quotaLimit: number;
  /** Kept, because finding a month in the calendar takes ten microseconds. */
  present: Period;
  /** In monotonic time. */
  readonly readMs: number;
  /** The number of transactions that this process had written until then: its own changes count at once. */
  readonly transactions: number;
};

export class Counting {
  readonly #store: CountStore;
  readonly #database: Database;
  readonly #runtime: Runtime;
  readonly #keys = new Map<string, KnownKey>();
  readonly #settling: Settling;
  readonly #closing = new AbortController();
  /** The end of the database's present call: one at a time reads. */
  #reading: Promise<unknown> = Promise.resolve();
  /** The keys that the next call is to read. */
  #wanted: { readonly hashes: Set<string>; readonly isRead: Promise<boolean> } | null = null;
  /** The last failure to read; null while that works. */
  #readFailure: unknown = null;
  #prunedMs: number;

  constructor(database: Database, runtime: Runtime) {
    this.#database = database;
    this.#store = new CountStore(database, runtime);
    this.#settling = new Settling(database, this.#store, runtime, this.#closing.signal);
    this.#runtime = runtime;
    this.#prunedMs = runtime.elapsedMs();
  }

  /** Decides on a request, by its key's hash. */
  async take(hash: string, patienceMs: number): Promise<Taken | Undecided> {
    const known = this.#keys.get(hash);
    const key = known !== undefined && this.#isFresh(known) ? known : await this.#readAgain(hash, patienceMs);
    if (key instanceof Undecided) return key;
    if (this.#settling.isStuck()) return new Undecided(this.#settling.failure);
    return key === null ? { outcome: "unknown" } : this.#decide(key);
  }

  /** Gives a request back to the quota and returns the use after that; null: the key is gone. */
  async giveBack(receipt: Receipt): Promise<number | null> {
    const { hash, owner, period, startMs, day } = receipt;
    const known = this.#keys.get(hash);
    const key = known !== undefined && this.#isFresh(known) ? known : await this.#readAgain(hash, latePatienceMs);
    if (key === null) return null;
    const counts = this.#settling.countsOf(owner);
    const present = key instanceof Undecided ? { period, startMs } : presentOf(key);
    // Billing may have found that the period began earlier, and has its use under another start.
    const charged = counts.used(period, startMs) > 0 ? { period, startMs } : present;
    counts.charge(charged.period, charged.startMs, day, -1);
    this.#settling.settleSoon(() => this.#prune());
    return counts.used(present.period, present.startMs);
  }

  /** Whether the database can be read, and takes what was counted. Resolves within a second. */
  async isDatabaseUp(): Promise<boolean> {
    const answer = await this.#readAgain(noHash, probePatienceMs);
    return !(answer instanceof Undecided) && this.#settling.failure === null;
  }

  /** Whether requests are decided now, at least those with keys that this node knows. Resolves within a second. */
  async probe(): Promise<boolean> {
    if (this.#settling.isStuck()) return false;
    const sinceMs = this.#runtime.elapsedMs() - knownForMs;
    if (this.#keys.values().some(({ readMs }) => readMs > sinceMs)) return true;
    return !((await this.#readAgain(noHash, probePatienceMs)) instanceof Undecided);
  }

  settle(): Promise<void> {
    return this.#settling.settle();
  }

  /** Settles, and counts no more. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#settling.settle();
  }

  #decide(key: KnownKey): Taken {
    const { account, counts, own, others, minuteLimit, quotaLimit } = key;
    const { email, period } = account;
    const nowMs = this.#store.nowMs();
    const elapsedMs = Math.floor(this.#runtime.elapsedMs());
    if (nowMs < key.present.startMs || nowMs >= key.present.endMs) key.present = presentPeriod(account, nowMs);
    const { startMs, endMs } = key.present;
    own.leave(elapsedMs);
    others.leave(elapsedMs);
    const standing = standingAt(account, nowMs);
    let outcome: Exclude<Taken["outcome"], "unknown"> = "taken";
    if (key.revokedMs !== null) outcome = "revoked";
    else if (standing !== "active" && standing !== "trialing") outcome = standing;
    else if (own.counted + others.counted >= minuteLimit) outcome = "rate_limited";
    else if (counts.used(period, startMs) >= quotaLimit) outcome = "quota_exceeded";
    const day = dayOf(nowMs);
    if (outcome === "taken") {
      own.count(elapsedMs);
      counts.countMoment(key.keyId, elapsedMs);
      counts.charge(period, startMs, day, 1);
      this.#settling.settleSoon(() => this.#prune());
    }
    const oldestMs = Math.min(own.oldestMs ?? Infinity, others.oldestMs ?? Infinity);
    const told = {
      ...{ nowMs, minuteLimit, quotaLimit },
      counted: own.counted + others.counted,
      oldestMs: oldestMs === Infinity ? null : oldestMs - elapsedMs + nowMs,
      used: counts.used(period, startMs),
      periodEndMs: endMs,
    };
    if (outcome !== "taken") return { outcome, email, counts: told };
    const receipt = { hash: key.hash, owner: counts.owner, period, startMs, day };
    return { outcome, email, counts: told, receipt };
  }

  #isFresh({ readMs, transactions }: KnownKey): boolean {
    return this.#runtime.elapsedMs() - readMs < readAgainMs && transactions === this.#database.written.transactions;
  }

  /** Reads a key again; where that fails or takes too long, what was known of it holds for an hour. Null: there is no such key. */
  async #readAgain(hash: string, patienceMs: number): Promise<KnownKey | Undecided | null> {
    const known = this.#keys.get(hash);
    const isKnown = known !== undefined && this.#runtime.elapsedMs() - known.readMs < knownForMs;
    const reading = this.#read(hash);
    // While the database is away nobody waits for it whose key is known.
    if (isKnown && this.#readFailure !== null) return known;
    const late = new AbortController();
    const isLate = this.#runtime.sleep(isKnown ? latePatienceMs : patienceMs, late.signal).then(() => null);
    const isRead = await Promise.race([reading, isLate]);
    late.abort();
    if (isRead === true) return this.#keys.get(hash) ?? null;
    this.#readFailure ??= new Error("the database has not answered in time");
    return isKnown ? known : new Undecided(this.#readFailure);
  }

  /** Resolves with whether the database has answered. What comes while a call is under way is read by the next one. */
  #read(hash: string): Promise<boolean> {
    if (this.#wanted === null) {
      const isRead = this.#reading.then(() => this.#readWanted());
      this.#reading = isRead;
      this.#wanted = { hashes: new Set(), isRead };
    }
    this.#wanted.hashes.add(hash);
    return this.#wanted.isRead;
  }

  async #readWanted(): Promise<boolean> {
    const hashes = [...(this.#wanted?.hashes ?? [])];
    this.#wanted = null;
    const { transactions } = this.#database.written;
    const readMs = this.#runtime.elapsedMs();
    const { additions } = this.#settling;
    const stored = new Map<string, StoredKey>();
    try {
      for (let from = 0; from < hashes.length; from += mostAtOnce)
        for (const key of await this.#store.read(hashes.slice(from, from + mostAtOnce))) stored.set(key.hash, key);
    } catch (error) {
      this.#readFailure = error;
      await this.#runtime.sleep(soonAgainMs, this.#closing.signal);
      return false;
    }
    this.#readFailure = null;
    for (const hash of hashes) {
      const key = stored.get(hash);
      if (key === undefined || !isSameDigest(key.hash, hash)) this.#keys.delete(hash);
      else this.#keys.set(hash, this.#knownKey(key, { readMs, transactions, additions }));
    }
    return true;
  }

  #knownKey(
    { uses, others, ...key }: StoredKey,
    read: { readMs: number; transactions: number; additions: number },
  ): KnownKey {
    const { account } = key;
    const counts = this.#settling.countsOf({ email: account.email, createdMs: account.created_ms });
    const isWhole = counts.addedBy <= read.additions;
    if (isWhole) counts.read(account.period, uses);
    // It is read again when it is asked for next.
    const readMs = isWhole ? read.readMs : read.readMs - readAgainMs;
    const { transactions } = read;
    const ofOthers = new KeyWindow();
    for (const { atMs, requests } of others) ofOthers.count(atMs, requests);
    return {
      ...{ ...key, counts, readMs, transactions },
      own: this.#keys.get(key.hash)?.own ?? new KeyWindow(),
      others: ofOthers,
      minuteLimit: account.requests_per_minute ?? plans[account.plan].requestsPerMinute,
      quotaLimit: account.requests_per_month ?? plans[account.plan].requests,
      present: { startMs: account.period_start_ms, endMs: account.period_end_ms },
    };
  }

  /** Forgets keys that have not asked for a while. */
  #prune(): void {
    const nowMs = this.#runtime.elapsedMs();
    if (nowMs - this.#prunedMs < pruneEveryMs) return;
    this.#prunedMs = nowMs;
    const inUse = new Set<AccountCounts>();
    let surplus = this.#keys.size - mostKeys;
    for (const [hash, { counts, own, readMs }] of this.#keys) {
      own.leave(nowMs);
      const isAsking = own.counted > 0 || !counts.isSettled;
      if (isAsking || (surplus <= 0 && nowMs - readMs < knownForMs)) inUse.add(counts);
      else if (this.#keys.delete(hash)) surplus--;
    }
    this.#settling.forget(inUse);
  }
}

function presentOf({ account, present }: KnownKey): { readonly period: number; readonly startMs: number } {
  return { period: account.period, startMs: present.startMs };
}
