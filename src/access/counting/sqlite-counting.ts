/**
 * Counting on SQLite, where one server answers all requests: it decides in memory. Once a second it writes down what it
 * has counted and looks whether another process has changed accounts or keys [D-41]. So a kill forgets at most the last
 * second [D-40].
 */
import { DatabaseError } from "../../database/database-error.ts";
import type { Direct } from "../../database/direct.ts";
import type { Database } from "../../database/engine.ts";
import { dayOf } from "../periods.ts";
import { type Standing, standingAt } from "../plans.ts";
import { presentPeriod } from "../present-period.ts";
import { type Counting, noHash, type Receipt, type Taken, Undecided } from "./counting.ts";
import type { Runtime } from "./runtime.ts";
import { type KnownKey, SqliteAccounts } from "./sqlite-accounts.ts";
import { type PeriodUse, SqliteBook } from "./sqlite-book.ts";

const settleEveryMs = 1000;
/** After an attempt that failed. */
const settleAgainMs = 100;
/** When nothing could be settled for this long, no request is decided until it works again [D-48]. */
const longestUnsettledMs = 2000;
/** With more keys, all are forgotten, and each is read again when it is used. */
const mostKeys = 20_000;
const closingTries = 50;
const betweenTriesMs = 20;

type Decided = Exclude<Taken["outcome"], "unknown">;

export class SqliteCounting implements Counting {
  readonly #direct: Direct;
  readonly #written: Database["written"];
  readonly #runtime: Runtime;
  readonly #accounts: SqliteAccounts;
  readonly #book: SqliteBook;
  readonly #closing = new AbortController();
  /** Requests that could not be given back, because their keys could not be read. */
  #owed: Receipt[] = [];
  #version: number;
  #writtenBefore: number;
  #triedMs = Number.NEGATIVE_INFINITY;
  #unsettledSinceMs = 0;
  #failure: unknown = null;
  #isSettlingSoon = false;

  /** @param written shows what this process itself has changed, which counts at once. */
  constructor(direct: Direct, written: Database["written"], runtime: Runtime) {
    this.#direct = direct;
    this.#written = written;
    this.#runtime = runtime;
    this.#accounts = new SqliteAccounts(direct);
    this.#book = new SqliteBook(direct, this.#accounts, runtime);
    this.#version = direct.version();
    this.#writtenBefore = written.transactions;
  }

