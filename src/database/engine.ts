/**
 * Opens both engines through one interface: SQLite through node:sqlite (the default) and PostgreSQL.
 * This folder does not know what any table means. A module that owns tables declares them and takes a typed view with
 * `tablesOf`.
 */
import { closeSync, existsSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname, join, parse } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Dialect, Kysely, PostgresDialect, sql, type Transaction } from "kysely";
import { DatabaseError, DatabaseOutage, reasonOf, withoutPassword } from "./database-error.ts";
import { migrate } from "./migrate.ts";
import type { AnyTables, EngineName, Part } from "./names.ts";
import { NodeSqlite, NodeSqliteDialect } from "./node-sqlite.ts";
import { impatient, type Patience, patiently } from "./patience.ts";
import { Place } from "./place.ts";
import { BoundedPool } from "./postgres-pool.ts";
import { refuseOtherSchema } from "./schema.ts";
import { setUp } from "./set-up.ts";
import { refuseStandby } from "./standby.ts";
import { refuseUnfinishedSwap, soundFile } from "./swap.ts";
import { limitsOf, sqliteBusyMs, type Use } from "./uses.ts";

/** On whose behalf something is written: the user of the operating system who gave the command. */
export type Actor = { readonly through: "command"; readonly who: string };

export type Database = {
  readonly engine: EngineName;
  readonly part: Part;
  /** The file or the postgres:// URL that holds this part. */
  readonly url: string;
  readonly kysely: Kysely<AnyTables>;
  /** False where the connection refuses every write. */
  readonly mayWrite: boolean;
  /** The operator who works through this object; undefined for all that Gradeline does by itself. */
  readonly actor?: Actor;
  /** Counts what `writeTransaction` has committed through this object and its copies, so that others see that rows changed. */
  readonly written: { transactions: number };
  /**
   * @throws DatabaseError when this part's files are no longer those that were opened, so that nothing written there is
   * safe.
   */
  checkPlace(): void;
  close(): Promise<void>;
};

/** A database over connections of its own, whose files nobody replaces: it is only read, or written by nobody else. */
export function databaseOn(
  dialect: Dialect,
  { url, part }: Pick<Database, "url" | "part">,
  mayWrite: boolean,
): Database {
  const kysely = new Kysely<AnyTables>({ dialect });
  return {
    engine: engineOf(url),
    part,
    url,
    kysely,
    mayWrite,
    written: { transactions: 0 },
    checkPlace: () => {},
    close: () => kysely.destroy(),
  };
}

/** The same database for what is not to be noted as an operator's: the many imports of a back-fill that was noted before. */
export function withoutActor({ actor: _, ...database }: Database): Database {
  return database;
}

export function engineOf(url: string): EngineName {
  return /^postgres(ql)?:\/\//.test(url) ? "postgres" : "sqlite";
}

/**
 * Opens the ledger and the archive, in a file or at a postgres:// URL, and brings their tables up to date. Its
 * connections have the time limits of the use `night`; `connectionsFor` gives connections for other uses.
 * @throws DatabaseError that says in one line, without a password, why the database cannot be opened.
 */
export function openDatabase(url: string, patience: Patience = impatient): Promise<Database> {
  return openPart(url, "facts", patience);
}

/** Opens the accounts that belong to a DATABASE_URL, as `openDatabase` does. */
export function openAccess(url: string, patience: Patience = impatient): Promise<Database> {
  return openPart(url, "access", patience);
}

/**
 * Gives the same tables through separate connections, which wait only as long as this use may. An SQLite file has one
 * connection for all uses but admission; from now on it waits for other processes no longer than this use may. The caller
 * that opened the database must close it last.
 */
