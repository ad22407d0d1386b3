/**
 * Reads a part of the database without writing anything: it runs no migration, and takes no lock that a writer waits for. So a user who
 * may only read can look at it beside a running server; where none runs, SQLite must be able to make the files beside its own.
 */
import { chmodSync, rmSync } from "node:fs";
import { sql } from "kysely";
import { DatabaseError, notOpened, reasonOf, withoutPassword } from "./database-error.ts";
import { type Database, databaseOn, engineOf, placeOf } from "./engine.ts";
import { migrationGap, otherVersion } from "./migrate.ts";
import type { Part } from "./names.ts";
import { postgresDialect } from "./postgres.ts";
import { copyDialect, readingDialect } from "./sqlite.ts";
import { refuseForeignLog, syncPath } from "./sqlite-files.ts";

/** Milliseconds that a reader waits while another process opens the file for the first time after a crash. */
const busyTimeoutMs = 10_000;

export type ReadOptions = {
  /** Whether the tables must be those of this version. */
  readonly mustBeCurrent?: boolean;
};

/**
 * Does the work on a read-only connection, and closes it.
 * @throws DatabaseError when there is nothing to read, when it may not be read, and when another version made it.
 */
export async function readPart<Result>(
  url: string,
  part: Part,
  work: (database: Database) => Promise<Result>,
  { mustBeCurrent = true }: ReadOptions = {},
): Promise<Result> {
  const place = placeOf(url, part);
  const isPostgres = engineOf(url) === "postgres";
  if (!isPostgres) refuseForeignLog(place);
  const dialect = isPostgres ? postgresDialect(readingUrl(place), "night") : readingDialect(place, busyTimeoutMs);
  const database = databaseOn(dialect, { url: place, part }, false);
  try {
    if (mustBeCurrent) await refuseOtherVersions(database);
    return await work(database);
  } finally {
    await database.close();
  }
}

async function refuseOtherVersions({ kysely, part, url }: Database): Promise<void> {
  const { missing, unknown } = await migrationGap(kysely, part).catch((error) => {
    throw notOpened(url, error);
  });
  if (unknown.length > 0) throw notOpened(url, otherVersion(unknown));
  if (missing.length > 0) {
    const text = "is of an earlier version of Gradeline; gradeline serve brings it up to date, reading alone does not";
    throw new DatabaseError(`the database ${withoutPassword(url)} ${text}`);
  }
}

/** Makes the connection refuse to write, whatever its user may do. */
function readingUrl(url: string): string {
  if (/[?&]options=/.test(url)) return url;
  return `${url}${url.includes("?") ? "&" : "?"}options=-c%20default_transaction_read_only%3Don`;
}

/**
 * Copies a part of an SQLite database while others write to it. The copy has everything that was committed when the
 * copying began, and nothing that was committed later. It needs no log, contains nothing of deleted rows, can be read
 * only by its owner, and has been synced to disk.
 */
export async function copyPart(url: string, part: Part, target: string): Promise<void> {
  const work = async ({ kysely }: Database): Promise<void> => {
    rmSync(target, { force: true });
    // This is one reading transaction. SQLite's backup interface would start again after every write.
    await sql`vacuum into ${target}`.execute(kysely).catch((error) => {
      throw new DatabaseError(`the copy ${target} failed: ${reasonOf(error)}`, { cause: error });
    });
  };
  await readPart(url, part, work);
  chmodSync(target, 0o600);
  syncPath(target);
}

/**
 * Works on a copy that nobody else has open. It runs no migration and leaves no log beside the file. Afterwards the
 * changes have been synced to disk.
 */
export async function changeCopy<Result>(
  url: string,
  part: Part,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const place = placeOf(url, part);
  const database = databaseOn(copyDialect(place), { url: place, part }, true);
  try {
    return await work(database);
  } finally {
    await database.close();
    syncPath(place);
  }
}
