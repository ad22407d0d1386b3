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

export function parseJson(text: string, file: string): unknown {
  refuseMore(text, file, ["{", "["], mostJsonParts, "lists and objects");
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

/**
 * Lists and objects of one text. A season of college games is 100,000; an empty one takes 3 bytes of text and 150 of
 * memory.
 */
export const mostJsonParts = 5_000_000;

/**
 * nflverse has a game a row since 1999: 7,500 rows of 350 characters, 345,000 cells. A row is bounded, so that a
 * quotation mark that is never closed does not make one of the whole file, and so is what the cells become in memory.
 */
export const csvBounds = { cells: 5_000_000, rows: 200_000, rowBytes: 1 << 20 } as const;

/** Refuses a text that would become too many things in memory. The marks of some may stand in words too, which are few. */
function refuseMore(text: string, file: string, marks: readonly string[], most: number, things: string): void {
  let count = 0;
  for (const mark of marks) for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1)) count += 1;
  if (count > most) throw new InputError(file, `holds more than ${most.toLocaleString("en-US")} ${things}`);
}

/** All rows, the header first. */
export function parseCsv(text: string, file: string): string[][] {
  refuseMore(text, file, [","], csvBounds.cells, "cells");
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
