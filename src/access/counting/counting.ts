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
import { AccountUse, KeyWindow, type Owner } from "./memory.ts";
import type { Runtime } from "./runtime.ts";
import { Settlement, type StoredKey } from "./settlement.ts";

/**
 * Where a request was charged, so that it can be given back there: in which of the account's quota periods, and on which
 * day. When the account is gone, nothing is given back.
 */
export type Receipt = { readonly hash: string; readonly owner: Owner; readonly period: string; readonly day: string };

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
const settleEveryMs = 500;
/** After an attempt that failed, and where others had locked an account. */
const soonAgainMs = 50;
const closingTries = 20;
/** On SQLite, where a commit needs nobody else, a file that could not be written for so long is beyond hope. */
const longestFailureMs = 10_000;
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
  readonly use: AccountUse;
  /** The requests that this node has counted within the last minute, and those of all others. */
  readonly own: KeyWindow;
  readonly others: KeyWindow;
  readonly minuteLimit: number;
  readonly quotaLimit: number;
  /** Kept, because finding a month in the calendar takes ten microseconds. */
  present: Period & { readonly name: string };
  /** In monotonic time. */
  readonly readMs: number;
  /** The number of transactions that this process had written until then: its own changes count at once. */
  readonly transactions: number;
};

export class Counting {
  readonly #settlement: Settlement;
  readonly #database: Database;
  readonly #runtime: Runtime;
  readonly #keys = new Map<string, KnownKey>();
  readonly #accounts = new Map<string, AccountUse>();
  readonly #closing = new AbortController();
  /** The end of the database's present call. One at a time reads or adds, so that what is read has all that was added. */
  #calls: Promise<unknown> = Promise.resolve();
  /** The keys that the next call is to read. */
  #wanted: { readonly hashes: Set<string>; readonly isRead: Promise<boolean> } | null = null;
  /** The last failure to read; null while that works. */
  #readFailure: unknown = null;
  /** The last failure to add, and since when there is one; null while that works. */
  #failure: { readonly cause: unknown; readonly sinceMs: number } | null = null;
  #isSettlingSoon = false;
  #prunedMs: number;

  constructor(database: Database, runtime: Runtime) {
    this.#database = database;
    this.#settlement = new Settlement(database, runtime);
    this.#runtime = runtime;
    this.#prunedMs = runtime.elapsedMs();
  }

