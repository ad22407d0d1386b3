/** Makes copies of database files. Each copy is complete, in one file, and shows the database as of one moment. */
import { chmodSync, rmSync } from "node:fs";
import { sql } from "kysely";
import { DatabaseError, reasonOf } from "./database-error.ts";
import { type Database, databaseOn, placeOf } from "./engine.ts";
import type { Part } from "./names.ts";
import { NodeSqlite, NodeSqliteDialect } from "./node-sqlite.ts";
import { readPart } from "./read-only.ts";
import { syncPath } from "./swap.ts";

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
  const dialect = new NodeSqliteDialect({ database: async () => new NodeSqlite(place) });
  const database = databaseOn(dialect, { url: place, part }, true);
  try {
    return await work(database);
  } finally {
    await database.close();
    syncPath(place);
  }
}
