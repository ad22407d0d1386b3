/**
 * A second connection to an SQLite file, with synchronous calls, for work of microseconds that many requests share. It
 * never waits for another writer, because that writer may be this very process in the middle of an asynchronous
 * transaction.
 */
import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { Database } from "./engine.ts";
import { setUp } from "./set-up.ts";

export type Direct = {
  prepare(sql: string): StatementSync;
  /**
   * Does the work as the file's only writer and commits it. Returns null when another connection is writing: then
   * nothing was done, and the caller may try again in a moment. An error that the work throws undoes it.
   * @throws DatabaseError when the files were deleted or replaced, even if that happened during the commit.
   */
  tryTransaction<Result>(work: () => Result): Result | null;
  /** A number that changes when another connection, of this or another process, has committed. */
  version(): number;
  close(): void;
};

/** SQLITE_BUSY: https://www.sqlite.org/rescode.html#busy */
const busyCode = 5;
/** An extended code is the plain code plus a multiple of this number: SQLITE_BUSY_RECOVERY is 5 + 256. */
const extendedCodes = 256;
/**
 * Pages of 1 KiB between two checkpoints. Each checkpoint ends with an fsync, which a commit in WAL mode does without.
 */
const checkpointPages = 16_384;

/** @throws Error when the database is not SQLite. */
export function openDirect({ engine, url, checkPlace }: Database): Direct {
  if (engine !== "sqlite") throw new Error("only SQLite has a direct connection");
  const connection = setUp(new DatabaseSync(url, { timeout: 0 }), (opened) => {
    opened.exec("pragma synchronous = NORMAL; pragma foreign_keys = ON");
    opened.exec(`pragma wal_autocheckpoint = ${checkpointPages}`);
  });
  const prepare = (sql: string): StatementSync => connection.prepare(sql);
  const begin = prepare("begin immediate");
  const commit = prepare("commit");
  const dataVersion = prepare("pragma data_version");
  return {
    prepare,
    tryTransaction(work) {
      try {
        begin.run();
      } catch (error) {
        if (((error as { errcode?: number }).errcode ?? 0) % extendedCodes === busyCode) return null;
        // Where the file was harmed, this says so better than SQLite does.
        checkPlace();
        throw error;
      }
      try {
        const result = work();
        checkPlace();
        commit.run();
        // The check is repeated, because the written data must be in the present files when the caller gets the result.
        checkPlace();
        return result;
      } catch (error) {
        if (connection.isTransaction) connection.exec("rollback");
        checkPlace();
        throw error;
      }
    },
    version: () => (dataVersion.get() as { data_version: number }).data_version,
    close: () => connection.close(),
  };
}
