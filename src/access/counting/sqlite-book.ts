/**
 * The book holds the counts of this server: the use of quota periods and days, and the windows of keys. It is in memory and is
 * settled, once a second, as increments to what the file has [D-40].
 */
import type { Direct } from "../../database/direct.ts";
import { windowMs } from "../meters.ts";
import { addMoment, type CountedMoment, type KeyWindow } from "./key-window.ts";
import type { Runtime } from "./runtime.ts";
import type { KnownKey, SqliteAccounts } from "./sqlite-accounts.ts";

/** An account that is made anew under the same address is another one. */
type Owner = Pick<KnownKey, "email" | "created_ms">;

/** The use of a quota period: what the file had when it was last read or written, and what is to be added to it. */
export type PeriodUse = {
  readonly account: Owner;
  readonly period: number;
  readonly startMs: number;
  inFile: number;
  unsettled: number;
};

type DayUse = { readonly account: Owner; readonly day: string; unsettled: number };
/** The stored part of a window: the key's total, and the last moment in the clock's time. */
type Stored = { readonly total: number; readonly latestMs: number };
type KnownWindow = { readonly window: KeyWindow; stored: Stored };

/** With more windows, those that are stored are forgotten. */
const mostWindows = 20_000;

export class SqliteBook {
  readonly #accounts: SqliteAccounts;
  readonly #runtime: Runtime;
  readonly #statements: ReturnType<typeof statementsOf>;
  readonly #uses = new Map<string, PeriodUse>();
  readonly #days = new Map<string, DayUse>();
  readonly #windows = new Map<string, KnownWindow>();
  /** The moments of each key that are counted and not stored yet, in monotonic time. */
  readonly #unstored = new Map<string, CountedMoment[]>();
  /** The windows as the present transaction has stored them. */
  #written = new Map<string, Stored>();

  constructor(direct: Direct, accounts: SqliteAccounts, runtime: Runtime) {
    this.#accounts = accounts;
    this.#runtime = runtime;
    this.#statements = statementsOf(direct);
  }

  /** Whether anything is to be settled. */
  get isUnsettled(): boolean {
    return this.#days.size > 0 || this.#unstored.size > 0;
  }

  useOf(account: Owner, period: number, startMs: number): PeriodUse {
    const name = `${account.email} ${account.created_ms} ${period} ${startMs}`;
    const known = this.#uses.get(name);
    if (known !== undefined) return known;
    const inFile = this.#accounts.usedOf(account.email, period, startMs);
    const use = { account, period, startMs, inFile, unsettled: 0 };
    this.#uses.set(name, use);
    return use;
  }

  windowOf(keyId: string): KeyWindow {
    return this.#windowOf(keyId).window;
  }

  /** @param requests less than none for a give-back. */
  charge(use: PeriodUse, day: string, requests: number): void {
    use.unsettled += requests;
    const name = `${use.account.email} ${use.account.created_ms} ${day}`;
    const known = this.#days.get(name);
    if (known === undefined) this.#days.set(name, { account: use.account, day, unsettled: requests });
    else known.unsettled += requests;
  }

  countInWindow(keyId: string, elapsedMs: number): void {
    this.windowOf(keyId).count(elapsedMs);
    const unstored = this.#unstored.get(keyId);
    if (unstored === undefined) this.#unstored.set(keyId, [{ atMs: elapsedMs, requests: 1 }]);
    else addMoment(unstored, elapsedMs, 1);
  }

  /** Reads again, when it is used, what other processes may have changed. What is unsettled stays. */
  forget(): void {
    for (const [name, use] of this.#uses) {
      if (use.unsettled === 0) this.#uses.delete(name);
      else use.inFile = this.#accounts.usedOf(use.account.email, use.period, use.startMs);
    }
    if (this.#windows.size <= mostWindows) return;
    for (const keyId of this.#windows.keys()) if (!this.#unstored.has(keyId)) this.#windows.delete(keyId);
  }

  /** Writes what is unsettled, in the caller's transaction. Once that is committed, `settled` must be called. */
  write(): void {
    const { addUse, addDay } = this.#statements;
    for (const { account, period, startMs, unsettled } of this.#uses.values()) {
      if (unsettled !== 0) addUse.run(period, startMs, unsettled, account.email, account.created_ms);
    }
    for (const { account, day, unsettled } of this.#days.values()) {
      if (unsettled !== 0) addDay.run(day, unsettled, account.email, account.created_ms);
    }
    this.#written = new Map();
    for (const [keyId, moments] of this.#unstored) this.#written.set(keyId, this.#storeMoments(keyId, moments));
  }

  settled(): void {
    for (const use of this.#uses.values()) {
      use.inFile += use.unsettled;
      use.unsettled = 0;
    }
    this.#days.clear();
    for (const [keyId, stored] of this.#written) this.#windowOf(keyId).stored = stored;
    this.#unstored.clear();
  }

  /** Moments are stored in the clock's time, which is all that a later process can know. */
  #storeMoments(keyId: string, moments: readonly CountedMoment[]): Stored {
    const { clearWindow, storeMoment, trimWindow } = this.#statements;
    const nowMs = this.#runtime.nowMs();
    const clockAheadMs = nowMs - this.#runtime.elapsedMs();
    let { total, latestMs } = this.#windowOf(keyId).stored;
    if (latestMs > nowMs) {
      // The clock was set back: what is stored has moments that are yet to come, and only the total of it stays.
      clearWindow.run(keyId);
      latestMs = nowMs - windowMs;
      storeMoment.run(latestMs, total, keyId);
    }
    for (const { atMs, requests } of moments) {
      total += requests;
      latestMs = Math.max(latestMs, Math.round(atMs + clockAheadMs));
      storeMoment.run(latestMs, total, keyId);
    }
    trimWindow.run(keyId, keyId, nowMs - windowMs);
    return { total, latestMs };
  }

  #windowOf(keyId: string): KnownWindow {
    const known = this.#windows.get(keyId);
    if (known !== undefined) return known;
    const read = this.#accounts.storedWindow(keyId, this.#runtime.nowMs(), this.#runtime.elapsedMs());
    this.#windows.set(keyId, read);
    return read;
  }
}

/** These statements add nothing for an account or a key that is gone. */
function statementsOf({ prepare }: Direct) {
  return {
    addUse: prepare(
      `insert into period_uses (email, period, start_ms, used)
         select email, ?, ?, ? from accounts where email = ? and created_ms = ?
         on conflict do update set used = used + excluded.used`,
    ),
    addDay: prepare(
      `insert into account_days (email, day, requests) select email, ?, ? from accounts where email = ? and created_ms = ?
         on conflict do update set requests = requests + excluded.requests`,
    ),
    clearWindow: prepare("delete from key_windows where key_id = ?"),
    storeMoment: prepare(
      `insert into key_windows (key_id, at_ms, total) select key_id, ?, ? from account_keys where key_id = ?
         on conflict do update set total = excluded.total`,
    ),
    // The newest moment that is a minute old stays: the window is counted from it.
    trimWindow: prepare(
      `delete from key_windows where key_id = ?
         and at_ms < (select max(at_ms) from key_windows where key_id = ? and at_ms <= ?)`,
    ),
  };
}
