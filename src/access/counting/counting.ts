/**
 * Counting decides on requests for the gate, in this node's memory, on SQLite and PostgreSQL. Twice a second it adds what it
 * has counted to the database, and what others have changed there is read again before a key is half a second old: so what
 * one node counts is known to all within a second [D-37], and a kill forgets at most the last one [D-40]. A key that was
 * read within the last hour is decided on while the database is away [D-48].
 */
import { LRUCache } from "lru-cache";
import type { Database } from "../../database/engine.ts";
import { accountIdOf } from "../keys/keys.ts";
import { type AccountRow, type Period, presentPeriod } from "../periods.ts";
import { type Counts, dayOf, type KeyRefusal, plans, standingAt } from "../plans.ts";
import { AccountUse, KeyWindow, type RowName, type Runtime } from "./memory.ts";
import { ConfirmationLost, Settlement, type StoredKey } from "./settlement.ts";

/** Where a request was charged, so that it can be given back there: in which of the account's quota periods, and on which day. */
export type Receipt = { readonly key: KnownKey; readonly period: RowName; readonly day: string };

/** The outcome of one request. `counts` are those after the request. */
export type Taken =
  | { readonly outcome: "unknown" }
  | {
      readonly outcome: KeyRefusal | "rate_limited" | "quota_exceeded";
      readonly accountId: string;
      readonly counts: Counts;
    }
  | { readonly outcome: "taken"; readonly accountId: string; readonly counts: Counts; readonly receipt: Receipt };

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
/** After an attempt that failed, and while more is left. */
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
/** The keys that asked last are remembered. */
const mostKeys = 50_000;
/** The most accounts that one transaction adds to. */
const mostAtOnce = 1000;

export type KnownKey = Omit<StoredKey, "uses" | "others"> & {
  readonly accountId: string;
  readonly use: AccountUse;
  /** The requests that this node has counted within the last minute, and those of all others. */
  readonly own: KeyWindow;
  readonly others: KeyWindow;
  readonly minuteLimit: number;
  readonly quotaLimit: number;
  /** Kept, because finding a month in the calendar takes ten microseconds. */
  present: Period & { readonly name: RowName };
  /** In monotonic time. */
  readonly readMs: number;
  /** The number of transactions that this process had written until then: its own changes count at once. */
  readonly transactions: number;
};

export class Counting {
  readonly #settlement: Settlement;
  readonly #database: Database;
  readonly #runtime: Runtime;
  readonly #keys = new LRUCache<string, KnownKey>({ max: mostKeys });
  readonly #uses = new LRUCache<string, AccountUse>({ max: mostKeys });
  /** Those of which something is still to be added. */
  readonly #unsettled = new Map<string, AccountUse>();
  readonly #closing = new AbortController();
  /** The end of the database's present call. One at a time reads or adds, so that what is read has all that was added. */
  #calls: Promise<unknown> = Promise.resolve();
  /** The keys that the next call is to read. */
  #wanted: { readonly hashes: Set<string>; readonly isRead: Promise<boolean> } | null = null;
  /** The last failure to read; null while that works. */
  #readFailure: unknown = null;
  /** The last failure to add, and since when there is one; null while that works. */
  #failure: { readonly cause: unknown; readonly sinceMs: number } | null = null;

  constructor(database: Database, runtime: Runtime) {
    this.#database = database;
    this.#settlement = new Settlement(database, runtime);
    this.#runtime = runtime;
    void this.#settleAgainAndAgain();
  }

