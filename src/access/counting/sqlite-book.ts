/**
 * The book holds the counts of this server: the use of quota periods and days, and the windows of keys. It is in memory and is
 * settled, once a second, as increments to what the file has [D-40].
 */
import type { Direct } from "../../database/direct.ts";
import { windowMs } from "../meters.ts";
import type { KeyWindow } from "./key-window.ts";
import type { Runtime } from "./runtime.ts";
import type { KnownAccount, SqliteAccounts } from "./sqlite-accounts.ts";

/** The use of a quota period: what the file had when it was last read or written, and what is to be added to it. */
export type Use = {
  readonly account: Owner;
  readonly period: number;
  readonly startMs: number;
  inFile: number;
  unsettled: number;
};

/** An account that is made anew under the same address is another one. */
type Owner = Pick<KnownAccount, "email" | "created_ms">;
type Day = { readonly account: Owner; readonly day: string; unsettled: number };
/** A window, and what is stored of it: the key's total, and the last moment in the clock's time. */
type Stored = { readonly total: number; readonly latestMs: number };
type KnownWindow = { readonly window: KeyWindow; stored: Stored };

/** With more windows, those that are stored are forgotten. */
const mostWindows = 20_000;
/** The monotonic time and the clock's may differ by this much more or less than before until the clock counts as set. */
const clockStepMs = 1000;

export class SqliteBook {
  readonly #accounts: SqliteAccounts;
  readonly #runtime: Runtime;
  readonly #statements: ReturnType<typeof statementsOf>;
  readonly #uses = new Map<string, Use>();
  readonly #days = new Map<string, Day>();
  readonly #windows = new Map<string, KnownWindow>();
  /** The keys whose windows have moments that are not stored yet. */
  readonly #unstored = new Set<string>();
  /** The windows as the present transaction has stored them. */
  #written = new Map<string, Stored>();
  /** Monotonic time plus this is the clock's time, as it was when windows were last stored. */
  #clockAheadMs: number;

  constructor(direct: Direct, accounts: SqliteAccounts, runtime: Runtime) {
    this.#accounts = accounts;
    this.#runtime = runtime;
    this.#statements = statementsOf(direct);
    this.#clockAheadMs = runtime.nowMs() - runtime.elapsedMs();
  }

  /** Whether anything is to be settled. */
  get isUnsettled(): boolean {
    return this.#days.size > 0 || this.#unstored.size > 0;
  }

  useOf(account: KnownAccount, startMs: number, period = account.period): Use {
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
  charge(use: Use, day: string, requests: number): void {
    use.unsettled += requests;
    const name = `${use.account.email} ${use.account.created_ms} ${day}`;
    const known = this.#days.get(name);
    if (known === undefined) this.#days.set(name, { account: use.account, day, unsettled: requests });
    else known.unsettled += requests;
  }

  countInWindow(keyId: string, elapsedMs: number): void {
    this.windowOf(keyId).count(elapsedMs);
    this.#unstored.add(keyId);
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
    this.#storeWindows();
  }

  settled(): void {
    for (const use of this.#uses.values()) {
      use.inFile += use.unsettled;
      use.unsettled = 0;
    }
    this.#days.clear();
    for (const [keyId, stored] of this.#written) {
      const known = this.#windowOf(keyId);
      known.stored = stored;
      known.window.setStored(true);
    }
    this.#unstored.clear();
  }

  /** Windows are stored in the clock's time, which is all that a later process can know. */
  #storeWindows(): void {
    const nowMs = this.#runtime.nowMs();
    const clockAheadMs = nowMs - this.#runtime.elapsedMs();
    const isClockSet = Math.abs(clockAheadMs - this.#clockAheadMs) > clockStepMs;
    if (isClockSet) this.#clockAheadMs = clockAheadMs;
    this.#written = new Map();
    for (const keyId of isClockSet ? this.#windows.keys() : this.#unstored) {
      this.#written.set(keyId, this.#storeWindow(keyId, nowMs, isClockSet));
    }
  }

  #storeWindow(keyId: string, nowMs: number, isClockSet: boolean): Stored {
    const { clearWindow, storeMoment, trimWindow } = this.#statements;
    const { window, stored } = this.#windowOf(keyId);
    let { total, latestMs } = stored;
    window.leave(this.#runtime.elapsedMs());
    if (isClockSet || latestMs > nowMs + clockStepMs) {
      // Moments that were stored with a wrong clock's times are stored again, with the present clock's.
      clearWindow.run(keyId);
      window.setStored(false);
      latestMs = nowMs - windowMs;
      storeMoment.run(latestMs, total, keyId);
    }
    for (const { atMs, requests } of window.unstored()) {
      total += requests;
      latestMs = Math.max(latestMs, Math.round(atMs + this.#clockAheadMs));
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
