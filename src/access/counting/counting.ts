/**
 * Counting decides on requests for the gate, in this node's memory, on SQLite and PostgreSQL. Twice a second it adds what it
 * has counted to the database, and what others have changed there is read again before a key is half a second old: so what
 * one node counts is known to all within a second [D-37], and a kill forgets at most the last one [D-40]. A key that was
 * read within the last hour is decided on while the database is away [D-48].
 */
import type { Database } from "../../database/engine.ts";
import { isSameDigest } from "../keys/keys.ts";
import type { Counts } from "../meters.ts";
import { dayOf, type Period } from "../periods.ts";
import { type KeyRefusal, plans, standingAt } from "../plans.ts";
import { presentPeriod } from "../present-period.ts";
import { AccountCounts, type Owner } from "./account-counts.ts";
import { KeyWindow } from "./key-window.ts";
import type { Runtime } from "./runtime.ts";
import { ConfirmationLost, CountStore, mostAtOnce, type StoredKey } from "./store.ts";

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

const settleEveryMs = 500;
const readAgainMs = 500;
/** After an attempt that failed, and where others had locked an account. */
const soonAgainMs = 50;
/** A request with a key that is known does not wait longer for what others have changed. */
const latePatienceMs = 1000;
/** A hash that no key has. */
const noHash = "";
const probePatienceMs = 900;
const knownForMs = 3_600_000;
/** On SQLite, where a commit needs nobody else, a file that could not be written for so long is beyond hope. */
const longestUnsettledMs = 10_000;
const closingTries = 20;
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
  readonly #accounts = new Map<string, AccountCounts>();
  readonly #closing = new AbortController();
  /** The ends of the database's present calls: one at a time reads, and one adds. */
  #reading: Promise<unknown> = Promise.resolve();
  #adding: Promise<unknown> = Promise.resolve();
  /** How many calls have added anything. */
  #additions = 0;
  /** The keys that the next call is to read. */
  #wanted: { readonly hashes: Set<string>; readonly isRead: Promise<boolean> } | null = null;
  /** The last failure to read and to add; null while that works. */
  #readFailure: unknown = null;
  #addFailure: unknown = null;
  /** SQLite's files that were replaced or deleted do not come back. */
  #areFilesGone = false;
  /** Null when all is settled. */
  #unsettledSinceMs: number | null = null;
  #isSettlingSoon = false;
  #prunedMs: number;

  constructor(database: Database, runtime: Runtime) {
    this.#database = database;
    this.#store = new CountStore(database, runtime);
    this.#runtime = runtime;
    this.#prunedMs = runtime.elapsedMs();
  }

  /** Decides on a request, by its key's hash. */
  async take(hash: string, patienceMs: number): Promise<Taken | Undecided> {
    const known = this.#keys.get(hash);
    const key = known !== undefined && this.#isFresh(known) ? known : await this.#readAgain(hash, patienceMs);
    if (key instanceof Undecided) return key;
    if (this.#isStuck()) return new Undecided(this.#addFailure);
    return key === null ? { outcome: "unknown" } : this.#decide(key);
  }

  /** Gives a request back to the quota and returns the use after that; null: the key is gone. */
  async giveBack(receipt: Receipt): Promise<number | null> {
    const { hash, owner, period, startMs, day } = receipt;
    const known = this.#keys.get(hash);
    const key = known !== undefined && this.#isFresh(known) ? known : await this.#readAgain(hash, latePatienceMs);
    if (key === null) return null;
    const counts = this.#countsOf(owner);
    const present = key instanceof Undecided ? { period, startMs } : presentOf(key);
    // Billing may have found that the period began earlier, and has its use under another start.
    const charged = counts.used(period, startMs) > 0 ? { period, startMs } : present;
    counts.charge(charged.period, charged.startMs, day, -1);
    this.#settleSoon();
    return counts.used(present.period, present.startMs);
  }

  /** Whether the database can be read, and takes what was counted. Resolves within a second. */
  async isDatabaseUp(): Promise<boolean> {
    const answer = await this.#readAgain(noHash, probePatienceMs);
    return !(answer instanceof Undecided) && this.#addFailure === null;
  }

  /** Whether requests are decided now, at least those with keys that this node knows. Resolves within a second. */
  async probe(): Promise<boolean> {
    if (this.#isStuck()) return false;
    const sinceMs = this.#runtime.elapsedMs() - knownForMs;
    if (this.#keys.values().some(({ readMs }) => readMs > sinceMs)) return true;
    return !((await this.#readAgain(noHash, probePatienceMs)) instanceof Undecided);
  }

  /** Adds what was counted to the database, as far as that is possible within a second. */
  async settle(): Promise<void> {
    for (let tries = 0; tries < closingTries && !(await this.#trySettling()); tries++)
      await this.#runtime.sleep(soonAgainMs);
  }

  /** Settles, and counts no more. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.settle();
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
      this.#settleSoon();
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

  #isStuck(): boolean {
    if (this.#addFailure === null || this.#database.engine !== "sqlite") return false;
    const sinceMs = this.#unsettledSinceMs ?? Infinity;
    return this.#areFilesGone || this.#runtime.elapsedMs() - sinceMs >= longestUnsettledMs;
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
    const additions = this.#additions;
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
    const counts = this.#countsOf({ email: account.email, createdMs: account.created_ms });
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

  #countsOf(owner: Owner): AccountCounts {
    const name = `${owner.email} ${owner.createdMs}`;
    const known = this.#accounts.get(name);
    if (known !== undefined) return known;
    const counts = new AccountCounts(owner);
    this.#accounts.set(name, counts);
    return counts;
  }

  /** Settles in half a second, and until all is settled. */
  #settleSoon(): void {
    this.#unsettledSinceMs ??= this.#runtime.elapsedMs();
    if (this.#isSettlingSoon) return;
    this.#isSettlingSoon = true;
    const settling = async (): Promise<void> => {
      let isDone = true;
      while (this.#unsettledSinceMs !== null) {
        await this.#runtime.sleep(isDone ? settleEveryMs : soonAgainMs, this.#closing.signal);
        if (this.#closing.signal.aborted) return;
        isDone = await this.#trySettling();
      }
      this.#isSettlingSoon = false;
      this.#prune();
    };
    void settling();
  }

  /** Returns whether all is settled that was counted until now. */
  #trySettling(): Promise<boolean> {
    const settling = this.#adding.then(async () => {
      const sinceMs = this.#runtime.elapsedMs();
      const unsettled = [...this.#accounts.values()].filter((counts) => !counts.isSettled);
      let areAll = true;
      for (let from = 0; areAll && from < unsettled.length; from += mostAtOnce)
        areAll = await this.#add(unsettled.slice(from, from + mostAtOnce));
      if (areAll) this.#unsettledSinceMs = this.#accounts.values().every((counts) => counts.isSettled) ? null : sinceMs;
      return areAll;
    });
    this.#adding = settling;
    return settling;
  }

  async #add(unsettled: readonly AccountCounts[]): Promise<boolean> {
    const nowMs = Math.floor(this.#runtime.elapsedMs());
    const sent = new Map(unsettled.map((counts) => [counts.unsettled(nowMs), counts]));
    for (const counts of unsettled) counts.addedBy = Infinity;
    let left: Iterable<unknown> = sent.keys();
    try {
      left = await this.#store.add([...sent.keys()]);
      this.#addFailure = null;
    } catch (error) {
      this.#addFailure = error;
      this.#areFilesGone ||= this.#areReplaced();
      // In doubt, for the caller: what may have been added is not sent again.
      if (error instanceof ConfirmationLost) left = [];
    }
    this.#additions++;
    for (const counts of unsettled) counts.addedBy = this.#additions;
    const notSettled = new Set(left);
    for (const [increments, counts] of sent) {
      if (notSettled.has(increments)) counts.notSettled();
      else counts.settled(increments);
    }
    return notSettled.size === 0;
  }

  #areReplaced(): boolean {
    try {
      this.#database.checkPlace();
      return false;
    } catch {
      return true;
    }
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
    for (const [name, counts] of this.#accounts)
      if (!inUse.has(counts) && counts.isSettled) this.#accounts.delete(name);
  }
}

function presentOf({ account, present }: KnownKey): { readonly period: number; readonly startMs: number } {
  return { period: account.period, startMs: present.startMs };
}
