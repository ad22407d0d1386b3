/**
 * Reads a part of the database without writing anything: it runs no migration, takes no lock that a writer waits for,
 * and creates no file beside the database. So a user who may only read can look at it, even while a server is running
 * on it.
 */
import { accessSync, constants, statSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { Dialect } from "kysely";
import { DatabaseError, DatabaseOutage, reasonOf, withoutPassword } from "./database-error.ts";
import { type Database, databaseOn, engineOf, placeOf, postgresDialect } from "./engine.ts";
import { migrationGap, otherVersion } from "./migrate.ts";
import type { Part } from "./names.ts";
import { NodeSqlite, NodeSqliteDialect } from "./node-sqlite.ts";
import { refuseOtherSchema } from "./schema.ts";
import { setUp } from "./set-up.ts";
import { soundFile } from "./swap.ts";

/** How many times a reading is attempted when another process begins to write meanwhile. */
const mostAttempts = 5;

/** Milliseconds that a reader waits while another process opens the file for the first time after a crash. */
const busyTimeoutMs = 10_000;

export type ReadOptions = {
  /** Whether the tables must be those of this version. */
  readonly mustBeCurrent?: boolean;
};

/**
 * Does the work on a read-only connection, and closes it. The work may run more than once, so it must only read.
 * @throws DatabaseError when there is nothing to read, when it may not be read, and when another version made it.
 */
export async function readPart<Result>(
  url: string,
  part: Part,
  work: (database: Database) => Promise<Result>,
  { mustBeCurrent = true }: ReadOptions = {},
): Promise<Result> {
  const place = placeOf(url, part);
  const checked = async (database: Database): Promise<Result> => {
    if (mustBeCurrent) await refuseOtherVersions(database);
    return work(database);
  };
  if (engineOf(url) === "postgres")
    return onConnection(postgresDialect(readingUrl(place), "night"), { url: place, part }, checked);
  for (let attempt = 1; ; attempt++) {
    soundFile(placeOf(url, "facts"), place);
    const before = stateOf(place);
    const result = await onConnection(sqliteDialect(place, before.isQuiet), { url: place, part }, checked);
    // A file that no process has open is read without locks. If it changed before the end, the result may mix old and
    // new.
    if (!before.isQuiet || attempt >= mostAttempts || stateOf(place).stamp === before.stamp) return result;
  }
}

async function onConnection<Result>(
  dialect: Dialect,
  place: Pick<Database, "url" | "part">,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = databaseOn(dialect, place, false);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

async function refuseOtherVersions({ kysely, engine, part, url }: Database): Promise<void> {
  const { missing, unknown } = await migrationGap(kysely, part).catch((error) => {
    if (error instanceof DatabaseError && !(error instanceof DatabaseOutage)) throw error;
    throw new DatabaseError(`the database ${withoutPassword(url)} cannot be opened: ${reasonOf(error)}`, {
      cause: error,
    });
  });
  if (unknown.length > 0) {
    throw new DatabaseError(`the database ${withoutPassword(url)} cannot be opened: ${otherVersion(unknown)}`);
  }
  if (missing.length > 0) {
    const text = "is of an earlier version of Gradeline; gradeline serve brings it up to date, reading alone does not";
    throw new DatabaseError(`the database ${withoutPassword(url)} ${text}`);
  }
  if (engine === "sqlite") await refuseOtherSchema(kysely, part, url);
}

/** Makes the connection refuse to write, whatever its user may do. */
function readingUrl(url: string): string {
  if (/[?&]options=/.test(url)) return url;
  return `${url}${url.includes("?") ? "&" : "?"}options=-c%20default_transaction_read_only%3Don`;
}

/**
 * Whether an SQLite file is quiet, which means that no process has it open: one that does keeps a log beside it.
 * `stamp` changes when something is written, and when a process opens the file.
 */
function stateOf(path: string): { readonly isQuiet: boolean; readonly stamp: string } {
  const [file, log, index, journal] = ["", "-wal", "-shm", "-journal"].map((end) =>
    statSync(`${path}${end}`, { bigint: true, throwIfNoEntry: false }),
  );
  const hasLog = log !== undefined && (log.size > 0n || index !== undefined);
  return {
    isQuiet: !hasLog && journal === undefined,
    stamp: `${file?.ino} ${file?.size} ${file?.mtimeNs} ${hasLog} ${journal !== undefined}`,
  };
}

function sqliteDialect(path: string, isQuiet: boolean): NodeSqliteDialect {
  return new NodeSqliteDialect({
    database: async () => {
      try {
        accessSync(path, constants.R_OK);
        const location = pathToFileURL(path);
        // Without this, SQLite creates files beside the database, which needs a folder that may be written to.
        if (isQuiet) location.searchParams.set("immutable", "1");
        return setUp(new NodeSqlite(path, { location, readOnly: true }), (database) => {
          database.pragma(`busy_timeout = ${busyTimeoutMs}`);
          database.prepare("select count(*) from sqlite_schema").all([]);
        });
      } catch (thrown) {
        const error = thrown instanceof DatabaseError ? thrown.cause : thrown;
        throw new DatabaseError(`the database ${path} cannot be opened: ${whyUnreadable(path, error)}`, {
          cause: error,
        });
      }
    },
  });
}

function whyUnreadable(path: string, error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return "it is not there";
  if (code === "EACCES" || code === "EPERM") return "this user may not read it";
  if (statSync(path).isDirectory()) return "it is a folder";
  const has = (end: string): boolean => statSync(`${path}${end}`, { throwIfNoEntry: false }) !== undefined;
  if (has("-wal") && !has("-shm")) {
    return "it was not closed properly, and must first be opened by a user who may write, such as the server's";
  }
  return reasonOf(error);
}
