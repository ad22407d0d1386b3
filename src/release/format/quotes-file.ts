/** The file of the openings and closings. */
import { type QuotesColumn, quotesColumns } from "../../contract/release-columns.ts";
import type { SeasonKey } from "../../domain/seasons.ts";
import { emptyLines, type GameLines, noLine, quartersOf } from "../game-lines.ts";
import type { GameValues, SeasonValues } from "../values.ts";
import { keyOfWords, wordsOfKey } from "./line-words.ts";
import { type GameRows, readByGame } from "./read-parquet.ts";
import { emptyColumns, type GameGroup, gameGroups, parquetFile, type RowColumns } from "./write-parquet.ts";

export function writeQuotes({ sport, season, games }: SeasonValues, revision: number): Uint8Array {
  const groups = gameGroups(games, 60_000, openGame).map(columnsOfGroup);
  return parquetFile({ dataSet: "quotes", sport, season }, revision, groups);
}

/**
 * The lines of each game.
 * @throws ReleaseDamaged when the bytes are not those of this season's file.
 */
export function readQuotes(
  { sport, season }: SeasonKey,
  bytes: Uint8Array,
  gameIds: readonly string[],
): Promise<readonly GameLines[]> {
  return readByGame({ dataSet: "quotes", sport, season }, { bytes, names: readNames, gameIds }, linesIn);
}

type OpenGame = { readonly gameId: string; readonly lines: GameLines; readonly rows: number };

function openGame({ facts, lines }: GameValues): OpenGame {
  return { gameId: facts.game_id, lines, rows: lines.keys.length };
}

function columnsOfGroup({ rows, games }: GameGroup<OpenGame>): RowColumns<QuotesColumn> {
  const columns = emptyColumns(quotesColumns, rows);
  let row = 0;
  for (const { gameId, lines } of games) {
    for (const [entry, key] of lines.keys.entries()) {
      const { period, market, team, bookId, book } = wordsOfKey(key);
      columns.game_id[row] = gameId;
      columns.period[row] = period;
      columns.market[row] = market;
      columns.team[row] = team;
      columns.book_id[row] = bookId;
      columns.book[row] = book;
      for (let which = 0; which < ends.length; which++) {
        const [end, at] = [ends[which] as (typeof ends)[number], 2 * entry + which];
        const quarters = lines.quarters[at] as number;
        const time = lines.times[at] as number;
        if (quarters !== noLine) columns[end.line][row] = quarters / 4;
        columns[end.first][row] = lines.prices[2 * at] || null;
        columns[end.second][row] = lines.prices[2 * at + 1] || null;
        if (!Number.isNaN(time)) columns[end.time][row] = time;
      }
      row++;
    }
  }
  return columns;
}

/** The columns of both ends of a line, in the order of `GameLines`. */
const ends = [
  { line: "open_line", first: "open_first_price", second: "open_second_price", time: "open_time" },
  { line: "close_line", first: "close_first_price", second: "close_second_price", time: "close_time" },
] as const;

/** The slug of the book is that of its number. */
const readNames = quotesColumns.map(({ name }) => name).filter((name) => name !== "game_id" && name !== "book");

function linesIn({ columns, from, to }: GameRows<(typeof readNames)[number]>): GameLines {
  const lines = emptyLines(to - from);
  for (let row = from; row < to; row++) {
    const entry = row - from;
    lines.keys[entry] = keyOfWords(columns.period[row], columns.market[row], columns.team[row], columns.book_id[row]);
    for (const [which, end] of ends.entries()) {
      const at = 2 * entry + which;
      lines.prices[2 * at] = (columns[end.first][row] as number | null) ?? 0;
      lines.prices[2 * at + 1] = (columns[end.second][row] as number | null) ?? 0;
      lines.quarters[at] = quartersOf(columns[end.line][row] as number | null);
      lines.times[at] = (columns[end.time][row] as number | null) ?? Number.NaN;
    }
  }
  return lines;
}
