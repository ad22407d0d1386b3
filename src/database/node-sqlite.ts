/** Adapts node:sqlite to the interface that Kysely's SQLite dialect expects. Each statement is prepared once. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { SqliteAdapter, type SqliteDatabase, SqliteDialect, type SqliteStatement } from "kysely";
import { LRUCache } from "lru-cache";
import { DatabaseError, onFile } from "./database-error.ts";
import { noteOutage } from "./outage.ts";

/**
 * Kysely runs migrations outside a transaction when an adapter says that tables cannot be created in one. In SQLite
 * they can.
 */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

export class NodeSqliteDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}

/** The most statements that stay prepared; beyond that the least recently used one is dropped. */
const preparedLimit = 200;

export class NodeSqlite implements SqliteDatabase {
  readonly #path: string;
  readonly #database: DatabaseSync;
  readonly #prepared = new LRUCache<string, SqliteStatement>({ max: preparedLimit });

  /** @param location what to open when the path alone is not enough: a URL with SQLite's own parameters. */
  constructor(path: string, { location = path, ...options }: { location?: string | URL; readOnly?: boolean } = {}) {
    this.#path = path;
    this.#database = new DatabaseSync(location, options);
  }

  pragma(setting: string): void {
    this.#database.exec(`pragma ${setting}`);
  }

  prepare(sql: string): SqliteStatement {
    // SQLite has ended the transaction itself, as it does when the disk fails. A failing rollback would hide the first
    // error.
    if (sql === "rollback" && !this.#database.isTransaction) return nothingToDo;
    const kept = this.#prepared.get(sql);
    if (kept !== undefined) return kept;
    const statement = this.#prepare(sql);
    this.#prepared.set(sql, statement);
    return statement;
  }

  #prepare(sql: string): SqliteStatement {
    return statementOf(
      this.#path,
      onFile(this.#path, () => this.#database.prepare(sql)),
    );
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
