/**
 * The files that SQLite keeps beside a database: its log of writes, the index of that, and a journal. They belong to the
 * one file they were written for; beside any other, SQLite reads them all the same, and makes one damaged file of two.
 */
import { closeSync, openSync, readSync, statSync } from "node:fs";
import { DatabaseError } from "./database-error.ts";

/** What comes behind the name of the database; nothing for the database itself. */
export const fileEnds = ["", "-wal", "-shm", "-journal"] as const;

/** https://www.sqlite.org/fileformat2.html: the first bytes of a database, and of a log without its lowest bit. */
const databaseMagic = "SQLite format 3\0";
const logMagic = 0x377f0682;
/** At this place in a database: 1 for a file that was closed for good or copied by `backup`, 2 for one with a log. */
const writeVersionAt = 18;
const headerBytes = 100;
const logHeaderBytes = 32;

/**
 * Refuses a log that was not written for the database beside it, as far as the two tell: before SQLite has read it, and
 * without changing either. A log of the same file of another day cannot be told from its own.
 * @throws DatabaseError that says what to do.
 */
export function refuseForeignLog(path: string): void {
  const problem = foreignLog(path);
  // Once more: somebody may just have closed the file for good, and taken its log away.
  if (problem === null || foreignLog(path) === null) return;
  throw new DatabaseError(
    `the database ${path} cannot be opened: ${path}-wal does not belong to it (${problem}). ` +
      "Move that file away, or bring a whole backup back with gradeline restore",
  );
}

/** Why the log is another file's; null when it is not, or nobody can tell. */
function foreignLog(path: string): string | null {
  // First the log, then the file: whoever makes a log has marked the file before.
  const log = firstBytesOfLog(`${path}-wal`);
  if (log.length < logHeaderBytes || (log.readUInt32BE(0) & ~1) >>> 0 !== logMagic) return null;
  const header = firstBytesOfDatabase(path);
  if (header === null || header.length === 0) return "there is no database, or an empty one";
  // What is no database at all is told of when it is opened.
  if (header.length < headerBytes || header.toString("latin1", 0, databaseMagic.length) !== databaseMagic) return null;
  if (header[writeVersionAt] === 1) return "the database is a copy, or was closed for good, and has no log";
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  const ofLog = log.readUInt32BE(8);
  return pageSize === ofLog ? null : `it has pages of ${ofLog} bytes, the database of ${pageSize}`;
}

/** Empty when there is none. */
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
 * Open files of databases, which stay open until the process ends. Closing one would take away, by the rules of POSIX,
 * every lock that this process has on it, also those of SQLite's connections: https://www.sqlite.org/howtocorrupt.html
 */
const openForGood = new Map<string, number>();

/** Null when there is none. */
function firstBytesOfDatabase(path: string): Buffer | null {
  const which = fileAt(path);
  if (which === null) return null;
  const file = openForGood.get(which) ?? opened(path);
  if (file === null) return null;
  openForGood.set(which, file);
  return firstBytes(file, headerBytes);
}

/** What may not be read is told of when SQLite opens it. */
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

/** Which file lies at a path; null when there is none. Another file in its place is another text. */
export function fileAt(path: string): string | null {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? null : `${stat.dev}:${stat.ino}`;
}
