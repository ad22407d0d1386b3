/**
 * The requests that were counted on SQLite, in their order: an entry for each key of a moment, always at the end of the
 * table, so that a commit writes a page for some twenty keys. It is also how several processes on one file tell each
 * other what they have counted.
 */
import type { Direct } from "../../database/direct.ts";
import { windowMs } from "../meters.ts";
import { isAhead, mostAheadMs } from "./clock-ahead.ts";
import { KeyWindow } from "./key-window.ts";
import { foldStatements } from "./unfolded.ts";

/** Entries are folded, and deleted when they have left every window, this often. */
const foldEveryMs = 1000;

/** Every method is for who holds the file's write lock. */
export class RequestLog {
  readonly #statements: ReturnType<typeof statementsOf>;
  readonly #windows = new Map<string, KeyWindow>();
  /** Counted in this transaction, and not yet in the table: by key, when and how often. */
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

  /** Keys that got a window since we began with what the log had. */
  get newKeys(): number {
    return this.#windows.size - this.#firstKeys;
  }

  /** Takes over what is in the log since the last time; that is what other processes have counted, or all at first. */
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

  /** The next `catchUp` begins anew. */
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
   * Comes first in a transaction: what was counted by a clock that was ahead counts as made now. This is for who reads it
   * from the table; a key's window is set right when the key asks.
   */
  setRight(nowMs: number): void {
    if (!isAhead(this.#latestMs, nowMs)) return;
    this.#statements.countAsNow.run(nowMs, nowMs, nowMs + mostAheadMs);
    this.#statements.useAsNow.run(nowMs, nowMs + mostAheadMs);
    this.#latestMs = nowMs + mostAheadMs;
  }

  /** @param atMs the same for all of a transaction's requests with this key. */
  count(keyId: string, atMs: number): void {
    this.windowOf(keyId).count(atMs, 1);
    this.#latestMs = Math.max(this.#latestMs, atMs);
    const unwritten = this.#unwritten.get(keyId);
    if (unwritten === undefined) this.#unwritten.set(keyId, { atMs, requests: 1 });
    else unwritten.requests++;
  }

  /** Brings what was counted to disk. */
  write(nowMs: number): void {
    this.#append();
    if (Math.abs(nowMs - this.#foldedMs) < foldEveryMs) return;
    this.#foldedMs = nowMs;
    this.fold();
    this.#statements.trim.run(nowMs - windowMs);
  }

  /** Brings what is in the log, also others', into the rows of accounts and keys. */
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
    // The last entry stays, so that no number is ever given twice.
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
