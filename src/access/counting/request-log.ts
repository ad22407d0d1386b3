/**
 * The requests that were counted on SQLite, in their order. Each batch adds an entry for each of its keys at the end of
 * the table, so that a commit writes one page for some twenty keys. Several processes on one file also learn from the
 * log what the others have counted.
 */
import type { Direct } from "../../database/direct.ts";
import { windowMs } from "../meters.ts";
import { isAhead, mostAheadMs } from "./clock-ahead.ts";
import { KeyWindow } from "./key-window.ts";
import { foldStatements } from "./unfolded.ts";

/** How often entries are folded, and deleted once they have left every window. */
const foldEveryMs = 1000;

/** The caller of every method must hold the file's write lock. */
export class RequestLog {
  readonly #statements: ReturnType<typeof statementsOf>;
  readonly #windows = new Map<string, KeyWindow>();
  /** Requests that were counted in this transaction and are not in the table yet, by key. */
  readonly #unwritten = new Map<string, { readonly atMs: number; requests: number }>();
  /** The last entry that is in the windows. */
  #lastEntry = 0;
  #foldedMs = 0;
  #firstKeys = 0;
  /** The latest moment in the table. */
  #latestMs = 0;

  constructor(direct: Direct) {
    this.#statements = statementsOf(direct);
  }

  /** The number of keys that got a window after the log was first read. */
  get newKeys(): number {
    return this.#windows.size - this.#firstKeys;
  }

  /**
   * Reads the entries that were added since the last time. They are what other processes have counted, or, the first
   * time, the whole log.
   */
  catchUp(): void {
    const isFirst = this.#lastEntry === 0;
    const rows = this.#statements.since.iterate(this.#lastEntry) as unknown as Iterable<
      [number, string, number, number]
    >;
    for (const [entry, keyId, atMs, requests] of rows) {
      this.windowOf(keyId).count(atMs, requests);
      this.#latestMs = Math.max(this.#latestMs, atMs);
      this.#lastEntry = entry;
    }
    if (isFirst) this.#firstKeys = this.#windows.size;
  }

  /** Forgets everything, so that the next `catchUp` reads the whole log. */
  forget(): void {
    this.#windows.clear();
    this.#unwritten.clear();
    this.#lastEntry = 0;
    this.#firstKeys = 0;
    this.#latestMs = 0;
  }

  windowOf(keyId: string): KeyWindow {
    let window = this.#windows.get(keyId);
    if (window === undefined) {
      window = new KeyWindow();
      this.#windows.set(keyId, window);
    }
    return window;
  }

  /**
   * Must come first in a transaction. Makes requests that a clock that was ahead counted count as made now. This
   * corrects the table for those who read it; a key's window is corrected when the key is used.
   */
  setRight(nowMs: number): void {
    if (!isAhead(this.#latestMs, nowMs)) return;
    this.#statements.countAsNow.run(nowMs, nowMs, nowMs + mostAheadMs);
    this.#statements.useAsNow.run(nowMs, nowMs + mostAheadMs);
    this.#latestMs = nowMs + mostAheadMs;
  }

  /** @param atMs the same for all requests of a transaction with this key. */
  count(keyId: string, atMs: number): void {
    this.windowOf(keyId).count(atMs, 1);
    this.#latestMs = Math.max(this.#latestMs, atMs);
    const unwritten = this.#unwritten.get(keyId);
    if (unwritten === undefined) this.#unwritten.set(keyId, { atMs, requests: 1 });
    else unwritten.requests++;
  }

  /** Writes what was counted to disk. */
  write(nowMs: number): void {
    this.#append();
    if (Math.abs(nowMs - this.#foldedMs) < foldEveryMs) return;
    this.#foldedMs = nowMs;
    this.fold();
    this.#statements.trim.run(nowMs - windowMs);
  }

  /** Adds the entries of the log, including other processes', to the rows of accounts and keys. */
  fold(): void {
    this.#append();
    for (const statement of this.#statements.fold) statement.run();
  }

  #append(): void {
    for (const [keyId, { atMs, requests }] of this.#unwritten) {
      this.#lastEntry = Number(this.#statements.append.run(keyId, atMs, requests).lastInsertRowid);
    }
    this.#unwritten.clear();
  }
}

function statementsOf(direct: Direct) {
  return {
    since: direct.prepare("select entry, key_id, at_ms, requests from request_log where entry > ? order by entry"),
    append: direct.prepare("insert into request_log (key_id, at_ms, requests) values (?, ?, ?)"),
    fold: foldStatements.map((statement) => direct.prepare(statement)),
    // The last entry stays, so that no entry's number is ever given twice.
    trim: direct.prepare(
      `delete from request_log where entry < coalesce(
         (select entry from request_log where at_ms > ? order by entry limit 1), (select max(entry) from request_log))`,
    ),
    countAsNow: direct.prepare(
      "update request_log set at_ms = ? where at_ms > ? and key_id in (select key_id from request_log where at_ms > ?)",
    ),
    useAsNow: direct.prepare("update account_keys set last_used_ms = ? where last_used_ms > ?"),
  };
}
