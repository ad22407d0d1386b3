/**
 * The texts of a row that are the same in every row: those before, between and after its values. They are read off a row
 * that the ordinary renderers have made, so that rows which are put together of texts agree with the declared shape.
 */

import { type Column, csvCell, csvRow } from "../../contract/csv.ts";
import { type Format, separators } from "../../release/view/formats.ts";

export type RowValue = string | number | boolean | null;

/** How a format writes rows of some shape. */
export class RowFrame {
  readonly separator: string;
  /** The text before each value, in the order of the columns, and, as the last element, the text after all of them. */
  readonly between: readonly string[];
  readonly write: (value: RowValue) => string;
  /** What stands on either side of a text that needs no escape, such as an id or a date. */
  readonly quote: string;
  readonly #isJson: boolean;
  readonly #places: ReadonlyMap<string, number>;

  constructor(columns: readonly Column[], format: Format) {
    const row = markedRow(columns);
    const isJson = format === "json";
    this.#isJson = isJson;
    this.separator = separators[format];
    this.between = isJson ? JSON.stringify(row).split(JSON.stringify(mark)) : csvRow(columns, row).split(mark);
    this.write = isJson ? (value) => JSON.stringify(value) : csvCell;
    this.quote = isJson ? '"' : "";
    this.#places = new Map(columns.map(({ name }, place) => [name, place]));
  }

  /**
   * Values that follow each other in a row, from the column of a name on, with the constant texts before them.
   * @param after a text that follows them.
   */
  written(name: string, values: readonly RowValue[], after = ""): string {
    const first = this.#placeOf(name);
    const texts = values.map((value, index) => `${this.between[first + index]}${this.write(value)}`);
    // Joined texts are one piece of memory, which is copied faster than pieces.
    return [...texts, after].join("");
  }

  /** The constant text before the value of a column. */
  before(name: string): string {
    return this.between[this.#placeOf(name)] as string;
  }

  /** The constant text after all values. */
  get end(): string {
    return this.between.at(-1) as string;
  }

  /**
   * The end of a row whose last member is an object, when that is null: its columns are empty in CSV.
   * @param first the first column of the object.
   */
  endWithNull(first: string): string {
    const columns = this.between.length - 1 - this.#placeOf(first);
    if (!this.#isJson) return this.written(first, new Array<null>(columns).fill(null), this.end);
    return [this.before(first).replace(/\{[^{]*$/, "null"), this.end.slice(1)].join("");
  }

  #placeOf(name: string): number {
    const place = this.#places.get(name);
    if (place === undefined) throw new RangeError(`no row has a column ${name}`);
    return place;
  }
}

/** What is made once for rows of a shape in each format. */
export function inEachFormat<Made>(
  columns: readonly Column[],
  make: (frame: RowFrame) => Made,
): Readonly<Record<Format, Made>> {
  return { json: make(new RowFrame(columns, "json")), csv: make(new RowFrame(columns, "csv")) };
}

/** A value that no text of a row contains, so that the row can be divided at it. */
const mark = "@";

type Marked = { [name: string]: string | Marked };

function markedRow(columns: readonly Column[]): Marked {
  const row: Marked = {};
  for (const { path } of columns) {
    let owner = row;
    for (const name of path.slice(0, -1)) {
      owner[name] ??= {};
      owner = owner[name] as Marked;
    }
    owner[path.at(-1) as string] = mark;
  }
  return row;
}
