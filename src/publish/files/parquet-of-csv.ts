/** Makes a Parquet file of rows of CSV: the same values under the same names, with types. */
import type { KeyValue } from "hyparquet";
import type { FileColumn } from "../../contract/release/file-sets.ts";
import { dayMs } from "../../domain/durations.ts";
import { type Cell, openParquet } from "../../release/format/write-parquet.ts";
import { csvCells } from "./csv-cells.ts";

/** Readers over a network ask for each column of each row group: few large groups are read with few requests. */
const rowsOfGroup = 122_880;

/** Rows are in the order of their games, so that a reader who wants some of them finds these groups. */
const sortedColumns = ["sport", "season", "game_id", "game_date", "start_time"];

export class ParquetOfCsv {
  readonly #columns: readonly FileColumn[];
  readonly #season: number;
  readonly #file: ReturnType<typeof openParquet>;
  readonly #cells: readonly Cell[][];
  readonly #times = new Map<string, number>();
  #rows = 0;

  constructor(columns: readonly FileColumn[], season: number, metadata: KeyValue[]) {
    this.#columns = columns;
    this.#season = season;
    this.#file = openParquet(columns, metadata, sortedColumns);
    this.#cells = columns.map(() => []);
  }

  /** @param line a row of CSV, without its end. */
  add(line: string): void {
    const texts = csvCells(line);
    let place = 0;
    for (const [number, column] of this.#columns.entries()) {
      const text = column.csvName === null ? String(this.#season) : texts[place++];
      if (text === undefined) throw new SyntaxError(`a row has no cell for ${column.name}: ${line.slice(0, 200)}`);
      (this.#cells[number] as Cell[]).push(text === null ? null : this.#valueOf(column, text));
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
    this.#file.write(
      Object.fromEntries(this.#columns.map(({ name }, number) => [name, this.#cells[number] as Cell[]])),
    );
    for (const cells of this.#cells) cells.length = 0;
    this.#rows = 0;
  }

  #valueOf({ type, name }: FileColumn, text: string): Cell {
    if (type === "STRING") return text;
    if (type === "BOOLEAN") return text === "true";
    const value =
      type === "INT32" || type === "DOUBLE" ? Number(text) : this.#timeOf(text) / (type === "DATE" ? dayMs : 1);
    if (!Number.isFinite(value)) throw new SyntaxError(`${name} is no value of ${type}: ${text.slice(0, 200)}`);
    return value;
  }

  /** A season has far fewer moments than cells. */
  #timeOf(text: string): number {
    let timeMs = this.#times.get(text);
    if (timeMs === undefined) {
      timeMs = Date.parse(text);
      this.#times.set(text, timeMs);
    }
    return timeMs;
  }
}
