/** Files to text. Input that is not what it claims to be stops here, in one line that names the file. */
import { createReadStream, readFileSync } from "node:fs";
import { gunzip, gunzipPieces, isGzip, mebibytes } from "./gunzip.ts";
import { errorCodeOf, expandPaths, sizeOfFile, unreadableFile } from "./open-file.ts";
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
