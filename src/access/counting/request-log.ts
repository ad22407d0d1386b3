/**
 * The requests that were counted on SQLite, in their order. Each batch appends an entry for each of its keys to the
 * journal; once a second the entries move to the table, where they stay for a minute. Several processes on one file
 * learn from both what the others have counted.
 */
import { DatabaseError } from "../../database/database-error.ts";
import type { Direct } from "../../database/direct.ts";
import { windowMs } from "../meters.ts";
import { isAhead, mostAheadMs } from "./clock-ahead.ts";
import { Journal } from "./journal.ts";
import { canHold, type JournalEntry } from "./journal-entries.ts";
import { KeyWindow } from "./key-window.ts";
import { foldStatements } from "./unfolded.ts";

/** How often entries are folded, and deleted once they have left every window. */
export const foldEveryMs = 1000;

/** The caller of every method must hold the file's write lock. */
export class RequestLog {
  readonly #statements: ReturnType<typeof statementsOf>;
  readonly #journal: Journal;
  readonly #windows = new Map<string, KeyWindow>();
  /** Entries of the journal that are not in the table, in their order. */
  #pending: JournalEntry[] = [];
  /** Requests that were counted in this transaction and are written nowhere yet, by key. */
  readonly #unwritten = new Map<string, { readonly atMs: number; requests: number }>();
  /** The last entry that is in the windows. */
  #lastEntry = 0;
  #foldedMs = 0;
  #firstKeys = 0;
  /** The latest moment in the table. */
  #latestMs = 0;
  #hasWritten = false;

  constructor(direct: Direct) {
    this.#statements = statementsOf(direct);
    const row = this.#statements.fileId.get() as unknown as [string] | undefined;
    if (row === undefined) throw new DatabaseError(`the database ${direct.path} is damaged: request_log_file is empty`);
    this.#journal = new Journal(direct.path, row[0]);
  }

  /** Whether this transaction writes to the database. What it counts is then committed with it, without the journal. */
  get hasWritten(): boolean {
    return this.#hasWritten;
  }

  /** Whether there are entries that are not in the table. */
  get hasPending(): boolean {
    return this.#pending.length > 0;
  }

  /** The number of keys that got a window after the log was first read. */
  get newKeys(): number {
    return this.#windows.size - this.#firstKeys;
  }

  /** Must come first in every transaction. */
  begin(): void {
    this.#hasWritten = false;
    this.#journal.begin();
  }

  /**
   * Reads the entries that were added to the table since the last time. They are what other processes have counted, or,
   * the first time, the whole log.
   */
  catchUp(): void {
    const isFirst = this.#lastEntry === 0;
    const rows = this.#statements.since.iterate(this.#lastEntry) as unknown as Iterable<
      [number, string, number, number]
    >;
    for (const [entry, keyId, atMs, requests] of rows) this.#see({ entry, keyId, atMs, requests });
    const [tableEntry] = this.#statements.last.get() as unknown as [number];
    this.#pending = this.#pending.filter(({ entry }) => entry > tableEntry);
    if (isFirst) this.#firstKeys = this.#windows.size;
  }

  /**
   * Reads the entries that were added to the journal since the last time, and returns those that were not known. When
   * the table has all of them, it clears the journal.
   */
  readJournal(): readonly JournalEntry[] {
    const looked = this.#journal.look();
    const added = looked.length === 0 ? looked : looked.filter(({ entry }) => entry > this.#lastEntry);
    for (const entry of added) {
      this.#see(entry);
      this.#pending.push(entry);
    }
    // An entry that is known and not pending was committed to the table by an earlier transaction.
    if (this.#pending.length === 0 && this.#journal.hasEntries) this.#journal.clear();
    return added;
  }

  #see({ entry, keyId, atMs, requests }: JournalEntry): void {
    this.windowOf(keyId).count(atMs, requests);
    this.#latestMs = Math.max(this.#latestMs, atMs);
    this.#lastEntry = entry;
  }

  /** Forgets everything, so that the next `catchUp` reads the whole log. */
  forget(): void {
    this.#windows.clear();
    this.#unwritten.clear();
    this.#pending = [];
    this.#journal.forget();
    // A fold that failed is due again in the next transaction, so a full disk grants nobody anything.
    this.#foldedMs = 0;
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
    this.persist();
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
    if (Math.abs(nowMs - this.#foldedMs) >= foldEveryMs) this.foldAndTrim(nowMs);
    else if (this.#hasWritten || !this.#fitsJournal()) this.persist();
    else this.#append();
  }

  foldAndTrim(nowMs: number): void {
    this.#foldedMs = nowMs;
    this.fold();
    this.#statements.trim.run(nowMs - windowMs);
  }

  /** Adds the entries of the log, including other processes', to the rows of accounts and keys. */
  fold(): void {
    this.persist();
    for (const statement of this.#statements.fold) statement.run();
  }

  /** How many requests of these keys were counted and are not in the table yet. */
  outsideTable(keyIds: ReadonlySet<string>): number {
    let sum = 0;
    for (const { keyId, requests } of this.#pending) if (keyIds.has(keyId)) sum += requests;
    for (const [keyId, { requests }] of this.#unwritten) if (keyIds.has(keyId)) sum += requests;
    return sum;
  }

  /** Moves everything that was counted to the table. */
  persist(): void {
    this.willWrite();
    for (const entry of this.#pending) this.#insert(entry);
    for (const entry of this.#numbered()) this.#insert(entry);
    this.#pending = [];
  }

  /** Must be called before anything else writes to the database in this transaction. */
  willWrite(): void {
    this.#hasWritten = true;
  }

  /** Takes away what the present transaction has appended to the journal. */
  undo(): void {
    this.#journal.undo();
  }

  tryJournal(): void {
    this.#journal.tryWriting();
  }

  close(): void {
    this.#journal.close();
  }

  #append(): void {
    if (this.#unwritten.size === 0) return;
    const entries = this.#numbered();
    this.#journal.append(entries);
    for (const entry of entries) this.#pending.push(entry);
  }

  /** Gives what is unwritten its numbers. */
  #numbered(): readonly JournalEntry[] {
    const entries: JournalEntry[] = [];
    for (const [keyId, { atMs, requests }] of this.#unwritten) {
      entries.push({ entry: ++this.#lastEntry, keyId, atMs, requests });
    }
    this.#unwritten.clear();
    return entries;
  }

  #fitsJournal(): boolean {
    for (const keyId of this.#unwritten.keys()) if (!canHold(keyId)) return false;
    return true;
  }

  #insert({ entry, keyId, atMs, requests }: JournalEntry): void {
    this.#statements.insert.run(entry, keyId, atMs, requests);
  }
}

function statementsOf(direct: Direct) {
  return {
    since: direct.prepare("select entry, key_id, at_ms, requests from request_log where entry > ? order by entry"),
    last: direct.prepare("select coalesce(max(entry), 0) from request_log"),
    fileId: direct.prepare("select file_id from request_log_file"),
    insert: direct.prepare("insert into request_log (entry, key_id, at_ms, requests) values (?, ?, ?, ?)"),
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
