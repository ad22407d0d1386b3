/**
 * Files to text. Input that is not what it claims to be stops here, in one line that names the file. Only real files are read, since
 * nobody promises that a pipe or a device ends, and gzip has bounds, since a few bytes of it can stand for gigabytes.
 */
import { readdirSync, readFileSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { InputError } from "./refusals.ts";

export type Input = { readonly file: string; readonly text: string };

/**
 * Bounds of a file, unpacked. They are constants and no settings: a larger file can be split, and a larger bound would
 * only move the end of the memory. The largest answer of a provider so far has 3.7 MB; a canonical line has less than 1 KB.
 */
export const fileBounds = {
  /** Of a file that is read as one text: JSON, CSV. */
  textBytes: 64 << 20,
  /** Of a file of lines, such as canonical NDJSON. */
  linesBytes: 256 << 20,
  lineCharacters: 1 << 20,
} as const;

function refuseWebPage(file: string, text: string): void {
  if (/^\s*<(?:!doctype|html)/i.test(text.slice(0, 1000))) {
    throw new InputError(file, "is a web page (HTML), not data");
  }
}

/** The bytes of a file, unpacked. */
function readWhole(file: string, mostBytes: number): Uint8Array {
  if (sizeOfFile(file) > mostBytes) throw new InputError(file, `is larger than ${mebibytes(mostBytes)}`);
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw unreadableFile(file, error);
  }
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return isGzip ? gunzip(file, bytes, mostBytes) : bytes;
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
  return textOfBytes(file, readWhole(file, fileBounds.textBytes));
}

/** The files of the paths with their text, one at a time. */
export function* readInputs(paths: readonly string[], endings: readonly string[]): Generator<Input> {
  for (const file of expandPaths(paths, endings)) yield { file, text: readText(file) };
}

/** The lines of a file, without their ends. */
export function readLines(file: string): readonly string[] {
  const lines = textOfBytes(file, readWhole(file, fileBounds.linesBytes)).split(/\r?\n/);
  const tooLong = lines.findIndex((line) => line.length > fileBounds.lineCharacters);
  if (tooLong === -1) return lines;
  const bound = fileBounds.lineCharacters.toLocaleString("en-US");
  throw new InputError(file, `line ${tooLong + 1} is longer than ${bound} characters`);
}

/** Captured odds and canonical records unpack to 25 to 47 times their size, a bomb to 1,000 times. */
export const mostUnpackedRatio = 200;

/** Any file may unpack to so many bytes, however small it is. */
export const alwaysAllowedBytes = 16 << 20;

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

/** The bytes that packed ones stand for. */
export function gunzip(file: string, bytes: Uint8Array, mostBytes: number): Uint8Array {
  const bound = unpackedBound(bytes.length, mostBytes);
  try {
    return gunzipSync(bytes, { maxOutputLength: bound.bytes });
  } catch (error) {
    if (errorCodeOf(error) === "ERR_BUFFER_TOO_LARGE") throw new InputError(file, bound.fault, { cause: error });
    throw damaged(file, error);
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
