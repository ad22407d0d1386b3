/** Files and folders to text. Input that is not what it claims to be stops here, in one line that names the file. */
import { closeSync, openSync, readdirSync, readFileSync, readSync, realpathSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { InputError } from "./refusals.ts";

export type Input = { readonly file: string; readonly text: string };

const chunkBytes = 1 << 20;

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function unreadable(file: string, error: unknown): InputError {
  const code = codeOf(error);
  if (code === "ENOENT" || code === "ENOTDIR") return new InputError(file, "does not exist", { cause: error });
  if (code === "EACCES" || code === "EPERM") return new InputError(file, "may not be read", { cause: error });
  return new InputError(file, `cannot be read (${code || "unknown error"})`, { cause: error });
}

function statOf(path: string): Stats {
  try {
    return statSync(path);
  } catch (error) {
    throw unreadable(path, error);
  }
}

function filesIn(folder: string, endings: readonly string[], parents: readonly string[]): string[] {
  const real = realpathSync(folder);
  // A link that leads back into its own folder would otherwise be followed for ever.
  if (parents.includes(real)) return [];
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => !name.startsWith("."));
  } catch (error) {
    throw unreadable(folder, error);
  }
  return names.sort().flatMap((name) => {
    const path = join(folder, name);
    const stat = statOf(path);
    if (stat.isDirectory()) return filesIn(path, endings, [...parents, real]);
    const bareName = name.toLowerCase().replace(/\.gz$/, "");
    return stat.isFile() && endings.some((ending) => bareName.endsWith(ending)) ? [path] : [];
  });
}

/**
 * The files that are meant by paths: a file whatever its name, of a folder (and those inside it) the files with one of
 * the endings, such as ".json", also with ".gz" behind; sorted by name, hidden ones left out.
 */
export function expandPaths(paths: readonly string[], endings: readonly string[]): readonly string[] {
  return paths.flatMap((path) => {
    if (!statOf(path).isDirectory()) return [path];
    const files = filesIn(path, endings, []);
    if (files.length === 0) throw new InputError(path, `is a folder without a file that ends in ${endings.join(", ")}`);
    return files;
  });
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function gunzip(file: string, bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes);
  } catch (error) {
    const code = codeOf(error);
    if (code === "Z_BUF_ERROR") throw new InputError(file, "is a gzip file that was cut off", { cause: error });
    if (code === "ERR_BUFFER_TOO_LARGE") throw new InputError(file, "is too large when unpacked", { cause: error });
    throw new InputError(file, "is a damaged gzip file", { cause: error });
  }
}

function refuseWebPage(file: string, text: string): void {
  if (/^\s*<(?:!doctype|html)/i.test(text.slice(0, 1000))) {
    throw new InputError(file, "is a web page (HTML), not data");
  }
}

/** The text of one file, unpacked, without byte order mark. */
export function readText(file: string): string {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw unreadable(file, error);
  }
  if (isGzip(bytes)) bytes = gunzip(file, bytes);
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    const problem = codeOf(error) === "ERR_STRING_TOO_LONG" ? "is too large for one text" : "is not UTF-8 text";
    throw new InputError(file, problem, { cause: error });
  }
  if (text.trim() === "") throw new InputError(file, "is empty");
  refuseWebPage(file, text);
  return text;
}

/** The files of the paths with their text, one at a time. */
export function* readInputs(paths: readonly string[], endings: readonly string[]): Generator<Input> {
  for (const file of expandPaths(paths, endings)) yield { file, text: readText(file) };
}

function* readChunks(file: string): Generator<Uint8Array> {
  let handle: number;
  try {
    handle = openSync(file, "r");
  } catch (error) {
    throw unreadable(file, error);
  }
  try {
    const buffer = new Uint8Array(chunkBytes);
    let count = readSync(handle, buffer);
    if (isGzip(buffer.subarray(0, count))) {
      const bytes = gunzip(file, readFileSync(file));
      for (let from = 0; from < bytes.length; from += chunkBytes) yield bytes.subarray(from, from + chunkBytes);
      return;
    }
    for (; count > 0; count = readSync(handle, buffer)) yield buffer.subarray(0, count);
  } catch (error) {
    throw error instanceof InputError ? error : unreadable(file, error);
  } finally {
    closeSync(handle);
  }
}

/** The lines of a file that may be larger than the memory; only one chunk of it is held at a time. */
export function* readLines(file: string): Generator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decode = (bytes: Uint8Array, stream: boolean): string => {
    try {
      return decoder.decode(bytes, { stream });
    } catch (error) {
      throw new InputError(file, "is not UTF-8 text", { cause: error });
    }
  };
  let rest = "";
  let isFirst = true;
  for (const chunk of readChunks(file)) {
    const text = decode(chunk, true);
    if (isFirst) refuseWebPage(file, text);
    isFirst = false;
    const lines = text.split("\n");
    lines[0] = rest + lines[0];
    rest = lines.pop() ?? "";
    for (const line of lines) yield line.endsWith("\r") ? line.slice(0, -1) : line;
  }
  if (isFirst) throw new InputError(file, "is empty");
  rest += decode(new Uint8Array(), false);
  if (rest !== "") yield rest;
}
