/**
 * The one printer of results, on standard output: `--json` has a result whole, and a person gets the same members as pairs and
 * tables. A command that has better words for a person hands over lines.
 */
import { countText, minuteText, pairLines, printable, tableLines } from "./table-text.ts";

export function printLines(lines: readonly string[]): void {
  for (const line of lines) console.log(printable(line));
}

export function printJson(result: unknown): void {
  console.log(JSON.stringify(result));
}

type Shown = {
  readonly json: true | undefined;
  /** For a person, where pairs and tables of the result would not do. */
  readonly lines?: readonly string[];
  /** For a person, the members of a list that its table has; without them it has all. */
  readonly columns?: readonly string[];
  /** A sentence for a person, on standard error, where the result is an empty list. */
  readonly none?: string;
};

export function print(result: unknown, { json, lines, columns, none }: Shown): void {
  if (json) printJson(result);
  else if (none !== undefined && Array.isArray(result) && result.length === 0) console.error(none);
  else printLines(lines ?? (columns === undefined ? textOf(result) : listText(result as readonly unknown[], columns)));
}

type Members = Readonly<Record<string, unknown>>;

/** A result as pairs of its plain members, and below them each list of it as a table. */
function textOf(result: unknown): string[] {
  if (Array.isArray(result)) return listText(result);
  if (!isObject(result)) return [cellOf(result)];
  const members = Object.entries(result);
  const below = members.filter(([, value]) => isObject(value) || (Array.isArray(value) && value.some(isObject)));
  const plain = members.filter((member) => !below.includes(member) && !isEmpty(member[1]));
  return [
    ...pairLines(plain.map(([name, value]) => [wordsOf(name), cellOf(value)])),
    ...below.flatMap(([name, value]) => ["", wordsOf(name), ...textOf(value).map((line) => `  ${line.trimEnd()}`)]),
  ];
}

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** A table of the members that any row has. */
function listText(rows: readonly unknown[], columns?: readonly string[]): string[] {
  const objects = rows.filter(isObject);
  if (objects.length < rows.length) return rows.map(cellOf);
  const names = (columns ?? [...new Set(objects.flatMap(Object.keys))]).filter((name) =>
    objects.some((row) => row[name] !== null && row[name] !== undefined && !isEmpty(row[name])),
  );
  const isNumber = (name: string) => objects.every((row) => typeof (row[name] ?? 0) === "number");
  return tableLines(
    names.map((name) => (isNumber(name) ? { number: wordsOf(name) } : wordsOf(name))),
    objects.map((row) => names.map((name) => cellOf(row[name] ?? null))),
  );
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
  if (typeof value === "string") return isInstant.test(value) ? `${minuteText(Date.parse(value))}Z` : value;
  if (Array.isArray(value)) return value.map(cellOf).join(", ");
  return factsText(value as Members);
}

/** `game NFL-20250904-PHI-BUF, provider espn`; what is empty is left out. */
export function factsText(facts: Members): string {
  return Object.entries(facts)
    .filter(([, value]) => value !== "" && value !== null && !isEmpty(value))
    .map(([name, value]) => `${wordsOf(name)} ${cellOf(value)}`)
    .join(", ");
}
