/** Pages of lists of rows of games: which games match a filter, from a key on, the rows that a list has of each, and cursors. */
import { hash } from "node:crypto";
import { type Column, csvLines, type Format, separators } from "../contract/csv.ts";
import type { GameHead } from "../contract/game-members.ts";
import { WrongParameter } from "../contract/parameter.ts";
import { noWeek } from "../release/season-table.ts";
import { firstNotBefore, type SeasonShelf, type Span } from "./season.ts";

/** Null means that the caller did not ask for it. Teams are abbreviations; dates are numbers of the form yyyymmdd. */
export type GameFilter = {
  readonly season: number | null;
  readonly fromDate: number | null;
  readonly toDate: number | null;
  /** The team may be home or away. */
  readonly team: string | null;
  readonly home: string | null;
  readonly away: string | null;
  readonly week: number | null;
  readonly seasonType: "regular" | "postseason" | null;
  readonly gameId: string | null;
};

/** The end of a page. The next page begins after it, even when its row is gone or rows were inserted before it. */
export type PageKey = {
  readonly startMs: number;
  readonly gameId: string;
  /** The place of the row among those of its game, in their order: the book id of an odds row; 0 for games. */
  readonly withinGame: number;
};

/** A list is of objects whose members are plain values. */
export type MetaValue =
  | string
  | number
  | null
  | readonly string[]
  | readonly Readonly<Record<string, string | number | null>>[];

export type Page = {
  /** The rows in order, with the separator of the format between them. */
  readonly rows: Buffer;
  readonly count: number;
  /** Null when no matching row follows, and only then. */
  readonly lastKey: PageKey | null;
  /** Members of `meta` about these rows, beside those that every answer to the question has. */
  readonly meta?: Readonly<Record<string, MetaValue>>;
};

/** Says which rows a page has; they are the same in every format. */
export type PageRequest = { readonly after: PageKey | null; readonly limit: number; readonly format: Format };

/** A row as a value or, where that is there already, as its JSON, with the key that a page which ends with it is continued from. */
export type KeyedRow<Row extends object | string = object | string> = { readonly key: PageKey; readonly row: Row };

/** A list of rows of games: which rows, in which order, as values. */
export type GameList<Filter extends GameFilter, Row extends object | string = object | string> = {
  /** As it stands in the path, for cursors and the names of files. */
  readonly name: string;
  readonly columns: readonly Column[];
  /** The filter of the games, where it is another than that of the rows. */
  readonly gamesOf?: (filter: Filter) => GameFilter;
  /** Makes the rows of a game, each with its place among them, which rises. @param spans of all seasons of the sport. */
  readonly rowsOf: (filter: Filter, spans: readonly Span[]) => RowsOfGame<Row>;
};

/** A list with the filter that a request of it asks for. */
export type AskedList<Asked, Filter extends GameFilter, Row extends object | string = object | string> = GameList<
  Filter,
  Row
> & { readonly filterOf: (asked: Asked) => Filter };

type RowsOfGame<Row> = (season: SeasonShelf, game: number) => Iterable<readonly [withinGame: number, row: Row]>;

/** The rows of a list that match and come after a key, in their order, the oldest game first. */
export function* keyedRows<Filter extends GameFilter, Row extends object | string>(
  { gamesOf = (filter) => filter, rowsOf }: GameList<Filter, Row>,
  spans: readonly Span[],
  filter: Filter,
  after: PageKey | null,
): Generator<KeyedRow<Row>> {
  const rowsIn = rowsOf(filter, spans);
  for (const { season, game } of matchingGames(spans, gamesOf(filter), after)) {
    const key = { startMs: season.startMs[game] as number, gameId: season.gameIds[game] as string };
    const afterPlace = after?.gameId === key.gameId ? after.withinGame : -1;
    for (const [withinGame, row] of rowsIn(season, game)) {
      if (withinGame > afterPlace) yield { key: { ...key, withinGame }, row };
    }
  }
}

/** Games that match, in API order, beginning with the key's own game. */
export function* matchingGames(
  spans: readonly Span[],
  filter: GameFilter,
  after: PageKey | null,
): Generator<{ readonly season: SeasonShelf; readonly game: number }> {
  for (const { season, from, to } of spans) {
    const matches = matcherOf(season, filter);
    if (matches === null) continue;
    const only = filter.gameId === null ? undefined : season.ordinals.get(filter.gameId);
    const begin = after === null ? from : Math.max(from, firstNotBefore(season, after.startMs, after.gameId));
    const end = Math.min(to, (only ?? to) + 1);
    for (let game = Math.max(begin, only ?? 0); game < end; game++) if (matches(game)) yield { season, game };
  }
}

