/**
 * Pages of rows that are made at the request, from the columns of the shelf: an object for each row, of the type that the contract
 * declares, and one writer for all lists. The cost grows with the rows returned.
 */
import { type Column, csvLines } from "../contract/csv.ts";
import { separators } from "../contract/formats.ts";
import type { GameHead } from "../contract/game-members.ts";
import { noWeek } from "../release/season-table.ts";
import {
  type GameFilter,
  type GameList,
  type KeyedRow,
  keyedRows,
  type Page,
  type PageKey,
  type PageRequest,
} from "./pages.ts";
import { isoDate, type SeasonShelf } from "./season.ts";
import type { Span } from "./spans.ts";

/** A page of 1,000 bets takes less than this. */
const usualBytes = 2 * 1024 * 1024;
/** The buffer that pages are written into, while nobody writes: a fresh one for each would drive full collections. */
let spare: Buffer | null = null;

/** Writes rows one after the other, with the separator of the format between them, up to the end of a page. */
class RowWriter {
  readonly #textOf: (row: object | string) => string;
  readonly #separator: string;
  readonly #limit: number;
  #bytes: Buffer;
  #at = 0;
  #count = 0;
  #lastKey: PageKey | null = null;
  #hasMore = false;

  /** @param columns of the rows as CSV. */
  constructor(columns: readonly Column[], { format, limit }: PageRequest) {
    this.#textOf = format === "json" ? jsonOf : csvOf(columns);
    this.#separator = separators[format];
    this.#limit = limit;
    this.#bytes = spare ?? Buffer.allocUnsafe(usualBytes);
    spare = null;
  }

  /** False when the page is full: then the row is the first of the next one. */
  take({ key, row }: KeyedRow): boolean {
    this.#hasMore = this.#count === this.#limit;
    if (this.#hasMore) return false;
    const text = this.#textOf(row);
    const separator = this.#count === 0 ? "" : this.#separator;
    // No character takes more than three bytes for each of its code units.
    const mostBytes = this.#at + separator.length + 3 * text.length;
    if (mostBytes > this.#bytes.length) this.#grow(mostBytes);
    if (this.#count > 0) this.#at += this.#bytes.write(separator, this.#at, "latin1");
    this.#at += this.#bytes.write(text, this.#at);
    this.#count++;
    this.#lastKey = key;
    return true;
  }

  /** The writer is of no use after it. */
  finish(): Page {
    const rows = Buffer.from(this.#bytes.subarray(0, this.#at));
    if (this.#bytes.length === usualBytes) spare = this.#bytes;
    return { rows, count: this.#count, lastKey: this.#hasMore ? this.#lastKey : null };
  }

  #grow(bytes: number): void {
    const larger = Buffer.allocUnsafe(2 * bytes);
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
  }
}

function jsonOf(row: object | string): string {
  return typeof row === "string" ? row : JSON.stringify(row);
}

function csvOf(columns: readonly Column[]): (row: object | string) => string {
  const lineOf = csvLines(columns);
  return (row) => lineOf(typeof row === "string" ? (JSON.parse(row) as object) : row);
}

/** Makes a page of the rows that come after the key of the page before; `rows` may be endless, and is read no further. */
export function madePage(rows: Iterable<KeyedRow>, columns: readonly Column[], wanted: PageRequest): Page {
  const writer = new RowWriter(columns, wanted);
  for (const each of rows) if (!writer.take(each)) break;
  return writer.finish();
}

/** The same of rows that something is waited for. */
export async function awaitedPage(rows: AsyncIterable<KeyedRow>, columns: readonly Column[], wanted: PageRequest) {
  const writer = new RowWriter(columns, wanted);
  for await (const each of rows) if (!writer.take(each)) break;
  return writer.finish();
}

/** A page of rows that were read already. @param lastKey of the last one, where others follow. */
export function listedPage(
  rows: readonly object[],
  lastKey: PageKey | null,
  columns: readonly Column[],
  wanted: PageRequest,
): Page {
  const key = { startMs: 0, gameId: "", withinGame: 0 };
  return {
    ...madePage(
      rows.map((row) => ({ key, row })),
      columns,
      wanted,
    ),
    lastKey,
  };
}

/** A page of a list of rows of games. @param spans of all seasons of the sport. */
export function pageOf<Filter extends GameFilter>(
  list: GameList<Filter>,
  spans: readonly Span[],
  filter: Filter,
  wanted: PageRequest,
): Page {
  return madePage(keyedRows(list, spans, filter, wanted.after), list.columns, wanted);
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
