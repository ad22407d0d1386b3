/**
 * Rows as CSV [D-29]: columns are the leaves of a declared shape, in its order, named by their dotted paths; RFC 4180.
 * The elements of an array share a cell, joined by `|`; an array of objects has a column for each member.
 * A cell that begins with = + - or @ is data (negative lines do) and stays as it is: these files are for programs.
 */
import type { TSchema } from "typebox";
import { type AnySchema, withoutNull } from "./members.ts";

type ColumnType = "integer" | "number" | "boolean" | "string" | "json";

export type Column = {
  /** Dotted path: `home.score`. */
  readonly name: string;
  readonly path: readonly string[];
  /** `json`: any value, written as JSON. */
  readonly type: ColumnType;
};

/** RFC 4180 2.1: the end of every line, the last one too. */
export const lineEnd = "\r\n";

export const csvContentType = "text/csv; charset=utf-8; header=present";

/** The filters that the name of a file says. */
export type CsvNameParts = {
  readonly sport: string | null;
  readonly season: number | null;
  readonly from?: string | null;
  readonly to?: string | null;
  readonly team?: string | null;
  readonly game_id?: string | null;
};

/** A name such as `gradeline-odds-nba-2025.csv`. Its values were read strictly, so it needs no quoting. */
export function csvFileName(
  list: string,
  { sport, season, from = null, to = null, team = null, game_id = null }: CsvNameParts,
): string {
  const range = [from === null ? null : `from-${from}`, to === null ? null : `to-${to}`];
  const parts = ["gradeline", list, sport, season, ...range, team, game_id];
  return `${parts.filter((part) => part !== null).join("-")}.csv`;
}

export function columnsOf(row: TSchema): readonly Column[] {
  return columnsIn(row as AnySchema, []);
}

function columnsIn(schema: AnySchema, path: readonly string[]): Column[] {
  const { items, properties, type, enum: values } = withoutNull(schema);
  if (items !== undefined) return columnsIn(items, path);
  if (properties !== undefined) {
    return Object.entries(properties).flatMap(([name, member]) => columnsIn(member, [...path, name]));
  }
  return [{ name: path.join("."), path, type: values === undefined ? typeOf(type) : "string" }];
}

function typeOf(type: string | undefined): ColumnType {
  if (type === undefined) return "json";
  if (type !== "integer" && type !== "number" && type !== "boolean" && type !== "string") {
    throw new TypeError(`a column of CSV cannot be of type ${type}`);
  }
  return type;
}

export function csvHeader(columns: readonly Column[]): string {
  return columns.map(({ name }) => csvCell(name)).join(",");
}

/** Returns the function that writes one row after the other as a line, without its end. */
export function csvLines(columns: readonly Column[]): (row: object) => string {
  const [valuesOf, lineOf] = [rowReader(columns), lineWriter(columns.length)];
  return (row) => lineOf(valuesOf(row));
}

/** Returns the function that reads the values of one row after the other into the same list. A null object leaves all its columns null. */
export function rowReader(columns: readonly Column[]): (row: object) => readonly unknown[] {
  const parents = [...Map.groupBy(columns, ({ path }) => JSON.stringify(path.slice(0, -1))).values()];
  const members = parents.map((own) => ({
    parent: own[0]?.path.slice(0, -1) ?? [],
    leaves: own.map((column) => ({ column, name: column.path.at(-1) ?? "", at: columns.indexOf(column) })),
  }));
  const values = new Array<unknown>(columns.length).fill(null);
  return (row) => {
    for (const { parent, leaves } of members) {
      const of = parent.reduce<unknown>(memberOf, row) as Readonly<Record<string, unknown>> | null;
      for (const { column, name, at } of leaves) {
        const isPlain = !Array.isArray(of) && column.type !== "json";
        values[at] = isPlain ? (of?.[name] ?? null) : valueIn(row, column);
      }
    }
    return values;
  };
}

/**
 * Returns the function that writes the values of one row after the other as a line. A cell whose value is that of the line before is not
 * written anew: most neighbors are of one game.
 */
export function lineWriter(columnCount: number): (values: readonly unknown[]) => string {
  const written = new Array<unknown>(columnCount).fill(null);
  const cells = new Array<string>(columnCount).fill("");
  return (values) => {
    for (let at = 0; at < columnCount; at++) {
      const value = values[at];
      if (value === written[at]) continue;
      written[at] = value;
      cells[at] = csvCell(value);
    }
    return cells.join(",");
  };
}

/** The value of a row in a column: null, a plain value, or a list of such. */
function valueIn(row: object, { path, type }: Column): unknown {
  const value = path.reduce<unknown>(memberOf, row);
  if (type !== "json") return value;
  return Array.isArray(value) ? value.map(jsonText) : jsonText(value);
}

/** The member of every element, when there are several. */
function memberOf(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((each) => memberOf(each, name));
  return (value as Readonly<Record<string, unknown>> | null)?.[name] ?? null;
}

/** The elements that share a cell; null where there is nothing to be said. */
export function joined(values: readonly unknown[]): string | null {
  return values.map((each) => (each === null ? "" : String(each))).join("|") || null;
}

/** JSON in which no `|` is left to be taken for the end of an element. */
function jsonText(value: unknown): string {
  return JSON.stringify(value).replaceAll("|", "\\u007c");
}

/** A value as a cell: nothing for null, and quotes where RFC 4180 requires them. */
function csvCell(value: unknown): string {
  if (value === null) return "";
  if (typeof value === "number") return plainNumber(value);
  if (Array.isArray(value)) return csvCell(joined(value));
  const text = String(value);
  // An empty text is quoted, so that it is not null.
  return text === "" || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Decimal digits alone: no exponent, and no minus before zero [D-15]. */
function plainNumber(value: number): string {
  const text = String(value); // String(-0) is "0"
  if (Number.isSafeInteger(value) || !text.includes("e")) return text;
  return Math.abs(value) >= 1 ? BigInt(value).toString() : value.toFixed(20).replace(/0+$/, "");
}

export const separators = { json: ",", csv: lineEnd } as const;
export type Format = keyof typeof separators;