/** Returns null when no game of the season can match. */
function matcherOf(season: SeasonShelf, filter: GameFilter): ((game: number) => boolean) | null {
  const { gameDates, homes, aways, weeks, isPostseason, teamCodes, ordinals } = season;
  if (filter.season !== null && season.season !== filter.season) return null;
  const code = (abbreviation: string | null): number | null | undefined =>
    abbreviation === null ? null : teamCodes.get(abbreviation);
  const team = code(filter.team);
  const home = code(filter.home);
  const away = code(filter.away);
  if (team === undefined || home === undefined || away === undefined) return null;
  if (filter.gameId !== null && !ordinals.has(filter.gameId)) return null;
  if (filter.week === noWeek) return null;
  const fromDate = filter.fromDate ?? 0;
  const toDate = filter.toDate ?? Number.POSITIVE_INFINITY;
  if (season.firstDate > toDate || season.lastDate < fromDate) return null;
  const postseason = filter.seasonType === null ? null : Number(filter.seasonType === "postseason");
  const { week } = filter;
  return (game) => {
    const date = gameDates[game] as number;
    return (
      date >= fromDate &&
      date <= toDate &&
      (team === null || homes[game] === team || aways[game] === team) &&
      (home === null || homes[game] === home) &&
      (away === null || aways[game] === away) &&
      (week === null || weeks[game] === week) &&
      (postseason === null || isPostseason[game] === postseason)
    );
  };
}

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
    // No character takes more than three bytes for each of its code units.
    const mostBytes = this.#at + this.#separator.length + 3 * text.length;
    if (mostBytes > this.#bytes.length) {
      const written = this.#bytes.subarray(0, this.#at);
      this.#bytes = Buffer.allocUnsafe(2 * mostBytes);
      this.#bytes.set(written);
    }
    if (this.#count > 0) this.#at += this.#bytes.write(this.#separator, this.#at, "latin1");
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

/** The same of rows that something is waited for, those of one game after the other. */
export async function awaitedPage(
  games: AsyncIterable<Iterable<KeyedRow>>,
  columns: readonly Column[],
  wanted: PageRequest,
): Promise<Page> {
  const writer = new RowWriter(columns, wanted);
  for await (const rows of games) for (const each of rows) if (!writer.take(each)) return writer.finish();
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
  const keyed = rows.map((row) => ({ key, row }));
  return { ...madePage(keyed, columns, wanted), lastKey };
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
    game_date: season.dates[game] as string,
    start_time: new Date(season.startMs[game] as number).toISOString(),
    home: season.teams[season.homes[game] as number] ?? null,
    away: season.teams[season.aways[game] as number] ?? null,
  };
}

/**
 * The version of cursors [D-28], which goes up when their parts or the order of rows change, so that older ones are refused and not
 * misread. A cursor is a list as JSON: its version, a digest of the question that the page answered, where the page ended, and a seal by
 * which a changed character shows. The seal guards against accidents and guesses only: a cursor holds nothing that the page did not show.
 */
export const cursorVersion = 3;

/** The endpoint and its normalised filters. `limit` and `format` are no part of the question, so they may change. */
export type CursorQuestion = readonly [endpoint: string, filters: Readonly<Record<string, unknown>>];

export function writeCursor(question: CursorQuestion, { startMs, withinGame, gameId }: PageKey): string {
  return sealed([cursorVersion, digestOf(question), startMs, withinGame, gameId]);
}

export function readCursor(text: string, question: CursorQuestion): PageKey {
  const parts = partsOf(text);
  const [ownVersion, ownQuestion, startMs, withinGame, gameId] = parts;
  if (sealed(parts) !== text || ownVersion !== cursorVersion) {
    throw new WrongParameter(
      "cursor",
      "cursor is damaged, too old or was not given by this API: start again without one",
    );
  }
  if (ownQuestion !== digestOf(question)) {
    const why = "cursor belongs to another list or other filters: repeat the filters it was given for";
    throw new WrongParameter("cursor", why);
  }
  return { startMs: startMs as number, withinGame: withinGame as number, gameId: gameId as string };
}

function sealed(parts: readonly unknown[]): string {
  return Buffer.from(JSON.stringify([...parts, digestOf(["gradeline cursor", ...parts])])).toString("base64url");
}

/** Those of a text that may be anything, without its seal. */
function partsOf(text: string): readonly unknown[] {
  try {
    const parts = JSON.parse(Buffer.from(text, "base64url").toString()) as unknown;
    return Array.isArray(parts) ? parts.slice(0, -1) : [];
  } catch {
    return [];
  }
}

function digestOf(value: unknown): string {
  return hash("sha256", JSON.stringify(value), "base64url").slice(0, 11);
}
