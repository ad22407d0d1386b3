/**
 * Pages of games and odds rows: finds the rows that match a filter, from a key on, and gives them as slices of the
 * rendered rows.
 */

import type { Format } from "../contract/formats.ts";
import { compareKeys, noWeek } from "../release/season-table.ts";
import { firstPlace, gamesOfTeam } from "./candidates.ts";
import { piecesOf, type Run } from "./runs.ts";
import type { SeasonShelf } from "./season.ts";
import { firstNotBefore, type Span } from "./spans.ts";
import type { PackedRows } from "./text-rows.ts";

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

export type OddsFilter = GameFilter & {
  readonly bookIds: readonly number[] | null;
  /** A bit of `marketBits`; 0 matches every row. */
  readonly marketBit: number;
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
  /** Rows in order. The format's separators belong between the pieces. */
  readonly pieces: readonly Buffer[];
  readonly count: number;
  /** Null when no matching row follows, and only then. */
  readonly lastKey: PageKey | null;
  /** Members of `meta` about these rows, beside those that every answer to the question has. */
  readonly meta?: Readonly<Record<string, MetaValue>>;
};

/** Says which rows a page has; they are the same in every format. */
export type PageRequest = { readonly after: PageKey | null; readonly limit: number; readonly format: Format };

export function gamesPage(spans: readonly Span[], filter: GameFilter, { after, limit, format }: PageRequest): Page {
  const page = new PageBuilder(limit);
  for (const { season, game } of matchingGames(spans, filter, after)) {
    if (after !== null && season.gameIds[game] === after.gameId) continue;
    if (!page.take(season, season.games[format], game, game, 0)) break;
  }
  return page.finish();
}

/** The same games, the newest first: all that match are looked at. */
export function newestGamesPage(spans: readonly Span[], filter: GameFilter, asked: PageRequest): Page {
  const { after, limit, format } = asked;
  const page = new PageBuilder(limit);
  const games = [...matchingGames(spans, filter, null)].reverse();
  const isBefore = ({ season, game }: (typeof games)[number], { startMs, gameId }: PageKey): boolean =>
    compareKeys(season.startMs[game] as number, season.gameIds[game] as string, startMs, gameId) < 0;
  for (const { season, game } of after === null ? games : games.filter((each) => isBefore(each, after))) {
    if (!page.take(season, season.games[format], game, game, 0)) break;
  }
  return page.finish();
}

/** Games with their ids at other sources. */
export function gameIdsPage(spans: readonly Span[], filter: GameFilter, { after, limit, format }: PageRequest): Page {
  const page = new PageBuilder(limit);
  for (const { season, game } of matchingGames(spans, filter, after)) {
    if (after !== null && season.gameIds[game] === after.gameId) continue;
    if (!page.take(season, season.ids[format], game, game, 0)) break;
  }
  return page.finish();
}

/** @param looked counts what was looked at, which is what a page costs. */
export function oddsPage(
  spans: readonly Span[],
  filter: OddsFilter,
  { after, limit, format }: PageRequest,
  looked?: Looked,
): Page {
  const page = new PageBuilder(limit);
  const bookIds = filter.bookIds === null ? null : new Set(filter.bookIds);
  const hasRows = ({ bookMarkets }: SeasonShelf): boolean =>
    filter.bookIds === null ||
    filter.bookIds.some((id) => {
      const bits = bookMarkets.get(id);
      return bits !== undefined && (filter.marketBit === 0 || (bits & filter.marketBit) !== 0);
    });
  const wanted = spans.filter(({ season }) => hasRows(season));
  for (const { season, game } of matchingGames(wanted, filter, after, looked)) {
    const isKeyGame = after !== null && season.gameIds[game] === after.gameId;
    const end = season.oddsFrom[game + 1] as number;
    for (let row = season.oddsFrom[game] as number; row < end; row++) {
      if (looked !== undefined) looked.rows++;
      const bookId = season.bookIds[row] as number;
      if (isKeyGame && bookId <= after.withinGame) continue;
      if (bookIds !== null && !bookIds.has(bookId)) continue;
      if (filter.marketBit !== 0 && ((season.marketBits[row] as number) & filter.marketBit) === 0) continue;
      if (!page.take(season, season.odds[format], row, game, bookId)) return page.finish();
    }
  }
  return page.finish();
}

