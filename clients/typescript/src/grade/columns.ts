/** Which column of a file says what: by its name, or by what the caller says. */
import type { CsvFile } from "./csv.ts";
import { type Field, foldColumn, known } from "./known.ts";
import { quoted, UnreadableFile } from "./problem.ts";

/** The places of the columns of each field, from 0. */
export type Columns = ReadonlyMap<Field, readonly number[]>;

/** What `--map` takes. */
export const fields = Object.keys(known.columns) as readonly Field[];
const fieldsText = `field=Column, with one of ${fields.join(", ")}`;

/** @param text of `--map`: `field=Column`. @throws UnreadableFile for another shape or an unknown field. */
export function readMapping(text: string): readonly [Field, string] {
  const [, name = "", column = ""] = /^([a-z_]+)=(.+)$/s.exec(text) ?? [];
  const field = fields.find((each) => each === name);
  if (field === undefined) throw new UnreadableFile(`--map takes ${fieldsText}; not ${quoted(text)}`);
  return [field, column];
}

/** @throws UnreadableFile where the file does not say what makes a bet, or says it twice. */
export function findColumns({ header, rows }: CsvFile, mappings: readonly (readonly [Field, string])[] = []): Columns {
  const folded = header.map(foldColumn);
  const found = new Map<Field, readonly number[]>();
  const taken = new Set<number>();
  for (const [field, column] of mappings) {
    const exact = header.indexOf(column);
    const at = exact === -1 ? folded.indexOf(foldColumn(column)) : exact;
    if (at === -1)
      throw new UnreadableFile(
        `--map ${field}=${column}: the header in line 1 has no such column. It has ${header.map(quoted).join(", ")}`,
      );
    found.set(field, [...(found.get(field) ?? []), at]);
    taken.add(at);
  }
  for (const field of fields) {
    if (found.has(field)) continue;
    const places = known.columns[field]
      .map(foldColumn)
      .flatMap((name) => folded.flatMap((each, at) => (each === name && !taken.has(at) ? [at] : [])));
    const own = known.joined.includes(field) ? places : places.slice(0, 1);
    if (own.length === 0) continue;
    found.set(field, own);
    for (const at of own) taken.add(at);
  }
  checkNames(found, { header, rows });
  takeOddsOfLine(found, rows);
  checkEnough(found, header);
  return found;
}

/** Two columns of one name would be read as the first of them: where they differ, only the person knows which is meant. */
function checkNames(found: Columns, { header, rows }: Pick<CsvFile, "header" | "rows">): void {
  for (const own of found.values()) {
    const [at = 0] = own;
    const name = foldColumn(header[at] ?? "");
    const other = header.findIndex((each, place) => !own.includes(place) && foldColumn(each) === name);
    const row = rows.find(({ cells }) => (cells[at] ?? "") !== (cells[other] ?? ""));
    if (other === -1 || row === undefined) continue;
    const places = [at, other].sort((one, two) => one - two);
    const cells = places.map((place) => quoted(row.cells[place] ?? "")).join(" and ");
    const columns = places.map((place) => place + 1).join(" and ");
    throw new UnreadableFile(
      `columns ${columns} are both named ${quoted(header[at] ?? "")}, and line ${row.line} has ${cells} there: give one of them another name`,
    );
  }
}

/** Some trackers call the odds the line: a column of nothing but American odds is that of the prices, where there is no other. */
function takeOddsOfLine(found: Map<Field, readonly number[]>, rows: CsvFile["rows"]): void {
  const line = found.get("line");
  if (line === undefined || found.has("price")) return;
  const cells = rows.map((row) => row.cells[line[0] ?? 0] ?? "").filter((cell) => cell !== "");
  if (cells.length === 0 || !cells.every((cell) => /^[+-]?[1-9]\d{2,4}$/.test(cell))) return;
  found.set("price", line);
  found.delete("line");
}

function checkEnough(found: Columns, header: readonly string[]): void {
  const hasOne = (...names: readonly Field[]) => names.some((name) => found.has(name));
  const missing = [
    hasOne("pick", "market") ? null : "what was bet on (such as Pick, Selection, Team or Side)",
    hasOne("price") ? null : "the price (such as Odds or Price)",
    hasOne("date", "placed", "settled", "game_id") ? null : "the date of the game (such as Date)",
  ].filter((each) => each !== null);
  if (missing.length === 0) return;
  const said = `the header in line 1 has no column for ${missing.join(", nor for ")}`;
  throw new UnreadableFile(
    `${said}. It has ${header.map(quoted).join(", ")}`,
    `: name a column with --map ${fieldsText}`,
  );
}
