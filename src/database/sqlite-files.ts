/**
 * The files of an SQLite database as files. SQLite keeps a log of writes, the log's index, and at times a journal beside the
 * database. They belong to the one file for which they were written; beside any other file they damage it. And when files are
 * deleted or replaced while they are open, SQLite goes on as if nothing had happened.
 *
 * Nothing here opens and closes a file of a database that this process may have open: by the rules of POSIX that would release
 * the locks of SQLite's own connections (https://www.sqlite.org/howtocorrupt.html).
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DatabaseError, isNoSoundFile, isSqliteBusy, reasonOf } from "./database-error.ts";

/** The endings of the files beside a database. */
const sidecarEnds = ["-wal", "-shm", "-journal"] as const;

/** Identifies the file at a path; null when there is none. Another file in its place has another text. */
function fileAt(path: string): string | null {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? null : `${stat.dev}:${stat.ino}`;
}

/**
 * Checks whether an SQLite file may be opened, as far as the files beside it show.
 * @returns a function to call after opening; it throws when the file is no longer the same one.
 */
export function soundFile(factsPath: string, path: string): () => void {
  refuseUnfinishedSwap(factsPath);
  refuseForeignLog(path);
  const before = fileAt(path);
  return () => {
    refuseUnfinishedSwap(factsPath);
    if (before === null || before === fileAt(path)) return;
    throw new DatabaseError(`the database ${path} was replaced while it was opened: try again`);
  };
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
function refuseForeignLog(path: string): void {
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

/**
 * Locks each file that exists, so that only this process can use it, and moves its log into it, so that it is complete in
 * one file. SQLite's own locks end with their process, and every program that uses SQLite respects them. A file that is no sound
 * database stays as it is: no process can have opened it as one.
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
    if (isNoSoundFile(error)) return connection;
    connection.close();
    throw isSqliteBusy(error)
      ? new DatabaseError(`${path} is in use: stop every server and command that works on it first`)
      : new DatabaseError(`whether ${path} is in use cannot be told: ${reasonOf(error)}`, { cause: error });
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
    throw isSqliteBusy(error) ? new DatabaseError(whatIsBusy) : error;
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
  using connection = new DatabaseSync(path, { readOnly: true, timeout: 0 });
  try {
    connection.exec("select count(*) from sqlite_schema");
    return false;
  } catch (error) {
    if (isSqliteBusy(error)) return true;
    throw error;
  }
}

/** The note that a restore of the database at this path is under way, or was interrupted. */
function notePathOf(factsPath: string): string {
  return `${factsPath}.restoring`;
}

/** Refuses a database of which one file may be new and the other one old. */
export function refuseUnfinishedSwap(factsPath: string): void {
  const note = notePathOf(factsPath);
  if (!existsSync(note)) return;
  throw new DatabaseError(
    `the database ${factsPath} cannot be opened: a restore was interrupted. Run gradeline restore ` +
      `${readFileSync(note, "utf8")} again, or move the files of before (….replaced-…) back and delete ${note}`,
  );
}

export type SwappedFile = {
  /** The path at which the database opens it. */
  readonly path: string;
  /** The new file, on the same file system; null when there is to be none. */
  readonly staged: string | null;
  /** The path that the old file gets, if there is one. The files beside it keep their endings. */
  readonly replaced: string;
};

/**
 * Puts the files of a backup in the place of a database's. Each file is replaced in one step, so there is always the old
 * one or the new one. From before the first step until after the last one, a note lies beside them, since an old and a new
 * file do not belong together, and while it is there, nothing opens the database. It yields after each step after which the
 * process may be killed: every state in between is either refused or complete.
 * @param from the folder of the backup, as the note names it.
 */
export function* swapSteps(factsPath: string, from: string, files: readonly SwappedFile[]): Generator<void> {
  const folder = dirname(factsPath);
  const note = notePathOf(factsPath);
  writeFileSync(`${note}-new`, from);
  syncPath(`${note}-new`);
  yield;
  renameSync(`${note}-new`, note);
  syncPath(folder);
  yield;
  for (const { path, staged, replaced } of files) {
    for (const end of sidecarEnds) {
      if (existsSync(`${path}${end}`)) renameSync(`${path}${end}`, `${replaced}${end}`);
      yield;
    }
    // With a second name, the old file is there until the new one takes its place.
    if (existsSync(path)) linkSync(path, replaced);
    yield;
    if (staged === null) rmSync(path, { force: true });
    else renameSync(staged, path);
    yield;
  }
  syncPath(folder);
  rmSync(note);
  yield;
  syncPath(folder);
}

/** Deletes the old files that a finished swap has kept. */
export function removeReplaced(files: readonly SwappedFile[]): void {
  for (const { replaced } of files)
    for (const end of ["", ...sidecarEnds]) rmSync(`${replaced}${end}`, { force: true });
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
