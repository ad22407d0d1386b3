/**
 * Replaces the files of a database by others, all of them or none. A note that lists the moves lies beside the files
 * from before the first move until after the last one. While it is there, nothing opens the database.
 */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseError } from "./database-error.ts";
import { fileAt, fileEnds, refuseForeignLog } from "./sidecars.ts";

type SwappedFile = {
  /** The path at which the database opens it. */
  readonly path: string;
  /** The path to which its files are moved; each keeps its ending. */
  readonly replaced: string;
  /** The endings of those of its files that existed before. */
  readonly ends: readonly string[];
};

export type SwapNote = {
  readonly format: 1;
  /** The source of the new files, as people read it. */
  readonly from: string;
  readonly begunAt: string;
  readonly files: readonly SwappedFile[];
};

/** The note of an unfinished swap of the database at this path. */
function notePathOf(factsPath: string): string {
  return `${factsPath}.restoring`;
}

/** Reads the note of an unfinished swap; null when there is none. */
export function readNote(factsPath: string): SwapNote | null {
  const path = notePathOf(factsPath);
  if (!existsSync(path)) return null;
  try {
    return JSON.parse(readFileSync(path, "utf8")) as SwapNote;
  } catch (error) {
    throw new DatabaseError(`${path}, the note of an interrupted restore, cannot be read`, { cause: error });
  }
}

/** Refuses a database of which some files are new and others old. */
export function refuseUnfinishedSwap(factsPath: string): void {
  const note = readNote(factsPath);
  if (note === null) return;
  throw new DatabaseError(
    `the database ${factsPath} cannot be opened: bringing back ${note.from} was interrupted at ${note.begunAt}. ` +
      `Run gradeline restore ${note.from} again, or gradeline restore --back for the files of before`,
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

/** Lists the moves of a swap that begins now: every file of the database that exists. */
export function planSwap(paths: readonly string[], from: string, now: Date): SwapNote {
  const stamp = now.toISOString().replaceAll(/[-:]|\.\d+/g, "");
  return {
    format: 1,
    from,
    begunAt: now.toISOString(),
    files: paths.map((path) => ({
      path,
      replaced: freeName(`${path}.replaced-${stamp}`),
      ends: fileEnds.filter((end) => existsSync(`${path}${end}`)),
    })),
  };
}

/** Two restores in the same second must not move their files to the same path. */
function freeName(wanted: string): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted}-${number}`;
    if (fileEnds.every((end) => !existsSync(`${name}${end}`))) return name;
  }
}

export type Swap = {
  readonly factsPath: string;
  readonly note: SwapNote;
  /** The new files by the paths that they are for. A database without a new file does not exist after the swap. */
  readonly staged: ReadonlyMap<string, string>;
  /** A folder of ours on the same file system. */
  readonly folder: string;
};

/**
 * Does the swap, and yields after each step after which the process may be killed: every state in between is either
 * refused or complete.
 */
export function* swapSteps({ factsPath, note, staged, folder: ours }: Swap): Generator<void> {
  const notePath = notePathOf(factsPath);
  const folder = dirname(factsPath);
  const unfinished = join(ours, "note");
  writeFileSync(unfinished, JSON.stringify(note));
  syncPath(unfinished);
  yield;
  renameSync(unfinished, notePath);
  syncPath(folder);
  yield;
  for (const { path, replaced, ends } of note.files) {
    for (const end of ends) {
      renameSync(`${path}${end}`, `${replaced}${end}`);
      yield;
    }
  }
  for (const { path } of note.files) {
    const file = staged.get(path);
    if (file === undefined) continue;
    renameSync(file, path);
    yield;
  }
  syncPath(folder);
  rmSync(notePath);
  yield;
  syncPath(folder);
}

/** Moves back what an unfinished swap has moved. It can be interrupted like the swap itself. */
export function* backSteps(factsPath: string, note: SwapNote): Generator<void> {
  const folder = dirname(factsPath);
  for (const { path, replaced, ends } of note.files) {
    for (const end of fileEnds) {
      if (!ends.includes(end)) rmSync(`${path}${end}`, { force: true });
      // A file that is not there was not moved yet, or is back already.
      else if (existsSync(`${replaced}${end}`)) renameSync(`${replaced}${end}`, `${path}${end}`);
      yield;
    }
  }
  syncPath(folder);
  rmSync(notePathOf(factsPath));
  yield;
  syncPath(folder);
}

/** Deletes the old files that a finished swap has moved away. */
export function removeReplaced({ files }: SwapNote): void {
  for (const { replaced, ends } of files) for (const end of ends) rmSync(`${replaced}${end}`, { force: true });
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
