/**
 * The requests that were counted on SQLite, in their order: an entry for each key of a moment, always at the end of the
 * table, so that a commit writes one page however many keys there are. It is also how several processes on one file tell
 * each other what they have counted.
 */
import type { Direct } from "../../database/direct.ts";
import { windowMs } from "../meters.ts";
import { KeyWindow } from "./key-window.ts";
import { foldStatements } from "./unfolded.ts";

/** Entries are folded, and deleted when they have left every window, this often. */
const foldEveryMs = 1000;

/** Every method is for who holds the file's write lock. */
export class RequestLog {
  readonly #statements: ReturnType<typeof statementsOf>;
  readonly #windows = new Map<string, KeyWindow>();
  /** Counted in this transaction: by key, when and how often. */
  readonly #waiting = new Map<string, { readonly atMs: number; requests: number }>();
  /** The last entry that is in the windows. */
  #lastEntry = 0;
  #foldedMs = 0;

  constructor(direct: Direct) {
    this.#statements = statementsOf(direct);
  }

  /** Takes over what other processes have counted since the last time. */
  catchUp(): void {
    const rows = this.#statements.since.iterate(this.#lastEntry) as unknown as Iterable<
      [number, string, number, number]
    >;
    for (const [entry, keyId, atMs, requests] of rows) {
      this.windowOf(keyId).count(atMs, requests);
      this.#lastEntry = entry;
    }
  }

  /** The next `catchUp` begins anew. */
  forget(): void {
    this.#windows.clear();
    this.#waiting.clear();
    this.#lastEntry = 0;
  }

  windowOf(keyId: string): KeyWindow {
    let window = this.#windows.get(keyId);
    if (window === undefined) {
      window = new KeyWindow();
      this.#windows.set(keyId, window);
    }
    return window;
  }

  /** @param atMs the same for all of a transaction's requests with this key. */
  count(keyId: string, atMs: number): void {
    this.windowOf(keyId).count(atMs, 1);
    const waiting = this.#waiting.get(keyId);
    if (waiting === undefined) this.#waiting.set(keyId, { atMs, requests: 1 });
    else waiting.requests++;
  }

  /** Brings what was counted to disk. */
  write(nowMs: number): void {
    for (const [keyId, { atMs, requests }] of this.#waiting) {
      this.#lastEntry = Number(this.#statements.append.run(keyId, atMs, requests).lastInsertRowid);
    }
    this.#waiting.clear();
    if (Math.abs(nowMs - this.#foldedMs) < foldEveryMs) return;
    this.#foldedMs = nowMs;
    this.fold();
    this.#statements.trim.run(nowMs - windowMs);
  }

  /** Brings what is in the log, also others', into the rows of accounts and keys. */
  fold(): void {
    for (const statement of this.#statements.fold) statement.run();
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
  };
}