export async function connectionsFor(database: Database, use: Use): Promise<Database> {
  if (database.engine === "sqlite" && (use !== "admission" || !canBeOpenedAgain(database))) {
    await sql.raw(`pragma busy_timeout = ${sqliteBusyMs[use]}`).execute(database.kysely);
    return { ...database, close: async () => {} };
  }
  const dialect =
    database.engine === "postgres"
      ? postgresDialect(database.url, use)
      : new NodeSqliteDialect({ database: async () => admissionFile(database.url) });
  const kysely = new Kysely<AnyTables>({ dialect });
  return { ...database, kysely, close: () => kysely.destroy() };
}

/**
 * A connection that never waits for another writer, which may be this very process in the middle of a transaction. What it
 * counts is worth no wait for the disk either: it syncs at checkpoints alone, which come after so many pages of 1 KiB.
 */
function admissionFile(path: string): NodeSqlite {
  return ownFile(path, false, (opened) => {
    for (const pragma of [
      "busy_timeout = 0",
      "synchronous = NORMAL",
      "foreign_keys = ON",
      "wal_autocheckpoint = 16384",
    ])
      opened.pragma(pragma);
  });
}

/**
 * Opens the same tables once more for reading alone, for another thread: it has only the address. The database must be
 * open already, so its tables are not looked at.
 */
export function openReader(url: string, part: Part): Database {
  const dialect =
    engineOf(url) === "postgres"
      ? postgresDialect(url, "refresh")
      : new NodeSqliteDialect({ database: async () => readingFile(url) });
  return databaseOn(dialect, { url, part }, false);
}

function readingFile(path: string): NodeSqlite {
  return ownFile(path, true, (opened) => opened.pragma(`busy_timeout = ${sqliteBusyMs.refresh}`));
}

function ownFile(path: string, readOnly: boolean, prepare: (opened: NodeSqlite) => void): NodeSqlite {
  try {
    return setUp(new NodeSqlite(path, { readOnly }), prepare);
  } catch (error) {
    throw new DatabaseError(`the database ${path} cannot be opened: ${reasonOf(error)}`, { cause: error });
  }
}

/** Whether another connection can be opened to the same tables: those in memory have only one. */
export function canBeOpenedAgain({ url }: Database): boolean {
  return url !== ":memory:";
}

/** Returns the file that opening the accounts would create; null when the accounts exist or are on a server. */
export function missingAccess(url: string): string | null {
  if (engineOf(url) === "postgres") return null;
  refuseUnfinishedSwap(placeOf(url, "facts"));
  const path = placeOf(url, "access");
  // A file that may not be looked at is not missing: `statSync` throws then.
  return statSync(path, { throwIfNoEntry: false }) === undefined ? path : null;
}

/** The file or the postgres:// URL that holds a part of a DATABASE_URL. */
export function placeOf(url: string, part: Part): string {
  if (engineOf(url) === "postgres") return url;
  return part === "access" ? accessPathOf(pathOf(url)) : pathOf(url);
}

/** The accounts of `gradeline.db` are beside it, in `gradeline-access.db`. */
function accessPathOf(path: string): string {
  const { dir, name, ext } = parse(path);
  return join(dir, `${name}-access${ext}`);
}

function pathOf(url: string): string {
  return url.replace(/^(sqlite|file):(\/\/)?/, "");
}

function openPart(url: string, part: Part, patience: Patience): Promise<Database> {
  const engine = engineOf(url);
  const place = placeOf(url, part);
  return patiently(patience, async () => {
    const checkAgain = engine === "sqlite" ? soundFile(placeOf(url, "facts"), place) : () => {};
    const dialect = engine === "postgres" ? postgresDialect(place, "night") : sqliteDialect(place, part);
    const database = databaseOn(dialect, { url: place, part }, true);
    const { kysely } = database;
    try {
      if (engine === "postgres") await refuseStandby(kysely, place);
      await migrate(kysely, engine, part);
      if (engine === "sqlite") await refuseOtherSchema(kysely, part, place);
      checkAgain();
    } catch (error) {
      await kysely.destroy();
      // SQLite refuses to write to a file that has lost its name; that it was replaced says more.
      checkAgain();
      if (error instanceof DatabaseError && !(error instanceof DatabaseOutage)) throw error;
      throw new DatabaseError(`the database ${withoutPassword(place)} cannot be opened: ${reasonOf(error)}`, {
        cause: error,
      });
    }
    const files = engine === "postgres" || place === ":memory:" ? null : new Place(place);
    return { ...database, checkPlace: () => files?.check() };
  });
}

