/**
 * Files to text. Input that is not what it claims to be stops here, in one line that names the file. Only real files are read, since
 * nobody promises that a pipe or a device ends, and gzip has bounds, since a few bytes of it can stand for gigabytes.
 */
import { createReadStream, readdirSync, readFileSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { pipeline, Readable } from "node:stream";
import { createGunzip, gunzipSync } from "node:zlib";
import { InputError } from "./refusals.ts";

export type Input = { readonly file: string; readonly text: string };

/**
 * Bounds of a file, unpacked. They are constants and no settings: a larger file can be split, and a larger bound would
 * only move the end of the memory. The largest answer of a provider so far has 3.7 MB; a canonical line has less than 1 KB.
 */
export const fileBounds = {
  /** Of a file that is read as one text: JSON, CSV. */
  textBytes: 64 << 20,
  /** Of a file that is read line by line: canonical NDJSON. */
  linesBytes: 64 * 2 ** 30,
  lineCharacters: 1 << 20,
} as const;

const pieceBytes = 1 << 20;

function refuseWebPage(file: string, text: string): void {
  if (/^\s*<(?:!doctype|html)/i.test(text.slice(0, 1000))) {
    throw new InputError(file, "is a web page (HTML), not data");
  }
}

/** Half of the last record of a file that grows or shrinks would look like damage. */
function refuseChanged(file: string, sizeBefore: number, bytes: number): void {
  if (bytes !== sizeBefore) throw new InputError(file, "changed while it was read; import it when it is whole");
}

function readWhole(file: string): Uint8Array {
  const size = sizeOfFile(file);
  if (size > fileBounds.textBytes) throw new InputError(file, `is larger than ${mebibytes(fileBounds.textBytes)}`);
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw unreadableFile(file, error);
  }
  refuseChanged(file, size, bytes.length);
  return isGzip(bytes) ? gunzip(file, bytes, fileBounds.textBytes) : bytes;
}

/** Unpacked bytes as text, without byte order mark. @param file stands in the refusal of what is no text of data. */
export function textOfBytes(file: string, bytes: Uint8Array): string {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    const problem = errorCodeOf(error) === "ERR_STRING_TOO_LONG" ? "is too large for one text" : "is not UTF-8 text";
    throw new InputError(file, problem, { cause: error });
  }
  if (text.trim() === "") throw new InputError(file, "is empty");
  refuseWebPage(file, text);
  return text;
}

/** The text of one file, unpacked. */
export function readText(file: string): string {
  return textOfBytes(file, readWhole(file));
}

/** The files of the paths with their text, one at a time. */
export function* readInputs(paths: readonly string[], endings: readonly string[]): Generator<Input> {
  for (const file of expandPaths(paths, endings)) yield { file, text: readText(file) };
}

async function* readPieces(file: string, size: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    // One byte more than the file has, so that one that grew is seen, and one that grows for ever ends.
    for await (const piece of createReadStream(file, { highWaterMark: pieceBytes, end: size })) {
      bytes += (piece as Uint8Array).length;
      if (bytes <= size) yield piece as Uint8Array;
    }
  } catch (error) {
    throw unreadableFile(file, error);
  }
  refuseChanged(file, size, bytes);
}

async function* readUnpacked(file: string): AsyncGenerator<Uint8Array> {
  const size = sizeOfFile(file);
  if (size > fileBounds.linesBytes) throw new InputError(file, `is larger than ${mebibytes(fileBounds.linesBytes)}`);
  const pieces = readPieces(file, size);
  const { value: first, done } = await pieces.next();
  if (done) return;
  const all = (async function* () {
    yield first;
    yield* pieces;
  })();
  if (isGzip(first)) yield* gunzipPieces(file, all, size, fileBounds.linesBytes);
  else yield* all;
}

/**
 * The lines of a file that may be larger than the memory, without their ends: those of one piece at a time, since a turn
 * of the event loop for each of millions of lines would take longer than reading them.
 */
export async function* readLines(file: string): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decode = (bytes: Uint8Array, stream: boolean): string => {
    try {
      return decoder.decode(bytes, { stream });
    } catch (error) {
      throw new InputError(file, "is not UTF-8 text", { cause: error });
    }
  };
  let rest = "";
  let linesBefore = 0;
  let isFirst = true;
  const cut = (text: string): string[] => {
    const lines = (rest + text).split("\n");
    const tooLong = lines.findIndex((line) => line.length > fileBounds.lineCharacters);
    if (tooLong !== -1) {
      const bound = fileBounds.lineCharacters.toLocaleString("en-US");
      throw new InputError(file, `line ${linesBefore + tooLong + 1} is longer than ${bound} characters`);
    }
    rest = lines.pop() ?? "";
    linesBefore += lines.length;
    return lines.map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
  };
  for await (const piece of readUnpacked(file)) {
    const text = decode(piece, true);
    if (isFirst) refuseWebPage(file, text);
    isFirst = false;
    yield cut(text);
  }
  if (isFirst) throw new InputError(file, "is empty");
  const last = cut(decode(new Uint8Array(), false));
  if (rest !== "") last.push(rest);
  yield last;
}

