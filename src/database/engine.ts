/**
 * The two engines behind one door: SQLite through node:sqlite (the default) and PostgreSQL.
 * This folder knows no table's meaning; whoever owns tables declares them and takes a typed view with `tablesOf`.
 */
import { closeSync, existsSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname, join, parse } from "node:path";
import { Kysely, PostgresDialect, sql, type Transaction } from "kysely";
import { Pool, types } from "pg";
import { DatabaseError, reasonOf, withoutPassword } from "./database-error.ts";
import { migrate } from "./migrate.ts";
import type { AnyTables, EngineName, Part } from "./names.ts";
import { NodeSqlite, NodeSqliteDialect } from "./node-sqlite.ts";
import { refuseUnfinishedSwap, soundFile } from "./swap.ts";

export type Database = {
  readonly engine: EngineName;
  readonly part: Part;
  /** The file or the postgres:// URL that holds this part. */
  readonly url: string;
  readonly kysely: Kysely<AnyTables>;
  close(): Promise<void>;
};

/** PostgreSQL's int8 comes as text by default; ours are epoch milliseconds and counts, all below 2^53. */
const int8Oid = 20;

/** Milliseconds that an SQLite writer waits for another process's transaction. */
const busyTimeoutMs = 60_000;

export function engineOf(url: string): EngineName {
  return /^postgres(ql)?:\/\//.test(url) ? "postgres" : "sqlite";
}

/** Opens the ledger and the archive, in a file or at a postgres:// URL, and brings their tables up to date. */
export function openDatabase(url: string): Promise<Database> {
  return openPart(url, "facts");
}

/** Opens the accounts that belong to a DATABASE_URL, and brings their tables up to date. */
export function openAccess(url: string): Promise<Database> {
  return openPart(url, "access");
}

/** The file that opening the accounts would make, or null: they are there, or on a server. */
export function missingAccess(url: string): string | null {
  if (engineOf(url) === "postgres") return null;
  refuseUnfinishedSwap(placeOf(url, "facts"));
  const path = placeOf(url, "access");
  // What may not be looked at is not missing: that throws.
  return statSync(path, { throwIfNoEntry: false }) === undefined ? path : null;
}

/** The file or the postgres:// URL that holds a part of a DATABASE_URL. */
export function placeOf(url: string, part: Part): string {
  if (engineOf(url) === "postgres") return url;
  return part === "access" ? accessPathOf(pathOf(url)) : pathOf(url);
}

/** `gradeline.db` has its accounts beside it, in `gradeline-access.db`. */
function accessPathOf(path: string): string {
  const { dir, name, ext } = parse(path);
  return join(dir, `${name}-access${ext}`);
}

function pathOf(url: string): string {
  return url.replace(/^(sqlite|file):(\/\/)?/, "");
}

async function openPart(url: string, part: Part): Promise<Database> {
  const engine = engineOf(url);
  const place = placeOf(url, part);
  const checkAgain = engine === "sqlite" ? soundFile(placeOf(url, "facts"), place) : () => {};
  const kysely = new Kysely<AnyTables>({
    dialect: engine === "postgres" ? postgresDialect(place) : sqliteDialect(place, part),
  });
  try {
    await migrate(kysely, engine, part);
    checkAgain();
  } catch (error) {
    await kysely.destroy();
    if (error instanceof DatabaseError) throw error;
    throw new DatabaseError(`the database ${withoutPassword(place)} cannot be opened: ${reasonOf(error)}`, {
      cause: error,
    });
  }
  return { engine, part, url: place, kysely, close: () => kysely.destroy() };
}

export function postgresDialect(connectionString: string): PostgresDialect {
  const pool = new Pool({
    connectionString,
    max: 8,
    types: {
      getTypeParser: (oid: number, format?: "text" | "binary") =>
        oid === int8Oid ? Number : types.getTypeParser(oid, format as "text"),
    },
  });
  // A server that goes away ends idle connections; the next query reports it, the process must not die of it.
  pool.on("error", () => {});
  return new PostgresDialect({ pool });
}

function sqliteDialect(path: string, part: Part): NodeSqliteDialect {
  return new NodeSqliteDialect({
    database: async () => {
      if (path !== ":memory:") mkdirSync(dirname(path), { recursive: true });
      // Accounts and sessions are their owner's alone; SQLite gives the files beside this one its mode.
      if (part === "access" && !existsSync(path)) closeSync(openSync(path, "a", 0o600));
      const database = new NodeSqlite(path);
      database.pragma(`busy_timeout = ${busyTimeoutMs}`);
      // A commit writes whole pages, and the door commits a row or two a moment. It counts only for a new file.
      if (part === "access") database.pragma("page_size = 1024");
      database.pragma("journal_mode = WAL");
      // WAL with NORMAL survives a killed process; only a power cut may undo the last commits, never tear one.
      database.pragma("synchronous = NORMAL");
      database.pragma("foreign_keys = ON");
      database.pragma("cache_size = -65536");
      return database;
    },
  });
}

const lockTables: Readonly<Record<Part, string>> = { facts: "write_lock", access: "access_lock" };

/** A view of the database that knows the owner's tables. */
export function tablesOf<Tables>(connection: Kysely<AnyTables>): Kysely<Tables> {
  return connection as unknown as Kysely<Tables>;
}

/**
 * Runs one writer of a part at a time, on either engine and from any process: the first statement takes the only row of
 * the part's lock, which in SQLite takes the file's write lock before anything is read.
 */
export function writeTransaction<Result>(
  database: Database,
  work: (connection: Transaction<AnyTables>) => Promise<Result>,
): Promise<Result> {
  return database.kysely.transaction().execute(async (connection) => {
    await sql`update ${sql.table(lockTables[database.part])} set taken = taken + 1 where id = 1`.execute(connection);
    return work(connection);
  });
}