  /** Decides on a request, by its key's hash. */
  async take(hash: string, patienceMs: number): Promise<Taken | Undecided> {
    const key = this.#freshKey(hash) ?? (await this.#readAgain(hash, patienceMs));
    if (key instanceof Undecided) return key;
    if (this.#isStuck()) return new Undecided(this.#failure?.cause);
    return key === null ? { outcome: "unknown" } : this.#decide(key);
  }

  /** Gives a request back to the quota and returns the use after that; null: the key is gone. */
  async giveBack({ hash, owner, period, day }: Receipt): Promise<number | null> {
    const key = this.#freshKey(hash) ?? (await this.#readAgain(hash, latePatienceMs));
    if (key === null) return null;
    const use = this.#useOf(owner);
    const present = key instanceof Undecided ? period : key.present.name;
    // Billing may have found that the period began earlier, and has its use under another start.
    use.charge(use.used(period) > 0 ? period : present, day, -1);
    this.#settleSoon();
    return use.used(present);
  }

  /** Whether the database can be read, and takes what was counted. Resolves within a second. */
  async isDatabaseUp(): Promise<boolean> {
    const answer = await this.#readAgain(noHash, probePatienceMs);
    return !(answer instanceof Undecided) && this.#failure === null;
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
    for (let tries = 0; tries < closingTries && !(await this.#settleOnce()); tries++)
      await this.#runtime.sleep(soonAgainMs);
  }

  /** Settles, and counts no more. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.settle();
  }

  #decide(key: KnownKey): Taken {
    const { account, use, own, others, minuteLimit, quotaLimit } = key;
    const nowMs = this.#settlement.nowMs();
    const elapsedMs = Math.floor(this.#runtime.elapsedMs());
    if (nowMs < key.present.startMs || nowMs >= key.present.endMs)
      key.present = named(account.period, presentPeriod(account, nowMs));
    const { name: period, endMs } = key.present;
    own.leave(elapsedMs);
    others.leave(elapsedMs);
    const standing = standingAt(account, nowMs);
    let outcome: Exclude<Taken["outcome"], "unknown"> = "taken";
    if (key.revokedMs !== null) outcome = "revoked";
    else if (standing !== "active" && standing !== "trialing") outcome = standing;
    else if (own.counted + others.counted >= minuteLimit) outcome = "rate_limited";
    else if (use.used(period) >= quotaLimit) outcome = "quota_exceeded";
    const day = dayOf(nowMs);
    if (outcome === "taken") {
      own.count(elapsedMs);
      use.countMoment(key.keyId, elapsedMs);
      use.charge(period, day, 1);
      this.#settleSoon();
    }
    const oldestMs = Math.min(own.oldestMs, others.oldestMs);
    const counts = {
      ...{ nowMs, minuteLimit, quotaLimit },
      counted: own.counted + others.counted,
      oldestMs: oldestMs === Infinity ? null : oldestMs - elapsedMs + nowMs,
      used: use.used(period),
      periodEndMs: endMs,
    };
    const { email } = account;
    if (outcome !== "taken") return { outcome, email, counts };
    return { outcome, email, counts, receipt: { hash: key.hash, owner: use.owner, period, day } };
  }

  #useOf(owner: Owner): AccountUse {
    const name = `${owner.email} ${owner.createdMs}`;
    const known = this.#accounts.get(name) ?? new AccountUse(owner);
    this.#accounts.set(name, known);
    return known;
  }

  #freshKey(hash: string): KnownKey | undefined {
    const known = this.#keys.get(hash);
    if (known?.transactions !== this.#database.written.transactions) return undefined;
    return this.#runtime.elapsedMs() - known.readMs < readAgainMs ? known : undefined;
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
    this.#wanted ??= { hashes: new Set(), isRead: this.#inTurn(() => this.#readWanted()) };
    this.#wanted.hashes.add(hash);
    return this.#wanted.isRead;
  }

  /** @param call does not reject. */
  #inTurn(call: () => Promise<boolean>): Promise<boolean> {
    const turn = this.#calls.then(call);
    this.#calls = turn;
    return turn;
  }

  async #readWanted(): Promise<boolean> {
    const hashes = [...(this.#wanted?.hashes ?? [])];
    this.#wanted = null;
    const { transactions } = this.#database.written;
    const readMs = this.#runtime.elapsedMs();
    try {
      const stored = new Map((await this.#settlement.read(hashes)).map((key) => [key.hash, key]));
      this.#readFailure = null;
      for (const hash of hashes) {
        const key = stored.get(hash);
        if (key === undefined || !isSameDigest(key.hash, hash)) this.#keys.delete(hash);
        else this.#keys.set(hash, this.#knownKey(key, readMs, transactions));
      }
      return true;
    } catch (error) {
      this.#readFailure = error;
      await this.#runtime.sleep(soonAgainMs, this.#closing.signal);
      return false;
    }
  }

  #knownKey({ uses, others, ...key }: StoredKey, readMs: number, transactions: number): KnownKey {
    const { account } = key;
    const use = this.#useOf({ email: account.email, createdMs: account.created_ms });
    use.read(uses);
    const ofOthers = new KeyWindow();
    for (const { atMs, requests } of others) ofOthers.count(atMs, requests);
    return {
      ...{ ...key, use, readMs, transactions },
      own: this.#keys.get(key.hash)?.own ?? new KeyWindow(),
      others: ofOthers,
      minuteLimit: account.requests_per_minute ?? plans[account.plan].requestsPerMinute,
      quotaLimit: account.requests_per_month ?? plans[account.plan].requests,
      present: named(account.period, { startMs: account.period_start_ms, endMs: account.period_end_ms }),
    };
  }

  /** Whether nothing may be decided, because what is counted will not reach SQLite's files any more. */
  #isStuck(): boolean {
    if (this.#failure === null || this.#database.engine !== "sqlite") return false;
    return this.#areFilesGone() || this.#runtime.elapsedMs() - this.#failure.sinceMs >= longestFailureMs;
  }

  #areFilesGone(): boolean {
    try {
      this.#database.checkPlace();
      return false;
    } catch {
      return true;
    }
  }

  /** Settles in half a second, and until all is settled. */
  #settleSoon(): void {
    if (this.#isSettlingSoon) return;
    this.#isSettlingSoon = true;
    const settling = async (): Promise<void> => {
      for (let isDone = true; this.#unsettled.length > 0; isDone = await this.#settleOnce()) {
        await this.#runtime.sleep(isDone ? settleEveryMs : soonAgainMs, this.#closing.signal);
        if (this.#closing.signal.aborted) return;
        this.#prune();
      }
      this.#isSettlingSoon = false;
    };
    void settling();
  }

  get #unsettled(): readonly AccountUse[] {
    return [...this.#accounts.values()].filter((use) => !use.isSettled);
  }

  /** Returns whether all is settled that was counted until now. */
  #settleOnce(): Promise<boolean> {
    return this.#inTurn(async () => {
      const sent = new Map(this.#unsettled.map((use) => [{ owner: use.owner, ...use.due }, use]));
      if (sent.size === 0) return true;
      try {
        const isAll = await this.#settlement.add([...sent.keys()], (due) => sent.get(due)?.settled(due));
        this.#failure = null;
        return isAll;
      } catch (cause) {
        this.#failure = { cause, sinceMs: this.#failure?.sinceMs ?? this.#runtime.elapsedMs() };
        return false;
      }
    });
  }

  /** Forgets keys that have not asked for a while, and the use of accounts without any. */
  #prune(): void {
    const nowMs = this.#runtime.elapsedMs();
    if (nowMs - this.#prunedMs < pruneEveryMs) return;
    this.#prunedMs = nowMs;
    const inUse = new Set<AccountUse>();
    let surplus = this.#keys.size - mostKeys;
    for (const [hash, { use, own, readMs }] of this.#keys) {
      own.leave(nowMs);
      if (own.counted > 0 || !use.isSettled || (surplus <= 0 && nowMs - readMs < knownForMs)) inUse.add(use);
      else if (this.#keys.delete(hash)) surplus--;
    }
    for (const [name, use] of this.#accounts) if (!inUse.has(use) && use.isSettled) this.#accounts.delete(name);
  }
}

function named(period: number, { startMs, endMs }: Period): KnownKey["present"] {
  return { startMs, endMs, name: `${period} ${startMs}` };
}
