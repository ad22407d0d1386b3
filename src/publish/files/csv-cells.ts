/** Reads rows of CSV that we have written ourselves. */
import { lineEnd } from "../../contract/csv.ts";

/** A cell with quotes around it, in which two stand for one, or one without, and what follows it. */
const cell = /(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/gy;

/** The rows of a text, each without its end. A line end between quotes is part of a cell. */
export function* csvLines(text: string): Generator<string> {
  let begun: string | null = null;
  for (const part of text.split(lineEnd)) {
    const line: string = begun === null ? part : begun + lineEnd + part;
    begun = line.includes('"') && line.split('"').length % 2 === 0 ? line : null;
    if (begun === null) yield line;
  }
  if (begun !== null) throw new SyntaxError(`this row of CSV has no end: ${begun.slice(0, 200)}`);
}

/** The texts of a row; null for an empty cell, which is no text. */
export function csvCells(line: string): (string | null)[] {
  if (!line.includes('"')) return line.split(",").map((text) => (text === "" ? null : text));
  const cells: (string | null)[] = [];
  for (const [, quoted, plain, after] of line.matchAll(cell)) {
    cells.push(quoted === undefined ? plain || null : quoted.replaceAll('""', '"'));
    if (after === "") return cells;
  }
  throw new SyntaxError(`this is no row of CSV: ${line.slice(0, 200)}`);
}
