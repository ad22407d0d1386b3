/**
 * The files of an SQLite database as files. SQLite keeps a log of writes, the log's index, and at times a journal beside the
 * database. They belong to the one file for which they were written; beside any other file they damage it. And when files are
 * deleted or replaced while they are open, SQLite goes on as if nothing had happened.
 *
 * Nothing here opens and closes a file of a database that this process may have open: by the rules of POSIX that would release
 * the locks of SQLite's own connections (https://www.sqlite.org/howtocorrupt.html).
 */
import { closeSync, existsSync, fsyncSync, openSync, readSync, realpathSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { DatabaseError, isSqliteBusy, onFile } from "./database-error.ts";

/** The endings of the files beside a database. */
const sidecarEnds = ["-wal", "-shm", "-journal"] as const;

/** The files that are there of the database at a path: itself, its log, the log's index, its journal. */
export function filesOf(path: string): string[] {
  return ["", ...sidecarEnds].map((end) => `${path}${end}`).filter((each) => existsSync(each));
}

/** Identifies the file at a path; null when there is none. Another file in its place has another text. */
function fileAt(path: string): string | null {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? null : `${stat.dev}:${stat.ino}`;
}

/**
 * Remembers the files of an open database, and returns a check that their names still lead to them. What is written to a file
 * that has lost its name is lost. Once the check has thrown it always throws, even if the file comes back: others may have used
 * it in the meantime, or there may be two copies of it.
 */
export function placeCheck(path: string): () => void {
  // When the path is a link, SQLite keeps these files beside the file that it leads to.
  const target = realpathSync(path);
  const files = [
    { at: path, name: "it", known: fileAt(path) },
    { at: `${target}-wal`, name: "its -wal file", known: fileAt(`${target}-wal`) },
    { at: `${target}-shm`, name: "its -shm file", known: fileAt(`${target}-shm`) },
  ];
  let trouble: DatabaseError | null = null;
  return () => {
    if (trouble !== null) throw trouble;
    for (const file of files) {
      const found = fileAt(file.at);
      // SQLite creates the files beside the database when it first needs them.
      file.known ??= found;
      if (found === file.known) continue;
      const what = found === null ? "deleted" : "replaced";
      trouble = new DatabaseError(
        `the database ${path} cannot be used: ${file.name} was ${what} while it was open; stop this process, put the right files in place, and start it again`,
      );
      throw trouble;
    }
  };
}

/**
 * The position of this byte in a database: 1 means that the file was copied by `backup` and has no log, 2 that it may have
 * one. https://www.sqlite.org/fileformat2.html
 */
const writeVersionAt = 18;

/**
 * Refuses a log beside a file of a backup, which somebody has copied into place by hand: a backup's files have no log, so
 * it is that of the file that was there before. It does so before SQLite reads the log, and changes neither file.
 * @throws DatabaseError that says what to do.
 */
export function refuseForeignLog(path: string): void {
  // The log is looked for before the database is read, because a process that makes a log has marked the database first.
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  if (log === undefined || log.size === 0) return;
  const version = writeVersionOf(path);
  if (version !== null && version !== 1) return;
  const why = version === null ? "there is no database, or an empty one" : "the database is a copy and has no log";
  throw new DatabaseError(
    `the database ${path} cannot be opened: ${path}-wal does not belong to it (${why}). ` +
      "Move that file away, or all of them, and bring a whole backup back with gradeline restore",
  );
}

/** Open files of databases, which stay open until the process ends. */
const openForGood = new Map<string, number>();

/** Returns null when there is no database, or an empty one. */
function writeVersionOf(path: string): number | null {
  const which = fileAt(path);
  if (which === null) return null;
  const file = openForGood.get(which) ?? openSync(path, "r");
  openForGood.set(which, file);
  const byte = Buffer.alloc(1);
  return readSync(file, byte, 0, 1, writeVersionAt) === 0 ? null : (byte[0] ?? null);
}

export type Alone = {
  /** Lets other processes open the files again. */
  release(): void;
};

/** Another process holds the lock. */
export class TurnHeld extends DatabaseError {}

/**
 * Lets one process at a time continue: SQLite locks an empty file for as long as this process lives.
 * @throws TurnHeld
 * @throws DatabaseError when the file cannot be made, as on a full disk.
 */
export function holdTurn(path: string, whatIsBusy: string): Alone {
  return onFile(path, () => {
    const connection = new DatabaseSync(path, { timeout: 0 });
    try {
      connection.exec("begin exclusive");
    } catch (error) {
      connection.close();
      throw isSqliteBusy(error) ? new TurnHeld(whatIsBusy) : error;
    }
    return {
      release: () => {
        if (connection.isOpen) connection.close();
      },
    };
  });
}

/** Whether a process holds such a lock. It only reads, and leaves no file. */
export function isTurnHeld(path: string): boolean {
  if (!existsSync(path)) return false;
  return onFile(path, () => {
    using connection = new DatabaseSync(path, { readOnly: true, timeout: 0 });
    try {
      connection.exec("select count(*) from sqlite_schema");
      return false;
    } catch (error) {
      if (isSqliteBusy(error)) return true;
      throw error;
    }
  });
}

/** Syncs a file, or the names in a folder, to disk. */
export function syncPath(path: string): void {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } catch (error) {
    // Windows cannot sync folders.
    if ((error as NodeJS.ErrnoException).code !== "EPERM") throw error;
  } finally {
    closeSync(file);
  }
}
