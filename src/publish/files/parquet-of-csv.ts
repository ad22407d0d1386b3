/** Makes a Parquet file of rows of CSV: the same values under the same names, with types. */
import type { KeyValue } from "hyparquet";
import type { FileColumn } from "../../contract/file-sets.ts";
import { dayMs } from "../../domain/durations.ts";
import { type Cell, openParquet } from "../../release/format/write-parquet.ts";
import { csvCells } from "./csv-cells.ts";

/** Readers over a network ask for each column of each row group: few large groups are read with few requests. */
const rowsOfGroup = 122_880;

/** Rows are in the order of their games, so that a reader who wants some of them finds these groups. */
const sortedColumns = ["sport", "season", "game_id", "game_date", "start_time"];

/** So many texts of a column are remembered with their values. A season has far fewer of most than cells. */
const mostRemembered = 20_000;

/** The cells of a column in the group that is being filled. */
class ColumnCells {
  readonly column: FileColumn;
  readonly #cells: Cell[] = new Array<Cell>(rowsOfGroup).fill(null);
  readonly #values = new Map<string, Cell>();

  constructor(column: FileColumn) {
    this.column = column;
  }

  set(row: number, text: string | null): void {
    if (text === null) {
      this.#cells[row] = null;
      return;
    }
    let value = this.#values.get(text);
    if (value === undefined) {
      value = cellOf(this.column, text);
      if (this.#values.size === mostRemembered) this.#values.clear();
      this.#values.set(text, value);
    }
    this.#cells[row] = value;
  }

  take(rows: number): Cell[] {
    return rows === rowsOfGroup ? this.#cells : this.#cells.slice(0, rows);
  }
}

export class ParquetOfCsv {
  readonly #season: string;
  readonly #file: ReturnType<typeof openParquet>;
  readonly #columns: readonly ColumnCells[];
  #rows = 0;

  constructor(columns: readonly FileColumn[], season: number, metadata: KeyValue[]) {
    this.#columns = columns.map((column) => new ColumnCells(column));
    this.#season = String(season);
    this.#file = openParquet(columns, metadata, sortedColumns);
  }

  /** @param line a row of CSV, without its end. */
  add(line: string): void {
    const texts = csvCells(line);
    let place = 0;
    for (const cells of this.#columns) {
      const text = cells.column.csvName === null ? this.#season : texts[place++];
      if (text === undefined)
        throw new SyntaxError(`a row has no cell for ${cells.column.name}: ${line.slice(0, 200)}`);
      cells.set(this.#rows, text);
    }
    if (place !== texts.length) throw new SyntaxError(`a row has more cells than columns: ${line.slice(0, 200)}`);
    this.#rows++;
    if (this.#rows === rowsOfGroup) this.#writeGroup();
  }

  finish(): Uint8Array {
    this.#writeGroup();
    return this.#file.finish();
  }

  #writeGroup(): void {
    const rows = this.#rows;
    this.#file.write(Object.fromEntries(this.#columns.map((cells) => [cells.column.name, cells.take(rows)])));
    this.#rows = 0;
  }
}

function cellOf({ type, name }: FileColumn, text: string): Cell {
  if (type === "STRING") return text;
  if (type === "BOOLEAN") return text === "true";
  const isNumber = type === "INT32" || type === "DOUBLE";
  const value = isNumber ? Number(text) : Date.parse(text) / (type === "DATE" ? dayMs : 1);
  if (!Number.isFinite(value)) throw new SyntaxError(`${name} is no value of ${type}: ${text.slice(0, 200)}`);
  return value;
}
