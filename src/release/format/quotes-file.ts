/** The file of the openings and closings. */
import { type QuotesColumn, quotesColumns } from "../../contract/release-columns.ts";
import { emptyLines, type GameLines, noLine, quartersOf } from "../game-lines.ts";
import type { GameFileKind } from "./game-file.ts";
import { keyOfWords, wordsOfKey } from "./line-words.ts";

/** The columns of both ends of a line, in the order of `GameLines`. */
const ends = [
  { line: "open_line", first: "open_first_price", second: "open_second_price", time: "open_time" },
  { line: "close_line", first: "close_first_price", second: "close_second_price", time: "close_time" },
] as const;

export const quotesKind: GameFileKind<QuotesColumn, GameLines> = {
  dataSet: "quotes",
  rowsOfGroup: 60_000,
  countOf: ({ lines }) => lines.keys.length,
  setRows(columns, from, { lines }) {
    for (const [entry, key] of lines.keys.entries()) {
      const row = from + entry;
      const { period, market, team, bookId, book } = wordsOfKey(key);
      columns.period[row] = period;
      columns.market[row] = market;
      columns.team[row] = team;
      columns.book_id[row] = bookId;
      columns.book[row] = book;
      for (const [which, end] of ends.entries()) {
        const at = 2 * entry + which;
        const quarters = lines.quarters[at] as number;
        const time = lines.times[at] as number;
        if (quarters !== noLine) columns[end.line][row] = quarters / 4;
        columns[end.first][row] = lines.prices[2 * at] || null;
        columns[end.second][row] = lines.prices[2 * at + 1] || null;
        if (!Number.isNaN(time)) columns[end.time][row] = time;
      }
    }
  },
  // The slug of the book is that of its number.
  read: quotesColumns.map(({ name }) => name).filter((name) => name !== "game_id" && name !== "book"),
  make({ columns, from, to }) {
    const { period: periods, market: markets, team: teams } = columns;
    const lines = emptyLines(to - from);
    let key = 0;
    for (let row = from; row < to; row++) {
      const entry = row - from;
      const isOfMarket =
        row > from &&
        periods[row] === periods[row - 1] &&
        markets[row] === markets[row - 1] &&
        teams[row] === teams[row - 1];
      if (!isOfMarket) key = keyOfWords(periods[row], markets[row], teams[row], 0);
      lines.keys[entry] = key + (columns.book_id[row] as number);
      for (const [which, end] of ends.entries()) {
        const at = 2 * entry + which;
        lines.prices[2 * at] = (columns[end.first][row] as number | null) ?? 0;
        lines.prices[2 * at + 1] = (columns[end.second][row] as number | null) ?? 0;
        lines.quarters[at] = quartersOf(columns[end.line][row] as number | null);
        lines.times[at] = (columns[end.time][row] as number | null) ?? Number.NaN;
      }
    }
    return lines;
  },
};