export function postgresDialect(url: string, use: Use): PostgresDialect {
  return new PostgresDialect({ pool: new BoundedPool(url, use) });
}

function sqliteDialect(path: string, part: Part): NodeSqliteDialect {
  return new NodeSqliteDialect({
    database: async () => {
      if (path !== ":memory:") mkdirSync(dirname(path), { recursive: true });
      // Only the owner may read accounts and sessions. SQLite gives the files beside this one the same mode.
      if (part === "access" && !existsSync(path)) closeSync(openSync(path, "a", 0o600));
      return whenFree(() => setUp(new NodeSqlite(path), (database) => prepareFile(database, part)));
    },
  });
}

function prepareFile(database: NodeSqlite, part: Part): void {
  database.pragma(`busy_timeout = ${sqliteBusyMs.night}`);
  // A commit writes whole pages, and counting requests commits only a row or two at a time, so small pages write less. The
  // setting has an effect only on a new file.
  if (part === "access") database.pragma("page_size = 1024");
  database.pragma("journal_mode = WAL");
  // WAL with NORMAL survives a killed process. Only a power cut may undo the last commits, and it never leaves one half
  // done. Of accounts not even that may be: a key that was revoked must stay so. What counts requests has a connection of its
  // own.
  database.pragma(`synchronous = ${part === "access" ? "FULL" : "NORMAL"}`);
  database.pragma("foreign_keys = ON");
  database.pragma("cache_size = -65536");
}

/** SQLite's result code for a file that another connection has locked. */
const sqliteBusy = 5;
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
      const isBusy = ((error as { readonly errcode?: number }).errcode ?? 0) % 256 === sqliteBusy;
      if (!isBusy || performance.now() >= untilMs) throw error;
    }
    await sleep(betweenTriesMs);
  }
}

const lockTables: Readonly<Record<Part, string>> = { facts: "write_lock", access: "access_lock" };

/** A view of the database with the types of the owner's tables. */
export function tablesOf<Tables>(connection: Kysely<AnyTables>): Kysely<Tables> {
  return connection as unknown as Kysely<Tables>;
}

/** SQLSTATE of a lock that could not be taken in time. */
const lockNotAvailable = "55P03";

/**
 * Runs one writer of a part at a time, on either engine and across all processes. The first statement updates the only
 * row of the part's lock table; in SQLite that takes the file's write lock before anything is read.
 * @throws DatabaseOutage when the connection to the database was lost; its message says whether anything was changed.
 * @throws DatabaseError when the files were deleted or replaced meanwhile: the present files do not have what was
 * written.
 */
export async function writeTransaction<Result>(
  database: Database,
  work: (connection: Transaction<AnyTables>) => Promise<Result>,
): Promise<Result> {
  let stage: "waiting" | "working" | "committing" = "waiting";
  try {
    const written = await database.kysely.transaction().execute(async (connection) => {
      await sql`update ${sql.table(lockTables[database.part])} set taken = taken + 1 where id = 1`.execute(connection);
      stage = "working";
      const worked = await work(connection);
      stage = "committing";
      return worked;
    });
    database.written.transactions++;
    database.checkPlace();
    return written;
  } catch (error) {
    throw error instanceof DatabaseOutage ? new DatabaseOutage(database.url, error, noteAt(stage, error)) : error;
  }
}

function noteAt(stage: "waiting" | "working" | "committing", { code }: DatabaseOutage): string {
  if (stage === "committing") return " (whether the changes were kept is not known; making them again is safe)";
  if (stage === "working" || code !== lockNotAvailable) return " (nothing was changed)";
  return ` (another command has been writing for ${limitsOf.night.lockMs / 1000} s and is not done; nothing was changed)`;
}
