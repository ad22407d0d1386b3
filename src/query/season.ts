/** One season of one sport of a snapshot: its table, with what is found and made of it. */
import type { Column } from "../contract/csv.ts";
import { type Game, gameColumns } from "../contract/lists/games.ts";
import { type GameIds, gameIdsColumns } from "../contract/lists/ids.ts";
import { type OddsRow, oddsColumns } from "../contract/lists/odds.ts";
import type { SeasonRow } from "../contract/lists/reference.ts";
import type { Sport } from "../domain/sports.ts";
import { SeasonPaths } from "../release/format/lines-file.ts";
import { booksOf, linesOfGame, oddsRow } from "../release/render.ts";
import { scoreAt } from "../release/season-lines.ts";
import { type GameTexts, type SeasonTable, textOf } from "../release/season-table.ts";
import { firstPlace, marketsOfBooks, type TeamGames, teamGamesOf } from "./candidates.ts";
import { type RenderedRows, textRows } from "./text-rows.ts";

/** The description of a season without its games. */
export type SeasonHead = {
  readonly sport: Sport;
  readonly season: number;
  /** The revision that last changed anything in this season. */
  readonly revision: number;
  readonly row: SeasonRow;
  readonly gamesWithClosingLine: number;
};

/** The facts that are read from a table when it is opened. */
type SeasonIndex = {
  /** The columns themselves, for other threads. */
  readonly table: SeasonTable;
  readonly ordinals: ReadonlyMap<string, number>;
  readonly firstDate: number;
  readonly lastDate: number;
  /** The codes in `homes` and `aways`, by abbreviation. */
  readonly teamCodes: ReadonlyMap<string, number>;
  readonly teamGames: TeamGames;
  /** The markets that each book has priced in any game, by book id. */
  readonly bookMarkets: ReadonlyMap<number, number>;
  readonly games: RenderedRows<Game>;
  /** The rows of the games with their ids at other sources. */
  readonly ids: RenderedRows<GameIds>;
  readonly odds: RenderedRows<OddsRow>;
  readonly paths: SeasonPaths;
};

export type SeasonShelf = SeasonHead & SeasonTable & SeasonIndex;

export function seasonShelf(head: SeasonHead, table: SeasonTable): SeasonShelf {
  const { gameIds, teams, homes, aways, gameDates, bookIds, marketBits, texts, linesFile } = table;
  return {
    ...head,
    ...table,
    table,
    ordinals: new Map(gameIds.map((id, ordinal) => [id, ordinal])),
    firstDate: gameDates.reduce((first, date) => Math.min(first, date), Number.POSITIVE_INFINITY),
    lastDate: gameDates.reduce((last, date) => Math.max(last, date), 0),
    teamCodes: new Map(teams.map((team, code) => [team, code])),
    teamGames: teamGamesOf(homes, aways, teams.length),
    bookMarkets: marketsOfBooks(bookIds, marketBits),
    games: givenRows<Game>(texts.games, gameColumns),
    ids: givenRows<GameIds>(texts.ids, gameIdsColumns),
    odds: textRows(bookIds.length, oddsColumns, oddsRowMaker({ ...head, ...table })),
    paths: new SeasonPaths(head, linesFile, table),
  };
}

/** Rows of which the season has the JSON. */
function givenRows<Row extends object>(texts: GameTexts, columns: readonly Column[]): RenderedRows<Row> {
  const jsonAt = (game: number) => textOf(texts, game);
  return textRows(texts.ends.length, columns, (game) => JSON.parse(jsonAt(game)) as Row, jsonAt);
}

/** The single-game answer as JSON. */
export function detailOf({ texts, lines }: SeasonShelf, game: number): Buffer {
  const text = textOf(texts.games, game);
  // Objects are joined as text: {a} and {b} make {a,b}.
  const more = [textOf(texts.details, game), JSON.stringify(linesOfGame(lines, game))];
  return Buffer.from(`${text.slice(0, -1)},${more[0]?.slice(1, -1)},${more[1]?.slice(1)}`);
}

/** Makes odds rows; those of a game are neighbors. */
function oddsRowMaker(season: SeasonHead & SeasonTable): (row: number) => OddsRow {
  const { sport, lines, oddsFrom } = season;
  let game = -1;
  let books: ReturnType<typeof booksOf> = [];
  return (row) => {
    const own = firstPlace(oddsFrom, row + 1) - 1;
    if (own !== game) books = booksOf(lines, own, "full");
    game = own;
    const [bookId, entries] = books[row - (oddsFrom[game] as number)] as (typeof books)[number];
    const at = scoreAt(game, "full");
    const score = { home: Math.max(0, lines.scores[at] as number), away: Math.max(0, lines.scores[at + 1] as number) };
    const head = {
      game_id: season.gameIds[game] as string,
      sport,
      game_date: isoDate(season.gameDates[game] as number),
      start_time: new Date(season.startMs[game] as number).toISOString(),
      home: season.teams[season.homes[game] as number] || null,
      away: season.teams[season.aways[game] as number] || null,
    };
    return oddsRow(head, score, bookId, lines, entries);
  };
}

/** 20250904 as `2025-09-04`. */
export function isoDate(number: number): string {
  return String(number).replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3");
}
