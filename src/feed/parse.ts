/** JSON and CSV text to values. Text that is neither, that would fill the memory, or that is an error of a provider, stops the import. */

import { parse } from "csv-parse/sync";
import { InputError, ProviderError } from "./refusals.ts";
import { shortened } from "./texts.ts";

export type JsonObject = { readonly [key: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An object as it is; one without members for anything else. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** The object at a path of members; one without members where there is none. */
export function objectIn(value: unknown, ...path: readonly string[]): JsonObject {
  let inner = value;
  for (const name of path) inner = isObject(inner) ? inner[name] : undefined;
  return objectOf(inner);
}

/** For a line or file that is judged by its shape: what is no JSON has none. */
export function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** JSON.parse says where, or shows the text around it. A text that ends there was most likely cut off. */
function describe(text: string, error: unknown): string {
  const message = error instanceof Error ? error.message.replaceAll(/\s+/g, " ") : String(error);
  const place = / at position (\d+)/.exec(message)?.[1];
  const isCut = /^Un(?:expected end of|terminated)/.test(message) || Number(place) >= text.trimEnd().length;
  return `is not JSON: ${isCut ? "it is cut off: " : ""}${message}`;
}

/** The value that a file's text holds. */
export function parseJson(text: string, file: string): unknown {
  const fault = jsonBoundsFault(text);
  if (fault !== null) throw new InputError(file, fault);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new InputError(file, describe(text, error), { cause: error });
  }
  const message = errorMessageOf(value);
  if (message !== null) throw new ProviderError(file, message);
  return value;
}

/** Every answer with data has a list or an object in it; an error has only texts and numbers, and one of them says why. */
function errorMessageOf(value: unknown): string | null {
  if (!isObject(value) || Object.values(value).some((each) => typeof each === "object" && each !== null)) return null;
  const { error_code: code } = value;
  const message = [value.message, value.error, value.detail].find((each) => typeof each === "string");
  if (message === undefined) return null;
  const text = shortened(message).replace(/\s+/g, " ").trim();
  return code === undefined ? text : `${text} (${String(code)})`;
}

/** Levels of lists and objects inside each other. A provider's answers have eight at most. */
export const deepestJson = 64;

/**
 * Lists and objects of one text. A season of college games is 100,000; an empty one takes 3 bytes of text and 150 of
 * memory.
 */
export const mostJsonParts = 5_000_000;

const quoteMark = 0x22;
const backslash = 0x5c;

/**
 * The bound that a text exceeds, or null: a few bytes of text may become many in memory, and a reader must follow every level.
 * The text need not be JSON.
 */
function jsonBoundsFault(text: string): string | null {
  let depth = 0;
  let parts = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quoteMark) {
      at = endOfString(text, at);
      if (at === -1) return null;
    } else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      parts += 1;
      if (depth > deepestJson) return `is nested deeper than ${deepestJson} lists and objects`;
      if (parts > mostJsonParts) return `holds more than ${mostJsonParts.toLocaleString("en-US")} lists and objects`;
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
  }
  return null;
}

/** The offset of the quotation mark that ends a string, -1 when there is none. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return -1;
}

/**
 * nflverse has a game a row since 1999: 7,500 rows of 350 characters, 345,000 cells. A row is bounded, so that a
 * quotation mark that is never closed does not make one of the whole file, and so is what the cells become in memory.
 */
export const csvBounds = { cells: 5_000_000, rows: 200_000, rowBytes: 1 << 20 } as const;

function refuseManyCells(text: string, file: string): void {
  let commas = 0;
  for (let at = text.indexOf(","); at !== -1; at = text.indexOf(",", at + 1)) commas += 1;
  if (commas <= csvBounds.cells) return;
  throw new InputError(file, `holds more than ${csvBounds.cells.toLocaleString("en-US")} cells`);
}

/** All rows, the header first. */
export function parseCsv(text: string, file: string): string[][] {
  refuseManyCells(text, file);
  let count = 0;
  try {
    return parse(text, {
      bom: true,
      skip_empty_lines: true,
      max_record_size: csvBounds.rowBytes,
      on_record: (row: string[]) => {
        count += 1;
        if (count <= csvBounds.rows) return row;
        throw new InputError(file, `holds more than ${csvBounds.rows.toLocaleString("en-US")} rows`);
      },
    });
  } catch (error) {
    if (error instanceof InputError) throw error;
    const detail = error instanceof Error ? error.message.split("\n")[0] : String(error);
    throw new InputError(file, `is not CSV: ${detail}`, { cause: error });
  }
}
