/** Compares a season file with the rows that the release gives, game by game, and notes each cell and row that is another one. */
import { reasonOf } from "../../database/database-error.ts";
import type { Findings } from "../../database/findings.ts";
import type { OfferedFile } from "../../release/offered-files.ts";
import { columnsIn, type FileRow, rowsIn } from "./file-rows.ts";

/** The rows of a game, which follow each other. */
export type RowsOfGame = { readonly gameId: string; readonly rows: readonly FileRow[] };

/** What tells the rows of a game apart, as far as a data set has it. */
const namingColumns = ["period", "bet_type", "market", "team", "selection", "book", "first_seen"];

export class ComparedFile {
  readonly #file: OfferedFile;
  readonly #findings: Findings;
  readonly #names: readonly string[];
  /** The place of each game in the order of the season. */
  readonly #ordinals: ReadonlyMap<string, number>;
  readonly #games: AsyncIterator<RowsOfGame, undefined>;
  #next: RowsOfGame | undefined;
  #state: "closed" | "open" | "broken" = "closed";
  #rows = 0;

  constructor(file: OfferedFile, bytes: Uint8Array, ordinals: ReadonlyMap<string, number>, findings: Findings) {
    this.#file = file;
    this.#findings = findings;
    this.#ordinals = ordinals;
    this.#names = columnsIn(file).map(({ csvName, name }) => csvName ?? name);
    this.#games = gamesIn(rowsIn(file, bytes), this.#names.indexOf("game_id"));
  }

  /** Compares the next game. Games come in the order of the season. */
  async take({ gameId, rows }: RowsOfGame): Promise<void> {
    if (this.#state === "closed") await this.#goOn();
    const place = this.#ordinals.get(gameId) ?? 0;
    while (this.#next !== undefined && (this.#ordinals.get(this.#next.gameId) ?? -1) < place) await this.#skip();
    if (this.#state === "broken") return;
    const wanted = rows.map((row) => this.#withSeason(row));
    if (this.#next?.gameId === gameId) {
      this.#compare(wanted, this.#next.rows);
      await this.#goOn();
    } else for (const row of wanted) this.#note(row, "is missing");
  }

  async end(): Promise<void> {
    if (this.#state === "closed") await this.#goOn();
    while (this.#next !== undefined) await this.#skip();
    if (this.#state === "broken") return;
    const { path, rows } = this.#file;
    this.#findings.check(this.#rows === rows, path, `has ${this.#rows} rows, and the list of files says ${rows}`);
    this.#findings.count("cells of files", this.#rows * this.#names.length);
  }

  async #goOn(): Promise<void> {
    try {
      const { value } = await this.#games.next();
      this.#next = value;
      this.#rows += value?.rows.length ?? 0;
      this.#state = "open";
    } catch (error) {
      this.#next = undefined;
      this.#state = "broken";
      this.#findings.note(this.#file.path, `cannot be read: ${reasonOf(error)}`);
    }
  }

  /** Rows that the release does not have, or not here. */
  async #skip(): Promise<void> {
    for (const row of this.#next?.rows ?? []) this.#note(row, "is not of the release");
    await this.#goOn();
  }

  /** Rows that are no row of the other side are pairs where there are as many of both. */
  #compare(wanted: readonly FileRow[], found: readonly FileRow[]): void {
    if (wanted.length === found.length && wanted.every((row, at) => areSame(row, found[at]))) return;
    const missing = without(wanted, found);
    const strange = without(found, wanted);
    if (missing.length === strange.length) {
      for (const [at, row] of missing.entries()) this.#compareCells(row, strange[at] as FileRow);
      if (missing.length === 0) this.#note(wanted[0] as FileRow, "and the rows of its game are in another order");
      return;
    }
    for (const row of missing) this.#note(row, "is missing");
    for (const row of strange) this.#note(row, "is not of the release");
  }

  #compareCells(wanted: FileRow, found: FileRow): void {
    for (const [at, name] of this.#names.entries()) {
      if (wanted[at] === found[at]) continue;
      this.#note(wanted, `${name} is ${shown(found[at])}, in the release ${shown(wanted[at])}`);
    }
  }

  /** The rows of CSV do not always say of which season they are, those of Parquet do. */
  #withSeason(row: FileRow): FileRow {
    if (row.length === this.#names.length) return row;
    return row.toSpliced(this.#names.indexOf("season"), 0, String(this.#file.season));
  }

  #note(row: FileRow, what: string): void {
    const named = ["game_id", ...namingColumns].map((name) => row[this.#names.indexOf(name)]);
    const words = named.filter((text) => text !== undefined && text !== null);
    this.#findings.note(this.#file.path, `${words.join(" ")}: ${what}`);
  }
}

export async function* gamesIn(
  rows: AsyncIterable<FileRow> | Iterable<FileRow>,
  gameColumn: number,
): AsyncGenerator<RowsOfGame, undefined> {
  let gameId = "";
  let ofGame: FileRow[] = [];
  for await (const row of rows) {
    const own = row[gameColumn] ?? "";
    if (own !== gameId) {
      if (ofGame.length > 0) yield { gameId, rows: ofGame };
      gameId = own;
      ofGame = [];
    }
    ofGame.push(row);
  }
  if (ofGame.length > 0) yield { gameId, rows: ofGame };
  return undefined;
}

function areSame(one: FileRow, other: FileRow | undefined): boolean {
  return one.length === other?.length && one.every((cell, at) => cell === other[at]);
}

/** The rows that the others do not have, each as often as it is too much. */
function without(rows: readonly FileRow[], others: readonly FileRow[]): FileRow[] {
  const left = new Map([...Map.groupBy(others, (row) => JSON.stringify(row))].map(([text, all]) => [text, all.length]));
  return rows.filter((row) => {
    const text = JSON.stringify(row);
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count <= 0;
  });
}

function shown(cell: string | null | undefined): string {
  return cell ?? "empty";
}
