/** `line_path`: how the lines of a game moved, from the first capture to the last one before the start. */
import { bookOrAll } from "../../contract/filters/books.ts";
import { gameIdInPath, paging } from "../../contract/filters/games.ts";
import { linePeriod, market } from "../../contract/filters/markets.ts";
import { lineRows } from "../../query/lines.ts";
import { readGameInPath } from "../../query/reach.ts";
import { counted, items, listFrom, more, textSchema, tool } from "../tool.ts";

export const linePath = tool({
  name: "line_path",
  description: "How a game's lines moved before the start. Name book, market and period to keep it short.",
  takes: {
    game_id: gameIdInPath,
    book: bookOrAll,
    market,
    period: linePeriod,
    limit: paging.limit,
    cursor: paging.cursor,
  },
  described: { market: textSchema, period: textSchema },
  found: { lines: items("rows of /v1/games/{game_id}/lines"), ...more },
  async answer({ game_id: asked, book: bookIds, market, period, limit: most, cursor }, { snapshot }) {
    const filter = { bookIds, market, period };
    const { season, game, gameId } = readGameInPath(asked, snapshot);
    const list = listFrom(["line_path", { gameId, ...filter }], cursor);
    const rows = lineRows(await season.paths.one(game), gameId, filter, list.after);
    const { items: lines, end, rest } = list.take(rows, ({ book_id: _, ...row }) => row, { most });
    const books = new Set(lines.map((line) => line.book)).size;
    return {
      sentence: `${counted(lines.length, "run")} of captures of ${counted(books, "book")} before ${gameId}${end}`,
      found: { lines, ...rest },
    };
  },
});
