/** Compares a season file with the rows that the release gives, game by game, and notes each cell and row that is another one. */
import type { Findings } from "../../database/findings.ts";
import type { OfferedFile } from "../../release/offered-files.ts";
import { columnsIn, type FileRow, type RowsOfGame } from "./file-rows.ts";

/** What tells the rows of a game apart, as far as a data set has it. */
const namingColumns = ["game_id", "period", "bet_type", "market", "team", "selection", "book", "first_seen"];

/**
 * @param wanted the games that the release gives, in the order of the season; @param found those of the file.
 * @param ordinals the place of each game in the order of the season.
 * @returns how many rows the file has.
 */
export async function compareRows(
  file: Pick<OfferedFile, "path" | "dataSet" | "format" | "season">,
  wanted: AsyncIterable<RowsOfGame>,
  found: AsyncIterator<RowsOfGame, undefined>,
  { ordinals, findings }: { readonly ordinals: ReadonlyMap<string, number>; readonly findings: Findings },
): Promise<number> {
  const names = columnsIn(file).map(({ csvName, name }) => csvName ?? name);
  const seasonColumn = names.indexOf("season");
  let count = 0;
  let next: RowsOfGame | undefined;
  const note = (row: FileRow, what: string): void => {
    const words = namingColumns.flatMap((name) => row[names.indexOf(name)] ?? []);
    findings.note(file.path, `${words.join(" ")}: ${what}`);
  };
  const goOn = async (): Promise<void> => {
    next = (await found.next()).value;
    count += next?.rows.length ?? 0;
  };
  const passStrange = async (before: number): Promise<void> => {
    while (next !== undefined && (ordinals.get(next.gameId) ?? -1) < before) {
      for (const row of next.rows) note(row, "is not of the release");
      await goOn();
    }
  };

  await goOn();
  for await (const { gameId, rows } of wanted) {
    // The rows of CSV do not always say of which season they are, those of Parquet do.
    const whole = rows.map((row) =>
      row.length === names.length ? row : row.toSpliced(seasonColumn, 0, String(file.season)),
    );
    await passStrange(ordinals.get(gameId) ?? 0);
    if (next?.gameId === gameId) {
      compareGame(whole, next.rows, names, note);
      await goOn();
    } else for (const row of whole) note(row, "is missing");
  }
  await passStrange(Number.POSITIVE_INFINITY);
  findings.count("cells of files", count * names.length);
  return count;
}

/** Rows that are no row of the other side are pairs where there are as many of both. */
function compareGame(
  wanted: readonly FileRow[],
  found: readonly FileRow[],
  names: readonly string[],
  note: (row: FileRow, what: string) => void,
): void {
  if (wanted.length === found.length && wanted.every((row, at) => areSame(row, found[at] as FileRow))) return;
  const missing = without(wanted, found);
  const strange = without(found, wanted);
  if (missing.length === 0 && strange.length === 0)
    note(wanted[0] as FileRow, "the rows of the game are in another order");
  if (missing.length !== strange.length) {
    for (const row of missing) note(row, "is missing");
    for (const row of strange) note(row, "is not of the release");
    return;
  }
  for (const [place, row] of missing.entries()) {
    for (const [at, name] of names.entries()) {
      const [own, right] = [strange[place]?.[at] ?? "empty", row[at] ?? "empty"];
      if (own !== right) note(row, `${name} is ${own}, in the release ${right}`);
    }
  }
}

function areSame(one: FileRow, other: FileRow): boolean {
  return one.length === other.length && one.every((cell, at) => cell === other[at]);
}

/** The rows that the others do not have, each as often as it is too much. */
function without(rows: readonly FileRow[], others: readonly FileRow[]): FileRow[] {
  const left = others.map((row) => JSON.stringify(row));
  return rows.filter((row) => {
    const place = left.indexOf(JSON.stringify(row));
    if (place !== -1) left.splice(place, 1);
    return place === -1;
  });
}