  async take(hash: string, patienceMs: number): Promise<Taken | Undecided> {
    const key = this.#freshKey(hash) ?? (await this.#readAgain(hash, patienceMs));
    if (key instanceof Undecided) return key;
    if (this.#isStuck) return new Undecided(this.#failure?.cause);
    return key === null ? { outcome: "unknown" } : this.#decide(key);
  }

  /** Gives a request back to the quota, and returns the use after that. */
  giveBack({ key, period, day }: Receipt): number {
    this.#charge(key.use, period, day, -1);
    return key.use.used(this.#keys.get(key.hash)?.present.name ?? period);
  }

  /** Whether the database can be read, and takes what was counted. Resolves within a second. */
  async isDatabaseUp(): Promise<boolean> {
    return (await this.#readAgain(noHash, probePatienceMs)) === null && this.#failure === null;
  }

  /** Whether requests are decided now, at least those with keys that this node knows. Resolves within a second. */
  async probe(): Promise<boolean> {
    if (this.#isStuck) return false;
    const sinceMs = this.#runtime.elapsedMs() - knownForMs;
    for (const { readMs } of this.#keys.values()) if (readMs > sinceMs) return true;
    return (await this.#readAgain(noHash, probePatienceMs)) === null;
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
    const { account, accountId, use, own, others, minuteLimit, quotaLimit } = key;
    const nowMs = this.#runtime.nowMs();
    const elapsedMs = Math.floor(this.#runtime.elapsedMs());
    if (nowMs < key.present.startMs || nowMs >= key.present.endMs)
      key.present = named(account, presentPeriod(account, nowMs));
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
      this.#charge(use, period, day, 1);
    }
    const oldestMs = Math.min(own.oldestMs, others.oldestMs);
    const counts = {
      nowMs,
      minuteLimit,
      quotaLimit,
      counted: own.counted + others.counted,
      oldestMs: oldestMs === Infinity ? null : oldestMs - elapsedMs + nowMs,
      used: use.used(period),
      periodEndMs: endMs,
    };
    if (outcome !== "taken") return { outcome, accountId, counts };
    return { outcome, accountId, counts, receipt: { key, period, day } };
  }

  #charge(use: AccountUse, period: RowName, day: string, requests: number): void {
    use.charge(period, day, requests);
    this.#unsettled.set(use.name, use);
  }

  #useOf({ email, created_ms: createdMs }: AccountRow): AccountUse {
    const made = new AccountUse(email, createdMs);
    const use = this.#unsettled.get(made.name) ?? this.#uses.get(made.name) ?? made;
    this.#uses.set(use.name, use);
    return use;
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
        if (key === undefined) this.#keys.delete(hash);
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
    const use = this.#useOf(account);
    use.read(uses);
    const ofOthers = new KeyWindow();
    for (const { atMs, requests } of others) ofOthers.count(atMs, requests);
    return {
      ...key,
      use,
      readMs,
      transactions,
      accountId: accountIdOf(account.email),
      own: this.#keys.get(key.hash)?.own ?? new KeyWindow(),
      others: ofOthers,
      minuteLimit: account.requests_per_minute ?? plans[account.plan].requestsPerMinute,
      quotaLimit: account.requests_per_month ?? plans[account.plan].requests,
      present: named(account, { startMs: account.period_start_ms, endMs: account.period_end_ms }),
    };
  }

  /** Whether nothing may be decided, because what is counted will not reach SQLite's files any more. */
  get #isStuck(): boolean {
    if (this.#failure === null || this.#database.engine !== "sqlite") return false;
    if (this.#runtime.elapsedMs() - this.#failure.sinceMs >= longestFailureMs) return true;
    try {
      this.#database.checkPlace();
      return false;
    } catch {
      return true;
    }
  }

  async #settleAgainAndAgain(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      const isDone = await this.#settleOnce();
      await this.#runtime.sleep(isDone ? settleEveryMs : soonAgainMs, this.#closing.signal);
    }
  }

  /** Returns whether all is settled that was counted until now. */
  #settleOnce(): Promise<boolean> {
    return this.#inTurn(async () => {
      const some = [...this.#unsettled.values()].slice(0, mostAtOnce);
      if (some.length === 0) return true;
      const sent = some.map((use) => ({ use, rows: use.due }));
      try {
        await this.#settlement.add(sent);
        this.#failure = null;
      } catch (cause) {
        this.#failure = { cause, sinceMs: this.#failure?.sinceMs ?? this.#runtime.elapsedMs() };
        if (!(cause instanceof ConfirmationLost)) return false;
      }
      for (const { use, rows } of sent) if (use.settled(rows)) this.#unsettled.delete(use.name);
      return this.#failure === null && some.length < mostAtOnce;
    });
  }
}

function named({ period }: AccountRow, { startMs, endMs }: Period): KnownKey["present"] {
  return { startMs, endMs, name: `use ${period} ${startMs}` };
}
