/**
 * Settling adds to the database twice a second what this node has counted of accounts. One call at a time adds; what could not be
 * added is added by a later one.
 */
import type { Database } from "../../database/engine.ts";
import { AccountCounts, type Owner } from "./account-counts.ts";
import type { Runtime } from "./runtime.ts";
import { ConfirmationLost, type CountStore, mostAtOnce } from "./store.ts";

const settleEveryMs = 500;
/** After an attempt that failed, and where others had locked an account. */
export const soonAgainMs = 50;
/** On SQLite, where a commit needs nobody else, a file that could not be written for so long is beyond hope. */
const longestUnsettledMs = 10_000;
const closingTries = 20;

export class Settling {
  readonly #database: Database;
  readonly #store: CountStore;
  readonly #runtime: Runtime;
  /** Aborted when nothing is counted any more. */
  readonly #closing: AbortSignal;
  readonly #accounts = new Map<string, AccountCounts>();
  /** How many calls have added anything. */
  additions = 0;
  /** The end of the present call. */
  #adding: Promise<unknown> = Promise.resolve();
  #failure: unknown = null;
  /** SQLite's files that were replaced or deleted do not come back. */
  #areFilesGone = false;
  /** Null when all is settled. */
  #unsettledSinceMs: number | null = null;
  #isSettlingSoon = false;

  constructor(database: Database, store: CountStore, runtime: Runtime, closing: AbortSignal) {
    this.#database = database;
    this.#store = store;
    this.#runtime = runtime;
    this.#closing = closing;
  }

  /** The last failure to add; null while that works. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Whether nothing may be decided, because what is counted will not reach the files any more. */
  isStuck(): boolean {
    if (this.#failure === null || this.#database.engine !== "sqlite") return false;
    const sinceMs = this.#unsettledSinceMs ?? Infinity;
    return this.#areFilesGone || this.#runtime.elapsedMs() - sinceMs >= longestUnsettledMs;
  }

  countsOf(owner: Owner): AccountCounts {
    const name = `${owner.email} ${owner.createdMs}`;
    const known = this.#accounts.get(name);
    if (known !== undefined) return known;
    const counts = new AccountCounts(owner);
    this.#accounts.set(name, counts);
    return counts;
  }

  /** Forgets accounts that are settled, but for those that are in use. */
  forget(inUse: ReadonlySet<AccountCounts>): void {
    for (const [name, counts] of this.#accounts)
      if (!inUse.has(counts) && counts.isSettled) this.#accounts.delete(name);
  }

  /** Adds what was counted to the database, as far as that is possible within a second. */
  async settle(): Promise<void> {
    for (let tries = 0; tries < closingTries && !(await this.#trySettling()); tries++)
      await this.#runtime.sleep(soonAgainMs);
  }

  /** Settles in half a second, and until all is settled. @param onSettled is called then. */
  settleSoon(onSettled: () => void): void {
    this.#unsettledSinceMs ??= this.#runtime.elapsedMs();
    if (this.#isSettlingSoon) return;
    this.#isSettlingSoon = true;
    const settling = async (): Promise<void> => {
      let isDone = true;
      while (this.#unsettledSinceMs !== null) {
        await this.#runtime.sleep(isDone ? settleEveryMs : soonAgainMs, this.#closing);
        if (this.#closing.aborted) return;
        isDone = await this.#trySettling();
      }
      this.#isSettlingSoon = false;
      onSettled();
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
      this.#failure = null;
    } catch (error) {
      this.#failure = error;
      this.#areFilesGone ||= this.#areReplaced();
      // In doubt, for the caller: what may have been added is not sent again.
      if (error instanceof ConfirmationLost) left = [];
    }
    this.additions++;
    for (const counts of unsettled) counts.addedBy = this.additions;
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
}
