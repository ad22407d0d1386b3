/**
 * Opens both engines through one interface: SQLite through node:sqlite (the default) and PostgreSQL.
 * This folder does not know what any table means. A module that owns tables declares them and takes a typed view with
 * `tablesOf`.
 */
import { statSync } from "node:fs";
import { join, parse } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Dialect, Kysely, sql, type Transaction } from "kysely";
import { codeOfError, DatabaseOutage, notOpened, reasonOf } from "./database-error.ts";
import { migrate } from "./migrate.ts";
import type { AnyTables, EngineName, Part } from "./names.ts";
import { postgresDialect, refuseStandby } from "./postgres.ts";
import { admissionDialect, readingDialect, writingDialect } from "./sqlite.ts";
import { placeCheck, refuseForeignLog } from "./sqlite-files.ts";
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
  const dialect = database.engine === "postgres" ? postgresDialect(database.url, use) : admissionDialect(database.url);
  const kysely = new Kysely<AnyTables>({ dialect });
  return { ...database, kysely, close: () => kysely.destroy() };
}

/**
 * Opens the same tables once more for reading alone, for another thread: it has only the address. The database must be
 * open already, so its tables are not looked at.
 */
export function openReader(url: string, part: Part): Database {
  const dialect =
    engineOf(url) === "postgres" ? postgresDialect(url, "refresh") : readingDialect(url, sqliteBusyMs.refresh);
  return databaseOn(dialect, { url, part }, false);
}

/** Whether another connection can be opened to the same tables: those in memory have only one. */
export function canBeOpenedAgain({ url }: Database): boolean {
  return url !== ":memory:";
}

/** Returns the file that opening the accounts would create; null when the accounts exist or are on a server. */
export function missingAccess(url: string): string | null {
  if (engineOf(url) === "postgres") return null;
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
    if (engine === "sqlite") refuseForeignLog(place);
    const dialect = engine === "postgres" ? postgresDialect(place, "night") : writingDialect(place, part);
    const database = databaseOn(dialect, { url: place, part }, true);
    const { kysely } = database;
    try {
      if (engine === "postgres") await refuseStandby(kysely, place);
      await migrate(kysely, engine, part);
    } catch (error) {
      await kysely.destroy();
      throw notOpened(place, error);
    }
    return engine === "postgres" || place === ":memory:" ? database : { ...database, checkPlace: placeCheck(place) };
  });
}

export type Patience = {
  /** For this long after the first attempt, a failed attempt is followed by another one. */
  readonly waitMs: number;
  /** Is called with the reason for waiting, and again whenever the reason changes. */
  readonly onWait: (reason: string) => void;
};

/** Makes one attempt only. */
export const impatient: Patience = { waitMs: 0, onWait: () => {} };

const firstPauseMs = 100;
const longestPauseMs = 2_000;

/**
 * Codes of failures that pass by themselves. Class 57 is a server that starts or shuts down, 53 a server that has no
 * connection left, 08 a lost connection. A wrong password or an unknown database or host will still be wrong later.
 */
const passing = /^(?:08|53|57P0|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|EAI_AGAIN)/;
/** The driver's messages, which have no code, for a connection that ended without an error or was not made in time. */
const passingWords = /^(?:Connection terminated|timeout )/;

/** Makes attempts until one succeeds, fails for good, or the time is over. Then throws the last failure. */
export async function patiently<Result>(patience: Patience, attempt: () => Promise<Result>): Promise<Result> {
  const untilMs = performance.now() + patience.waitMs;
  let told: string | null = null;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
    try {
      return await attempt();
    } catch (error) {
      const outage = outageBehind(error);
      if (outage === null || performance.now() >= untilMs || !isPassing(outage)) throw error;
      const reason = reasonOf(outage);
      if (reason !== told) patience.onWait(reason);
      told = reason;
    }
    await sleep(Math.max(0, Math.min(pauseMs, untilMs - performance.now())));
  }
}

function outageBehind(error: unknown): DatabaseOutage | null {
  if (error instanceof DatabaseOutage) return error;
  return error instanceof Error && error.cause instanceof Error ? outageBehind(error.cause) : null;
}

function isPassing({ cause, reason }: DatabaseOutage): boolean {
  const code = codeOfError(cause);
  return code === "" ? passingWords.test(reason) : passing.test(code);
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
