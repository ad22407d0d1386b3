/**
 * The files that SQLite keeps beside a database: its log of writes, the log's index, and a journal. They belong to the
 * one file for which they were written. SQLite also reads them beside any other file, and that damages the database.
 */
import { openSync, readSync, statSync } from "node:fs";
import { DatabaseError } from "./database-error.ts";

/**
 * The endings of the files beside a database: those that SQLite adds to its name, and the one of a file in which versions
 * before `access-0006` counted requests.
 */
export const sidecarEnds = ["-wal", "-shm", "-journal", "-counts"] as const;

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
      "Move that file away, or bring a whole backup back with gradeline restore",
  );
}

/**
 * Open files of databases, which stay open until the process ends. By the rules of POSIX, closing one would release
 * every lock that this process has on it, including those of SQLite's connections:
 * https://www.sqlite.org/howtocorrupt.html
 */
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

/** Identifies the file at a path; null when there is none. Another file in its place has another text. */
export function fileAt(path: string): string | null {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? null : `${stat.dev}:${stat.ino}`;
}
