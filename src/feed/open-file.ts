/**
 * Opens and reads files: only real files, and only the bytes that were there when the file was opened. Nobody promises
 * that a pipe ends, and a device may have no end at all, so the reader waits for neither.
 */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from "node:fs";
import { InputError } from "./refusals.ts";

export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

export function unreadable(file: string, error: unknown): InputError {
  const code = codeOf(error);
  if (code === "ENOENT" || code === "ENOTDIR") return new InputError(file, "does not exist", { cause: error });
  if (code === "EACCES" || code === "EPERM") return new InputError(file, "may not be read", { cause: error });
  return new InputError(file, `cannot be read (${code || "unknown error"})`, { cause: error });
}

export function statOf(path: string): Stats {
  try {
    return statSync(path);
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** Throws where something else than a file stands, behind a link too. */
export function refuseOthers(path: string, stats: Stats): void {
  if (!stats.isFile()) throw new InputError(path, `is ${kindOf(stats)}, not a file`);
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return "a folder";
  if (stats.isFIFO()) return "a pipe (FIFO)";
  return stats.isSocket() ? "a socket" : "a device";
}

/** A file that is open, with the size that it had when it was opened. */
export type OpenFile = { readonly file: string; readonly handle: number; readonly size: number; close(): void };

export function openFile(file: string): OpenFile {
  // The kind of file is checked twice: opening a device may set something off, and the path may name another thing by
  // then.
  refuseOthers(file, statOf(file));
  let handle: number;
  try {
    // Without waiting: opening a pipe would otherwise last until somebody writes. Windows knows neither flag.
    handle = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0));
  } catch (error) {
    throw unreadable(file, error);
  }
  try {
    const stats = fstatSync(handle);
    refuseOthers(file, stats);
    return { file, handle, size: stats.size, close: () => closeSync(handle) };
  } catch (error) {
    closeSync(handle);
    throw error instanceof InputError ? error : unreadable(file, error);
  }
}

/**
 * The bytes of a file, a piece at a time; a piece is good until the next one is asked for. A file that grows or shrinks
 * meanwhile throws: half of its last record would look like damage, and one that is written to as fast as it is read
 * would never end.
 */
export function* readPieces({ file, handle, size }: OpenFile, pieceBytes: number): Generator<Uint8Array> {
  // One byte more than the file has, so that one that grew is seen; captured odds have 20 KB, and there are thousands.
  const buffer = new Uint8Array(Math.min(pieceBytes, size + 1));
  const read = (): number => {
    try {
      return readSync(handle, buffer);
    } catch (error) {
      throw unreadable(file, error);
    }
  };
  let left = size;
  for (let count = read(); count > 0; count = read()) {
    left -= count;
    if (left < 0) break;
    yield buffer.subarray(0, count);
  }
  if (left !== 0) throw new InputError(file, "changed while it was read; import it when it is whole");
}
