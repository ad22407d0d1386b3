/**
 * Pages of rows that are made at the request, from the columns of the shelf: an object for each row, of the type that the contract
 * declares, and one writer for all lists. The cost grows with the rows returned.
 */
import { type Column, csvRow } from "../contract/csv.ts";
import { type Format, separators } from "../contract/formats.ts";
import type { GameHead } from "../contract/game-members.ts";
import { noWeek } from "../release/season-table.ts";
import type { Page, PageKey, PageRequest } from "./pages.ts";
import { isoDate, type SeasonShelf } from "./season.ts";

/** A page of 1,000 bets takes less than this. */
const usualBytes = 2 * 1024 * 1024;
/** The buffer that pages are written into, while nobody writes: a fresh one for each would drive full collections. */
let spare: Buffer | null = null;

/** Writes rows one after the other, with the separator of the format between them. */
export class RowWriter {
  readonly #columns: readonly Column[];
  readonly #format: Format;
  #bytes: Buffer;
  #at = 0;
  #count = 0;

  /** @param columns of the rows as CSV. */
  constructor(columns: readonly Column[], format: Format) {
    this.#columns = columns;
    this.#format = format;
    this.#bytes = spare ?? Buffer.allocUnsafe(usualBytes);
    spare = null;
  }

  get count(): number {
    return this.#count;
  }

  /** @param row whose members are in the order of the contract. */
  add(row: object): void {
    const text = this.#format === "json" ? JSON.stringify(row) : csvRow(this.#columns, row);
    const separator = this.#count === 0 ? "" : separators[this.#format];
    // No character takes more than three bytes for each of its code units.
    const mostBytes = this.#at + separator.length + 3 * text.length;
    if (mostBytes > this.#bytes.length) this.#grow(mostBytes);
    if (this.#count > 0) this.#at += this.#bytes.write(separator, this.#at, "latin1");
    this.#at += this.#bytes.write(text, this.#at);
    this.#count++;
  }

  /** The rows as they are sent. The writer is of no use after it. */
  finish(): Pick<Page, "pieces" | "count"> {
    const written = this.#bytes.subarray(0, this.#at);
    const pieces = this.#count === 0 ? [] : [Buffer.from(written)];
    if (this.#bytes.length === usualBytes) spare = this.#bytes;
    return { pieces, count: this.#count };
  }

  #grow(bytes: number): void {
    const larger = Buffer.allocUnsafe(2 * bytes);
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
  }
}

/** A row with the key that a page which ends with it is continued from. */
export type KeyedRow<Row extends object = object> = { readonly key: PageKey; readonly row: Row };

/** Makes a page of the rows that come after the key of the page before; `rows` may be endless, and is read no further. */
export function madePage(rows: Iterable<KeyedRow>, columns: readonly Column[], { limit, format }: PageRequest): Page {
  const writer = new RowWriter(columns, format);
  let lastKey: PageKey | null = null;
  for (const { key, row } of rows) {
    if (writer.count === limit) return { ...writer.finish(), lastKey };
    writer.add(row);
    lastKey = key;
  }
  return { ...writer.finish(), lastKey: null };
}

/** A page of rows that were read already. @param lastKey of the last one, where others follow. */
export function listedPage(
  rows: readonly object[],
  lastKey: PageKey | null,
  columns: readonly Column[],
  { format }: PageRequest,
): Page {
  const writer = new RowWriter(columns, format);
  for (const row of rows) writer.add(row);
  return { ...writer.finish(), lastKey };
}

/** The columns with which every row of a game begins. */
export function gameHead(season: SeasonShelf, game: number): GameHead {
  const week = season.weeks[game] as number;
  return {
    game_id: season.gameIds[game] as string,
    sport: season.sport,
    season: season.season,
    season_type: season.isPostseason[game] === 1 ? "postseason" : "regular",
    week: week === noWeek ? null : week,
    game_date: isoDate(season.gameDates[game] as number),
    start_time: new Date(season.startMs[game] as number).toISOString(),
    home: season.teams[season.homes[game] as number] ?? null,
    away: season.teams[season.aways[game] as number] ?? null,
  };
}