/** The games and odds rows that were compared with a filter. */
export type Looked = { games: number; rows: number };

/** Games that match, in API order, beginning with the key's own game. */
export function* matchingGames(
  spans: readonly Span[],
  filter: GameFilter,
  after: PageKey | null,
  looked?: Looked,
): Generator<{ readonly season: SeasonShelf; readonly game: number }> {
  for (const { season, from, to } of spans) {
    if (!canMatch(season, filter)) continue;
    const matches = matcherOf(season, filter);
    if (matches === null) continue;
    const first = after === null ? from : Math.max(from, firstNotBefore(season, after.startMs, after.gameId));
    const candidates = candidatesOf(season, filter);
    let place = candidates === null ? first : firstPlace(candidates, first);
    for (; ; place++) {
      const game = candidates === null ? place : candidates[place];
      if (game === undefined || game >= to) break;
      if (looked !== undefined) looked.games++;
      if (matches(game)) yield { season, game };
    }
  }
}

/** Whether the season can have a game that matches. */
function canMatch({ season, firstDate, lastDate }: SeasonShelf, filter: GameFilter): boolean {
  if (filter.season !== null && season !== filter.season) return false;
  return firstDate <= (filter.toDate ?? Number.POSITIVE_INFINITY) && lastDate >= (filter.fromDate ?? 0);
}

/** The games among which all matches are, rising; null: all of the season. */
function candidatesOf({ ordinals, teamCodes, teamGames }: SeasonShelf, filter: GameFilter): Uint32Array | null {
  if (filter.gameId !== null) return Uint32Array.of(ordinals.get(filter.gameId) ?? 0);
  const team = filter.team ?? filter.home ?? filter.away;
  const code = team === null ? undefined : teamCodes.get(team);
  return code === undefined ? null : gamesOfTeam(teamGames, code);
}

/** Returns null when no game of the season can match. */
function matcherOf(season: SeasonShelf, filter: GameFilter): ((game: number) => boolean) | null {
  const { gameDates, homes, aways, weeks, isPostseason, teamCodes, ordinals } = season;
  const code = (abbreviation: string | null): number | null | undefined =>
    abbreviation === null ? null : teamCodes.get(abbreviation);
  const team = code(filter.team);
  const home = code(filter.home);
  const away = code(filter.away);
  if (team === undefined || home === undefined || away === undefined) return null;
  const only = filter.gameId === null ? null : ordinals.get(filter.gameId);
  if (only === undefined) return null;
  if (filter.week === noWeek) return null;
  const fromDate = filter.fromDate ?? 0;
  const toDate = filter.toDate ?? Number.POSITIVE_INFINITY;
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
      (postseason === null || isPostseason[game] === postseason) &&
      (only === null || game === only)
    );
  };
}

class PageBuilder {
  readonly #limit: number;
  readonly #runs: Run[] = [];
  #count = 0;
  #hasMore = false;
  #season: SeasonShelf | null = null;
  #game = 0;
  #withinGame = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Returns false when the page is full; then the row is the first of the next page. */
  take(season: SeasonShelf, rows: PackedRows, row: number, game: number, withinGame: number): boolean {
    if (this.#count === this.#limit) {
      this.#hasMore = true;
      return false;
    }
    const run = this.#runs.at(-1);
    if (run !== undefined && run.rows === rows && run.to === row) run.to++;
    else this.#runs.push({ rows, from: row, to: row + 1 });
    this.#count++;
    this.#season = season;
    this.#game = game;
    this.#withinGame = withinGame;
    return true;
  }

  finish(): Page {
    const season = this.#season;
    const hasNext = this.#hasMore && season !== null;
    return {
      pieces: piecesOf(this.#runs),
      count: this.#count,
      lastKey: hasNext
        ? {
            startMs: season.startMs[this.#game] as number,
            gameId: season.gameIds[this.#game] as string,
            withinGame: this.#withinGame,
          }
        : null,
    };
  }
}
