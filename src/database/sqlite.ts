/** SQLite through node:sqlite: each way to open a file, as a dialect of Kysely. */
import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { SqliteAdapter, type SqliteDatabase, SqliteDialect, type SqliteStatement } from "kysely";
import { LRUCache } from "lru-cache";
import { DatabaseError, isSqliteBusy, isUnwritable, noteOutage, onFile, reasonOf } from "./database-error.ts";
import type { Part } from "./names.ts";
import { sqliteBusyMs } from "./uses.ts";

/**
 * Kysely runs migrations outside a transaction when an adapter says that tables cannot be created in one. In SQLite
 * they can.
 */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class NodeSqliteDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}

/** Opens a file for the night's work, and makes it and its folder where there is none. */
export function writingDialect(path: string, part: Part): SqliteDialect {
  const pragmas = [
    `busy_timeout = ${sqliteBusyMs.night}`,
    // A commit writes whole pages, and counting requests commits only a row or two at a time, so small pages write less. The
    // setting has an effect only on a new file.
    ...(part === "access" ? ["page_size = 1024"] : []),
    "journal_mode = WAL",
    // WAL with NORMAL survives a killed process. Only a power cut may undo the last commits, and it never leaves one half
    // done. Of accounts not even that may be: a key that was revoked must stay so. What counts requests has a connection of
    // its own.
    `synchronous = ${part === "access" ? "FULL" : "NORMAL"}`,
    "foreign_keys = ON",
    "cache_size = -65536",
  ];
  return new NodeSqliteDialect({
    database: async () => {
      if (path !== ":memory:") mkdirSync(dirname(path), { recursive: true });
      // Only the owner may read accounts and sessions. SQLite gives the files beside this one the same mode.
      if (part === "access" && !existsSync(path)) closeSync(openSync(path, "a", 0o600));
      return whenFree(() => NodeSqlite.open(path, pragmas));
    },
  });
}

const betweenTriesMs = 20;

/**
 * Opens a file again while others that found it new are setting it up. For the step to WAL they may wait for each other, and
 * SQLite then refuses one of them at once, whatever its timeout is.
 */
async function whenFree<Opened>(open: () => Opened): Promise<Opened> {
  const untilMs = performance.now() + sqliteBusyMs.night;
  for (;;) {
    try {
      return open();
    } catch (error) {
      if (!isSqliteBusy(error) || performance.now() >= untilMs) throw error;
    }
    await sleep(betweenTriesMs);
  }
}

/**
 * A connection that never waits for another writer, which may be this very process in the middle of a transaction. What it
 * counts is worth no wait for the disk either: it syncs at checkpoints alone, which come after so many pages of 1 KiB.
 */
export function admissionDialect(path: string): SqliteDialect {
  const pragmas = ["busy_timeout = 0", "synchronous = NORMAL", "foreign_keys = ON", "wal_autocheckpoint = 16384"];
  return readableDialect(path, () => NodeSqlite.open(path, pragmas));
}

/** A file that nobody else has open, without a log beside it. */
export function copyDialect(path: string): SqliteDialect {
  return readableDialect(path, () => NodeSqlite.open(path, []));
}

export function readingDialect(path: string, busyMs: number): SqliteDialect {
  return readableDialect(path, () => {
    accessSync(path, constants.R_OK);
    return NodeSqlite.open(path, [`busy_timeout = ${busyMs}`], { readOnly: true });
  });
}

function readableDialect(path: string, open: () => NodeSqlite): SqliteDialect {
  return new NodeSqliteDialect({
    database: async () => {
      try {
        return open();
      } catch (thrown) {
        const cause = thrown instanceof DatabaseError ? thrown.cause : thrown;
        throw new DatabaseError(`the database ${path} cannot be opened: ${whyUnreadable(path, cause)}`, { cause });
      }
    },
  });
}

function whyUnreadable(path: string, error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return "it is not there";
  if (code === "EACCES" || code === "EPERM") return "this user may not read it";
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return "it is a folder";
  if (isUnwritable(error))
    return "where no server runs, only a user who may write beside it can read it, such as the server's";
  return reasonOf(error);
}

/** The most statements that stay prepared; beyond that the least recently used one is dropped. */
const preparedLimit = 200;

class NodeSqlite implements SqliteDatabase {
  readonly #path: string;
  readonly #database: DatabaseSync;
  readonly #prepared = new LRUCache<string, SqliteStatement>({ max: preparedLimit });

  private constructor(path: string, database: DatabaseSync) {
    this.#path = path;
    this.#database = database;
  }

  /**
   * A connection that cannot be set up, or whose file is no database, is closed at once. Left open, it keeps SQLite's log and its
   * index of the file alive until the garbage collector comes, and the next connection to this path would use them, even when a
   * good file has taken the place of the damaged one.
   */
  static open(path: string, pragmas: readonly string[], options: { readonly readOnly?: boolean } = {}): NodeSqlite {
    const database = new DatabaseSync(path, options);
    try {
      for (const setting of pragmas) database.exec(`pragma ${setting}`);
      if (options.readOnly === true) database.prepare("select count(*) from sqlite_schema").all();
      return new NodeSqlite(path, database);
    } catch (error) {
      database.close();
      throw error;
    }
  }

  prepare(sql: string): SqliteStatement {
    // SQLite has ended the transaction itself, as it does when the disk fails. A failing rollback would hide the first
    // error.
    if (sql === "rollback" && !this.#database.isTransaction) return nothingToDo;
    const kept = this.#prepared.get(sql);
    if (kept !== undefined) return kept;
    const prepared = onFile(this.#path, () => this.#database.prepare(sql));
    const statement = statementOf(this.#path, prepared);
    this.#prepared.set(sql, statement);
    return statement;
  }

  close(): void {
    this.#prepared.clear();
    this.#database.close();
  }
}

const nothingToDo: SqliteStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [][Symbol.iterator](),
};

function statementOf(path: string, statement: StatementSync): SqliteStatement {
  const values = (parameters: readonly unknown[]): SQLInputValue[] => [...parameters] as SQLInputValue[];
  const onOwnFile = <Result>(work: () => Result): Result => {
    try {
      return onFile(path, work);
    } catch (error) {
      throw error instanceof DatabaseError ? noteOutage(error) : error;
    }
  };
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => onOwnFile(() => statement.all(...values(parameters))),
    run: (parameters) => onOwnFile(() => statement.run(...values(parameters))),
    iterate: (parameters) => statement.iterate(...values(parameters)),
  };
}