  async take(hash: string): Promise<Taken | Undecided> {
    try {
      this.#keepUp();
      if (this.#isStuck()) return new Undecided(this.#failure);
      const key = this.#accounts.find(hash);
      return key === null ? { outcome: "unknown" } : this.#decide(key);
    } catch (error) {
      return new Undecided(error);
    }
  }

  async giveBack(receipt: Receipt): Promise<number | null> {
    try {
      this.#follow();
      const key = this.#accounts.find(receipt.hash);
      if (key === null) return 0;
      const charged = this.#book.useOf(key, receipt.period, receipt.startMs);
      const present = this.#book.useOf(key, key.period, key.present.startMs);
      // Billing may have found that the period began earlier, and has its use under another start.
      this.#charge(usedOf(charged) > 0 ? charged : present, receipt.day, -1);
      return usedOf(present);
    } catch {
      this.#owed.push(receipt);
      return null;
    }
  }

  async probe(): Promise<boolean> {
    return !((await this.take(noHash)) instanceof Undecided);
  }

  async settle(): Promise<void> {
    for (let tries = 0; tries < closingTries && !this.#trySettling(); tries++)
      await this.#runtime.sleep(betweenTriesMs);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.settle();
    this.#direct.close();
  }

  #decide(key: KnownKey): Taken {
    const { email, period } = key;
    const nowMs = this.#runtime.nowMs();
    const elapsedMs = Math.floor(this.#runtime.elapsedMs());
    if (nowMs < key.present.startMs || nowMs >= key.present.endMs) key.present = presentPeriod(key, nowMs);
    const { startMs, endMs } = key.present;
    const use = this.#book.useOf(key, period, startMs);
    const window = this.#book.windowOf(key.key_id);
    window.leave(elapsedMs);
    const standing = standingAt(key, nowMs);
    const outcome = outcomeOf(key, standing, window.counted, use);
    const day = dayOf(nowMs);
    if (outcome === "taken") {
      this.#charge(use, day, 1);
      this.#book.countInWindow(key.key_id, elapsedMs);
    }
    const counts = {
      nowMs,
      minuteLimit: key.minuteLimit,
      counted: window.counted,
      oldestMs: window.oldestMs === null ? null : window.oldestMs - elapsedMs + nowMs,
      quotaLimit: key.quotaLimit,
      used: usedOf(use),
      periodEndMs: endMs,
    };
    if (outcome !== "taken") return { outcome, email, counts };
    return { outcome, email, counts, receipt: { hash: key.secret_hash, period, startMs, day } };
  }

  #charge(use: PeriodUse, day: string, requests: number): void {
    if (!this.#book.isUnsettled) this.#unsettledSinceMs = this.#runtime.elapsedMs();
    this.#book.charge(use, day, requests);
    if (!this.#isSettlingSoon) void this.#settleSoon();
  }

  #isStuck(): boolean {
    // Files that were replaced or deleted do not come back.
    if (this.#failure instanceof DatabaseError) return true;
    return this.#book.isUnsettled && this.#runtime.elapsedMs() - this.#unsettledSinceMs >= longestUnsettledMs;
  }

  #keepUp(): void {
    const sinceMs = this.#runtime.elapsedMs() - this.#triedMs;
    if (sinceMs >= (this.#failure === null ? settleEveryMs : settleAgainMs)) {
      this.#trySettling();
    }
    this.#follow();
  }

  /** Changes that this process itself has made count at once. */
  #follow(): void {
    if (this.#written.transactions === this.#writtenBefore && this.#accounts.size <= mostKeys) return;
    this.#writtenBefore = this.#written.transactions;
    this.#forget();
  }

  #forget(): void {
    this.#accounts.forget();
    this.#book.forget();
  }

  /** Also looks whether others have changed anything. Returns whether all is settled now. */
  #trySettling(): boolean {
    this.#triedMs = this.#runtime.elapsedMs();
    for (const receipt of this.#owed.splice(0)) void this.giveBack(receipt);
    try {
      const isDone = this.#direct.tryTransaction(() => {
        this.#book.write();
        return true;
      });
      if (isDone === null) throw new Error("another process is writing to the file of accounts");
      this.#book.settled();
      this.#failure = null;
    } catch (error) {
      this.#failure = error;
    }
    try {
      const version = this.#direct.version();
      if (version !== this.#version) this.#forget();
      this.#version = version;
    } catch (error) {
      // The first failure says more where the files were harmed.
      this.#failure ??= error;
    }
    return this.#failure === null && this.#owed.length === 0;
  }

  /** While requests come, they settle on their way; this is for the last ones. It is repeated until it succeeds. */
  async #settleSoon(): Promise<void> {
    this.#isSettlingSoon = true;
    while (this.#book.isUnsettled || this.#owed.length > 0) {
      await this.#runtime.sleep(settleEveryMs, this.#closing.signal);
      if (this.#closing.signal.aborted) return;
      this.#trySettling();
    }
    this.#isSettlingSoon = false;
  }
}

function outcomeOf(key: KnownKey, standing: Standing, counted: number, use: PeriodUse): Decided {
  if (key.revoked_ms !== null) return "revoked";
  if (standing !== "active" && standing !== "trialing") return standing;
  if (counted >= key.minuteLimit) return "rate_limited";
  return use.inFile + use.unsettled >= key.quotaLimit ? "quota_exceeded" : "taken";
}

function usedOf({ inFile, unsettled }: PeriodUse): number {
  return Math.max(0, inFile + unsettled);
}
