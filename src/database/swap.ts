/**
 * Puts other files in the place of a database's own, both at once or neither: a note of what is to be moved lies beside
 * them from before the first move until after the last one, and while it is there nothing opens the database.
 */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseError } from "./database-error.ts";
import { fileAt, fileEnds, refuseForeignLog } from "./sidecars.ts";

type SwappedFile = {
  /** Where the database opens it. */
  readonly path: string;
  /** Where its files are moved to; their ends stay. */
  readonly replaced: string;
  /** Which of its files there were before, by their ends. */
  readonly ends: readonly string[];
};

export type SwapNote = {
  readonly format: 1;
  /** Where the new files come from, for people. */
  readonly from: string;
  readonly begunAt: string;
  readonly files: readonly SwappedFile[];
};

/** The note of an unfinished swap of the database at this path. */
function notePathOf(factsPath: string): string {
  return `${factsPath}.restoring`;
}

/** The note of a swap that was not finished; null when there is none. */
export function readNote(factsPath: string): SwapNote | null {
  const path = notePathOf(factsPath);
  if (!existsSync(path)) return null;
  try {
    return JSON.parse(readFileSync(path, "utf8")) as SwapNote;
  } catch (error) {
    throw new DatabaseError(`${path}, the note of an interrupted restore, cannot be read`, { cause: error });
  }
}

/** Nothing opens a database of which some files are new and others old. */
export function refuseUnfinishedSwap(factsPath: string): void {
  const note = readNote(factsPath);
  if (note === null) return;
  throw new DatabaseError(
    `the database ${factsPath} cannot be opened: bringing back ${note.from} was interrupted at ${note.begunAt}. ` +
      `Run gradeline restore ${note.from} again, or gradeline restore --back for the files of before`,
  );
}

/**
 * Whether a file of SQLite may be opened, as far as its neighbors tell.
 * @returns what to call when it was opened: it must still be the file that it was.
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

/** What is to be moved for a swap that begins now: every file of the database that is there. */
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

/** Two restores of one second do not move to the same place. */
function freeName(wanted: string): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted}-${number}`;
    if (fileEnds.every((end) => !existsSync(`${name}${end}`))) return name;
  }
}

export type Swap = {
  readonly factsPath: string;
  readonly note: SwapNote;
  /** The new files by the paths that they are for; a database without one has none afterwards. */
  readonly staged: ReadonlyMap<string, string>;
  /** A folder of ours on the same file system. */
  readonly folder: string;
};

/** Does the swap, and stops after each step that could be the last: every state between is either refused or whole. */
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

/** Puts back what an unfinished swap has moved. It can be interrupted like the swap itself. */
export function* backSteps(factsPath: string, note: SwapNote): Generator<void> {
  const folder = dirname(factsPath);
  for (const { path, replaced, ends } of note.files) {
    for (const end of fileEnds) {
      if (!ends.includes(end)) rmSync(`${path}${end}`, { force: true });
      // When it is not there, it was not moved yet, or is back already.
      else if (existsSync(`${replaced}${end}`)) renameSync(`${replaced}${end}`, `${path}${end}`);
      yield;
    }
  }
  syncPath(folder);
  rmSync(notePathOf(factsPath));
  yield;
  syncPath(folder);
}

/** Deletes what a finished swap has moved away. */
export function removeReplaced({ files }: SwapNote): void {
  for (const { replaced, ends } of files) for (const end of ends) rmSync(`${replaced}${end}`, { force: true });
}

/** Brings a file, or the names in a folder, to disk. */
export function syncPath(path: string): void {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } catch (error) {
    // Windows has no such thing for folders.
    if ((error as NodeJS.ErrnoException).code !== "EPERM") throw error;
  } finally {
    closeSync(file);
  }
}
