/**
 * The one printer of results, on standard output: `--json` has a result whole, and a person gets the same members as pairs and
 * tables. A command that has better words for a person hands over lines.
 */
import { alignedLines, countText, printable, tableLines } from "./table-text.ts";

export function printLines(lines: readonly string[]): void {
  for (const line of lines) console.log(printable(line));
}

type Shown = {
  readonly json: true | undefined;
  /** For a person, where pairs and tables of the result would not do. */
  readonly lines?: readonly string[];
  /** A sentence for a person, on standard error, where the result is an empty list. */
  readonly none?: string;
};

export function print(result: unknown, { json, lines, none }: Shown): void {
  if (json) console.log(JSON.stringify(result));
  else if (none !== undefined && Array.isArray(result) && result.length === 0) console.error(none);
  else printLines(lines ?? textOf(result));
}

type Members = Readonly<Record<string, unknown>>;

/** A result as pairs of its plain members, and below them each list of it. */
function textOf(result: unknown): string[] {
  if (Array.isArray(result)) return listText(result);
  if (!isObject(result)) return [cellOf(result)];
  const members = Object.entries(result);
  const below = members.filter(([, value]) => (isObject(value) && !isEmpty(value)) || isLong(value));
  const plain = members.filter((member) => !below.includes(member) && !isEmpty(member[1]));
  return [
    ...alignedLines(plain.map(([name, value]) => [`  ${wordsOf(name)}`, cellOf(value)])),
    ...below.flatMap(([name, value]) => ["", wordsOf(name), ...textOf(value).map((line) => `  ${line}`.trimEnd())]),
  ];
}

/** Rows and sentences, which have four words or a colon, stand below each other, and names beside each other. */
function isLong(value: unknown): boolean {
  return Array.isArray(value) && value.some((each) => isObject(each) || /: |(\S+ ){3}/.test(String(each)));
}

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isEmpty(value: unknown): boolean {
  return (Array.isArray(value) || isObject(value)) && Object.keys(value).length === 0;
}

/** Columns before the last one of a table are no longer than this, so that a sentence has room in the last. */
const mostWidth = 120;

/** A table of the members that any row has; where a row has lists of its own or the table would be too wide, each row by itself. */
function listText(rows: readonly unknown[]): string[] {
  const objects = rows.filter(isObject);
  if (objects.length < rows.length) return rows.map(cellOf);
  if (objects.some((row) => Object.values(row).some(isLong))) return objects.flatMap(rowText);
  const names = [...new Set(objects.flatMap(Object.keys))].filter((name) =>
    objects.some((row) => row[name] !== null && row[name] !== undefined && !isEmpty(row[name])),
  );
  const isNumber = (name: string) => objects.every((row) => typeof (row[name] ?? 0) === "number");
  const titles = names.map((name) => (isNumber(name) ? { number: wordsOf(name) } : wordsOf(name)));
  const cells = objects.map((row) => names.map((name) => cellOf(row[name] ?? null)));
  const before = tableLines(
    titles.slice(0, -1),
    cells.map((row) => row.slice(0, -1)),
  );
  const isWide = before.some(({ length }) => length > mostWidth);
  return isWide ? objects.flatMap(rowText) : tableLines(titles, cells);
}

/** Its plain members in a line, and a line below for each row or sentence of its lists. */
function rowText(row: Members): string[] {
  const members = Object.entries(row);
  const below = members.flatMap(([name, value]) =>
    isLong(value) ? (value as readonly unknown[]).map((each) => [name, each] as const) : [],
  );
  return [
    factsText(Object.fromEntries(members.filter(([, value]) => !isLong(value)))),
    ...below.flatMap(([name, each]) => {
      const [first = "", ...more] = isObject(each) ? rowText(each) : [cellOf(each)];
      return [`  ${wordsOf(name)}: ${first}`, ...more.map((line) => `  ${line}`)];
    }),
  ];
}

/** `captured_at` and `capturedAt` are `captured at`. */
function wordsOf(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
}

const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** Of a time the minute, with the Z of UTC. A year has no comma, and neither has any other number of four digits. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return "-";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return Math.abs(value) < 10_000 ? String(value) : countText(value);
  if (typeof value === "string") return isInstant.test(value) ? `${value.slice(0, 16).replace("T", " ")}Z` : value;
  if (Array.isArray(value)) return value.map(cellOf).join(", ");
  return factsText(value as Members);
}

/** `game NFL-20250904-PHI-BUF, provider espn`; what is empty is left out. */
function factsText(facts: Members): string {
  return Object.entries(facts)
    .filter(([, value]) => value !== "" && value !== null && !isEmpty(value))
    .map(([name, value]) => `${wordsOf(name)} ${cellOf(value)}`)
    .join(", ");
}
