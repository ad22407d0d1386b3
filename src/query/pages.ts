/** Pages of lists of rows of games: which games match a filter, from a key on, and the rows that a list has of each. */

import type { Column } from "../contract/csv.ts";
import type { Format } from "../contract/formats.ts";
import { noWeek } from "../release/season-table.ts";
import type { SeasonShelf } from "./season.ts";
import { firstNotBefore, type Span } from "./spans.ts";

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