/** Captured odds and canonical records unpack to 25 to 47 times their size, a bomb to 1,000 times. */
export const mostUnpackedRatio = 200;

/** Any file may unpack to so many bytes, however small it is. */
export const alwaysAllowedBytes = 16 << 20;

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** The bytes that a file of that size may unpack to, and the fault of a file that exceeds them. */
function unpackedBound(packedBytes: number, mostBytes: number): { readonly bytes: number; readonly fault: string } {
  const byRatio = Math.max(alwaysAllowedBytes, packedBytes * mostUnpackedRatio);
  if (byRatio < mostBytes) return { bytes: byRatio, fault: `unpacks to more than ${mostUnpackedRatio} times its size` };
  return { bytes: mostBytes, fault: `unpacks to more than ${mebibytes(mostBytes)}` };
}

function mebibytes(bytes: number): string {
  return `${(bytes / (1 << 20)).toLocaleString("en-US")} MiB`;
}

function damaged(file: string, error: unknown): InputError {
  const isCut = errorCodeOf(error) === "Z_BUF_ERROR";
  return new InputError(file, isCut ? "is a gzip file that was cut off" : "is a damaged gzip file", { cause: error });
}

/** All of a small file. */
export function gunzip(file: string, bytes: Uint8Array, mostBytes: number): Uint8Array {
  const bound = unpackedBound(bytes.length, mostBytes);
  try {
    return gunzipSync(bytes, { maxOutputLength: bound.bytes });
  } catch (error) {
    if (errorCodeOf(error) === "ERR_BUFFER_TOO_LARGE") throw new InputError(file, bound.fault, { cause: error });
    throw damaged(file, error);
  }
}

/** A file of any size, a piece at a time, of which only one is held. `pieces` are `packedBytes` together. */
async function* gunzipPieces(
  file: string,
  pieces: AsyncIterable<Uint8Array>,
  packedBytes: number,
  mostBytes: number,
): AsyncGenerator<Uint8Array> {
  const bound = unpackedBound(packedBytes, mostBytes);
  const unpacked = createGunzip({ chunkSize: 256 << 10 });
  // An error ends the loop below too, which reports it.
  pipeline(Readable.from(pieces), unpacked, () => {});
  let bytes = 0;
  try {
    for await (const piece of unpacked as AsyncIterable<Uint8Array>) {
      bytes += piece.length;
      if (bytes > bound.bytes) throw new InputError(file, bound.fault);
      yield piece;
    }
  } catch (error) {
    throw error instanceof InputError ? error : damaged(file, error);
  }
}

function errorCodeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function unreadableFile(file: string, error: unknown): InputError {
  const code = errorCodeOf(error);
  if (code === "ENOENT" || code === "ENOTDIR") return new InputError(file, "does not exist", { cause: error });
  if (code === "EACCES" || code === "EPERM") return new InputError(file, "may not be read", { cause: error });
  return new InputError(file, `cannot be read (${code || "unknown error"})`, { cause: error });
}

function statOf(path: string): Stats {
  try {
    return statSync(path);
  } catch (error) {
    throw unreadableFile(path, error);
  }
}

/** The bytes of a file. Throws where something else than a file stands, behind a link too. */
function sizeOfFile(path: string): number {
  const stats = statOf(path);
  if (!stats.isFile()) throw new InputError(path, `is ${kindOf(stats)}, not a file`);
  return stats.size;
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return "a folder";
  if (stats.isFIFO()) return "a pipe (FIFO)";
  return stats.isSocket() ? "a socket" : "a device";
}

/** Links to other folders are not followed: they may lead back. */
function filesIn(folder: string, endings: readonly string[]): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !name.startsWith("."));
    return entries
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) => {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) return filesIn(path, endings);
        const bareName = entry.name.toLowerCase().replace(/\.gz$/, "");
        if (!endings.some((ending) => bareName.endsWith(ending))) return [];
        sizeOfFile(path);
        return [path];
      });
  } catch (error) {
    throw error instanceof InputError ? error : unreadableFile(folder, error);
  }
}

/**
 * The files that are meant by paths: a file whatever its name, of a folder (and those inside it) the files with one of
 * the endings, such as ".json", also with ".gz" behind; sorted by name, hidden ones left out.
 */
export function expandPaths(paths: readonly string[], endings: readonly string[]): readonly string[] {
  return paths.flatMap((path) => {
    if (path === "") throw new InputError('""', "is no path");
    if (!statOf(path).isDirectory()) return [path];
    const files = filesIn(path, endings);
    if (files.length > 0) return files;
    throw new InputError(path, `is a folder without a file that ends in ${endings.join(", ")}`);
  });
}
