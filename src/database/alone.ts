/**
 * Finds out whether a process has the files of a database open, and keeps others from opening them while work is under
 * way. It uses SQLite's own locks: they end with their process, and every program that uses SQLite respects them.
 */
import { linkSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DatabaseError, reasonOf } from "./database-error.ts";
import { fileEnds } from "./sidecars.ts";

/** https://www.sqlite.org/rescode.html */
const busyCode = 5;
const notADatabaseCode = 26;
const plainCodeOf = (error: unknown): number => ((error as { readonly errcode?: number }).errcode ?? 0) % 256;

export type Alone = {
  /** Lets other processes open the files again. */
  release(): void;
};

/**
 * Locks each file that exists, so that only this process can use it. The function opens each file by a second name. If
 * it opened a file by its own name, SQLite would read, and at the end write, the log beside it, which may belong to
 * another file.
 * @param folder a folder of ours on the same file system, for the second names.
 * @throws DatabaseError when another process has one of the files open.
 */
export function holdAlone(paths: readonly string[], folder: string): Alone {
  const held: { readonly name: string; readonly connection: DatabaseSync }[] = [];
  const release = (): void => {
    for (const { name, connection } of held.splice(0)) {
      connection.close();
      removeName(name);
    }
  };
  try {
    for (const [index, path] of paths.entries()) {
      if (statSync(path, { throwIfNoEntry: false }) === undefined) continue;
      const name = join(folder, `held-${index}`);
      const connection = hold(path, name);
      if (connection === null) removeName(name);
      else held.push({ name, connection });
    }
  } catch (error) {
    release();
    throw error;
  }
  return { release };
}

/** Returns null when the file is not a database, so that no process can have it open as one. */
function hold(path: string, name: string): DatabaseSync | null {
  removeName(name);
  try {
    linkSync(path, name);
  } catch (error) {
    throw new DatabaseError(`whether ${path} is in use cannot be told: ${reasonOf(error)}`, { cause: error });
  }
  const connection = new DatabaseSync(name, { timeout: 0 });
  try {
    connection.exec("pragma locking_mode = exclusive; begin exclusive");
    return connection;
  } catch (error) {
    connection.close();
    removeName(name);
    const code = plainCodeOf(error);
    if (code === notADatabaseCode && !isLockedBySystem(path)) return null;
    if (code === busyCode || code === notADatabaseCode) throw inUse(path);
    throw new DatabaseError(`whether ${path} is in use cannot be told: ${reasonOf(error)}`, { cause: error });
  }
}

function inUse(path: string): DatabaseError {
  return new DatabaseError(`${path} is in use: stop every server and command that works on it first`);
}

/**
 * A file that was damaged while a server has it open is still locked. Linux lists every lock by the file's inode
 * number.
 */
function isLockedBySystem(path: string): boolean {
  const { ino } = statSync(path, { bigint: true });
  try {
    return readFileSync("/proc/locks", "utf8").includes(`:${ino} `);
  } catch {
    return false;
  }
}

function removeName(name: string): void {
  for (const end of fileEnds) rmSync(`${name}${end}`, { force: true });
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
    if (plainCodeOf(error) === busyCode) throw new DatabaseError(whatIsBusy);
    throw error;
  }
  return { release: () => connection.close() };
}
