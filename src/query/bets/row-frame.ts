/**
 * The texts of a row that are the same in every row: those before, between and after its values. They are read off a row
 * that the ordinary renderers have made, so that rows which are put together of texts agree with the declared shape.
 */

import { csvCell, csvRow } from "../../contract/csv.ts";
import { betColumns } from "../../contract/rows/bets.ts";
import { type Format, separators } from "../../release/formats.ts";

/** How a format writes rows of bets. Values are numbered in the order of `betColumns`. */
export type RowFrame = {
  /** The text before each value, and, as the last element, the text after all of them. */
  readonly between: readonly string[];
  readonly separator: string;
  readonly write: (value: string | number | boolean | null) => string;
  /** What stands on either side of a text that needs no escape, such as an id or a date. */
  readonly quote: string;
};

/** A value that no text of a row contains, so that the row can be divided at it. */
const mark = "@";

export const rowFrames: Readonly<Record<Format, RowFrame>> = {
  json: {
    between: JSON.stringify(markedRow()).split(JSON.stringify(mark)),
    separator: separators.json,
    write: (value) => JSON.stringify(value),
    quote: '"',
  },
  csv: { between: csvRow(betColumns, markedRow()).split(mark), separator: separators.csv, write: csvCell, quote: "" },
};

type Marked = { [name: string]: string | Marked };

function markedRow(): Marked {
  const row: Marked = {};
  for (const { path } of betColumns) {
    let owner = row;
    for (const name of path.slice(0, -1)) {
      owner[name] ??= {};
      owner = owner[name] as Marked;
    }
    owner[path.at(-1) as string] = mark;
  }
  return row;
}
