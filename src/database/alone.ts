/**
 * Finds out whether a process has the files of a database open, and keeps others from opening them while work is under
 * way. It uses SQLite's own locks: they end with their process, and every program that uses SQLite respects them.
 */
import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { DatabaseError, reasonOf } from "./database-error.ts";
import { refuseForeignLog } from "./sidecars.ts";

/** https://www.sqlite.org/rescode.html */
const busyCode = 5;
const unsoundCodes = new Set([11, 26]);

const codeOf = (error: unknown): number => ((error as { readonly errcode?: number }).errcode ?? 0) % 256;

export type Alone = {
  /** Lets other processes open the files again. */
  release(): void;
};

/**
 * Locks each file that exists, so that only this process can use it, and moves its log into it, so that it is complete in
 * one file. A file that is no sound database stays as it is: no process can have opened it as one.
 * @throws DatabaseError when another process has one of the files open.
 */
export function holdAlone(paths: readonly string[]): Alone {
  const held: DatabaseSync[] = [];
  const release = (): void => {
    for (const connection of held.splice(0)) connection.close();
  };
  try {
    for (const path of paths) if (existsSync(path) && isLogItsOwn(path)) held.push(hold(path));
  } catch (error) {
    release();
    throw error;
  }
  return { release };
}

function hold(path: string): DatabaseSync {
  const connection = new DatabaseSync(path, { timeout: 0 });
  try {
    // Without a log there is only one lock, which no reader shares.
    connection.exec("pragma journal_mode = delete; pragma locking_mode = exclusive; begin exclusive");
    return connection;
  } catch (error) {
    const code = codeOf(error);
    if (unsoundCodes.has(code)) return connection;
    connection.close();
    if (code === busyCode) {
      throw new DatabaseError(`${path} is in use: stop every server and command that works on it first`);
    }
    throw new DatabaseError(`whether ${path} is in use cannot be told: ${reasonOf(error)}`, { cause: error });
  }
}

/** SQLite would write the log of another file into this one. */
function isLogItsOwn(path: string): boolean {
  try {
    refuseForeignLog(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * Lets one process at a time continue: SQLite locks an empty file for as long as this process lives.
 * @throws DatabaseError when another process holds the lock.
 */
export function holdTurn(path: string, whatIsBusy: string): Alone {
  const connection = new DatabaseSync(path, { timeout: 0 });
  try {
    connection.exec("begin exclusive");
  } catch (error) {
    connection.close();
    if (codeOf(error) === busyCode) throw new DatabaseError(whatIsBusy);
    throw error;
  }
  return {
    release: () => {
      if (connection.isOpen) connection.close();
    },
  };
}

/** Whether a process holds such a lock. It only reads, and leaves no file. */
export function isTurnHeld(path: string): boolean {
  if (!existsSync(path)) return false;
  const connection = new DatabaseSync(path, { readOnly: true, timeout: 0 });
  try {
    connection.exec("select count(*) from sqlite_schema");
    return false;
  } catch (error) {
    if (codeOf(error) === busyCode) return true;
    throw error;
  } finally {
    connection.close();
  }
}
