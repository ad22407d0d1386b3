import { csvHeader } from "../../contract/csv.ts";
import { lines as declared, lineColumns } from "../../contract/lists/lines.ts";
import { type CursorQuestion, readCursor, writeCursor } from "../../query/cursor.ts";
import { readGameInPath } from "../../query/game-in-path.ts";
import { firstMovesOf } from "../../query/lines/first-moves.ts";
import { type LineFilter, linesPage } from "../../query/lines/page.ts";
import { pageBody } from "../answer.ts";
import { answering } from "../endpoint.ts";
import { formatOf } from "../format.ts";
import { gameFreshness } from "../freshness.ts";

export const linesRoute = answering(declared, (asked, context) => {
  const { snapshot, shelf, accept, inPath } = context;
  const { game_id: gameIdText = "" } = inPath;
  const { limit, cursor } = asked;
  const format = formatOf(asked.format, accept);
  const filter: LineFilter = { bookIds: asked.book, market: asked.market, period: asked.period };
  const question: CursorQuestion = ["lines", { gameId: gameIdText.toUpperCase(), ...filter }];
  // A wrong cursor is told before a game that does not exist, as any other wrong parameter.
  const after = cursor === null ? null : readCursor(cursor, question);
  const { gameId } = readGameInPath(gameIdText, snapshot);
  const page = [question, limit, cursor, format];
  const freshness = gameFreshness(context, gameId, page);
  return {
    freshness,
    make() {
      const path = shelf.path(snapshot, gameId);
      const { pieces, count, lastKey } = linesPage(path, gameId, filter, { after, limit, format });
      return pageBody(format, {
        pieces,
        count,
        meta: format === "json" ? { ...context.revisionMeta, first_moves: firstMovesOf(path, filter) } : {},
        nextCursor: lastKey === null ? null : writeCursor(question, lastKey),
        csvHeader: csvHeader(lineColumns),
        fileName: `gradeline-lines-${gameId}.csv`,
      });
    },
  };
});
