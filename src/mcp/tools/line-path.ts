/** `line_path`: how the lines of a game moved, from the first capture to the last one before the start. */
import { bookOrAll } from "../../contract/filters/books.ts";
import { gameIdInPath } from "../../contract/filters/games.ts";
import { linePeriod, market } from "../../contract/filters/markets.ts";
import { paging } from "../../contract/filters/pages.ts";
import { parameterReader } from "../../contract/parameter.ts";
import { lineRows } from "../../query/lines.ts";
import { readGameInPath } from "../../query/reach.ts";
import { aText, aWhole, counted, goesOn, items, itemsThatFit, more, queryOf, readOn, type Tool } from "../tool.ts";

const read = parameterReader({
  game_id: gameIdInPath,
  book: bookOrAll,
  market,
  period: linePeriod,
  limit: paging.limit,
  cursor: paging.cursor,
});

export const linePath: Tool = {
  name: "line_path",
  description: "How a game's lines moved before the start. Name book, market and period to keep it short.",
  input: {
    properties: { game_id: aText, book: aText, market: aText, period: aText, limit: aWhole, cursor: aText },
    required: ["game_id"],
  },
  found: { lines: items("rows of /v1/games/{game_id}/lines"), ...more },
  async answer({ given, snapshot }) {
    const { game_id: asked, book: bookIds, market: wanted, period, limit: most, cursor } = read(queryOf(given));
    const filter = { bookIds, market: wanted, period };
    const { season, game, gameId } = readGameInPath(asked, snapshot);
    const { after, rest } = readOn(["line_path", { gameId, ...filter }], cursor);
    const path = await season.paths.one(game);
    const { items: lines, lastKey } = itemsThatFit(
      lineRows(path, gameId, filter, after),
      ({ book_id: _, ...row }) => row,
      { most },
    );
    const books = new Set(lines.map((line) => line.book)).size;
    return {
      sentence: `${counted(lines.length, "run")} of captures of ${counted(books, "book")} before ${gameId}${goesOn(lastKey !== null)}`,
      found: { lines, ...rest(lastKey) },
    };
  },
};
