/**
 * Puts the files of a backup in the place of a database's. Each file is replaced in one step, so there is always the old
 * one or the new one. From before the first step until after the last one, a note lies beside them, since an old and a new
 * file do not belong together. While it is there, nothing opens the database.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { DatabaseError } from "./database-error.ts";
import { fileAt, refuseForeignLog, sidecarEnds } from "./sidecars.ts";

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

export type SwappedFile = {
  /** The path at which the database opens it. */
  readonly path: string;
  /** The new file, on the same file system; null when there is to be none. */
  readonly staged: string | null;
  /** The path that the old file gets, if there is one. The files beside it keep their endings. */
  readonly replaced: string;
};

/**
 * Does the swap, and yields after each step after which the process may be killed: every state in between is either
 * refused or complete.
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
