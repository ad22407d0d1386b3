/** A CSV file of a season as rows whose cells are read by the name of their column. */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

export class Table {
  /** As it is called in findings: `nfl/2025/odds.csv.gz`. */
  readonly path: string;
  readonly rows: readonly Row[];
  readonly columns: ReadonlyMap<string, number>;

  constructor(path: string, text: string) {
    this.path = path;
    const [header = [], ...records] = parseCsv(text);
    this.columns = new Map(header.map((name, place) => [name, place]));
    this.rows = records.map((cells) => new Row(this.columns, cells));
  }

  static read(folder: string, path: string): Table {
    return new Table(path, gunzipSync(readFileSync(`${folder}/${path}`)).toString("utf8"));
  }
}

export class Row {
  readonly #columns: ReadonlyMap<string, number>;
  readonly #cells: readonly string[];

  constructor(columns: ReadonlyMap<string, number>, cells: readonly string[]) {
    this.#columns = columns;
    this.#cells = cells;
  }

  /** The cell as it is written; what is null is empty. */
  text(column: string): string {
    return this.#cells[this.#columns.get(column) ?? -1] ?? "";
  }

  number(column: string): number | null {
    const text = this.text(column);
    return text === "" ? null : Number(text);
  }
}

/** RFC 4180: cells in quotes may hold commas, line ends and doubled quotes. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let cells: string[] = [];
  for (let at = 0; at < text.length; ) {
    let cell: string;
    if (text[at] === '"') {
      let end = at + 1;
      for (;;) {
        end = text.indexOf('"', end);
        if (end === -1) end = text.length;
        if (text[end + 1] !== '"') break;
        end += 2;
      }
      cell = text.slice(at + 1, end).replaceAll('""', '"');
      at = end + 1;
    } else {
      let end = at;
      while (end < text.length && text[end] !== "," && text[end] !== "\n" && text[end] !== "\r") end += 1;
      cell = text.slice(at, end);
      at = end;
    }
    cells.push(cell);
    if (text[at] === ",") {
      at += 1;
      if (at === text.length) cells.push("");
      continue;
    }
    if (text[at] === "\r") at += 1;
    if (text[at] === "\n") at += 1;
    rows.push(cells);
    cells = [];
  }
  if (cells.length > 0) rows.push(cells);
  return rows;
}

/** The rows of each value of a column, in the order of the file. */
export function byColumn(table: Table | null, ...columns: readonly string[]): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of table?.rows ?? []) {
    const key = columns.map((column) => row.text(column)).join(" ");
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
}
