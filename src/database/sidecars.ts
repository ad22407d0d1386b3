/**
 * The files that SQLite keeps beside a database: its log of writes, the log's index, and a journal. They belong to the
 * one file for which they were written. SQLite also reads them beside any other file, and that damages the database.
 */
import { closeSync, openSync, readSync, statSync } from "node:fs";
import { DatabaseError } from "./database-error.ts";

/** The ending of the file beside the accounts to which requests are counted first; see `access/counting/journal.ts`. */
export const countsEnd = "-counts";

/**
 * The endings of a database's files: those that SQLite adds to its name, and ours. The empty one is the database itself.
 */
export const fileEnds = ["", "-wal", "-shm", "-journal", countsEnd] as const;

/** https://www.sqlite.org/fileformat2.html: the first bytes of a database, and of a log (without their lowest bit). */
const databaseMagic = "SQLite format 3\0";
const logMagic = 0x377f0682;
/**
 * The position of this byte in a database: 1 means that the file was closed for good or copied by `backup`, 2 that it
 * has a log.
 */
const writeVersionAt = 18;
const headerBytes = 100;
const logHeaderBytes = 32;

/**
 * Refuses a log that was not written for the database beside it, as far as the two files show. It does so before SQLite
 * reads the log, and changes neither file. An older log of the same database cannot be told from the present one.
 * @throws DatabaseError that says what to do.
 */
export function refuseForeignLog(path: string): void {
  const problem = foreignLog(path);
  // The check is repeated, because another process may just have closed the file for good and removed its log.
  if (problem === null || foreignLog(path) === null) return;
  throw new DatabaseError(
    `the database ${path} cannot be opened: ${path}-wal does not belong to it (${problem}). ` +
      "Move that file away, or bring a whole backup back with gradeline restore",
  );
}

/** Returns why the log belongs to another file; null when it does not, or when the files do not show it. */
function foreignLog(path: string): string | null {
  // The log is read before the database, because a process that creates a log has marked the database first.
  const log = firstBytesOfLog(`${path}-wal`);
  if (log.length < logHeaderBytes || (log.readUInt32BE(0) & ~1) >>> 0 !== logMagic) return null;
  const header = firstBytesOfDatabase(path);
  if (header === null || header.length === 0) return "there is no database, or an empty one";
  // A file that is not a database is reported when SQLite opens it.
  if (header.length < headerBytes || header.toString("latin1", 0, databaseMagic.length) !== databaseMagic) return null;
  if (header[writeVersionAt] === 1) return "the database is a copy, or was closed for good, and has no log";
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  const ofLog = log.readUInt32BE(8);
  return pageSize === ofLog ? null : `it has pages of ${ofLog} bytes, the database of ${pageSize}`;
}

/** Empty when there is no log. */
function firstBytesOfLog(path: string): Buffer {
  const file = opened(path);
  if (file === null) return Buffer.alloc(0);
  try {
    return firstBytes(file, logHeaderBytes);
  } finally {
    closeSync(file);
  }
}

/**
 * Open files of databases, which stay open until the process ends. By the rules of POSIX, closing one would release
 * every lock that this process has on it, including those of SQLite's connections:
 * https://www.sqlite.org/howtocorrupt.html
 */
const openForGood = new Map<string, number>();

/** Null when there is no database. */
function firstBytesOfDatabase(path: string): Buffer | null {
  const which = fileAt(path);
  if (which === null) return null;
  const file = openForGood.get(which) ?? opened(path);
  if (file === null) return null;
  openForGood.set(which, file);
  return firstBytes(file, headerBytes);
}

/** Returns null when the file cannot be opened. The reason is reported when SQLite opens it. */
function opened(path: string): number | null {
  try {
    return openSync(path, "r");
  } catch {
    return null;
  }
}

function firstBytes(file: number, count: number): Buffer {
  const bytes = Buffer.alloc(count);
  return bytes.subarray(0, readSync(file, bytes, 0, count, 0));
}

/** Identifies the file at a path; null when there is none. Another file in its place has another text. */
export function fileAt(path: string): string | null {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? null : `${stat.dev}:${stat.ino}`;
}
