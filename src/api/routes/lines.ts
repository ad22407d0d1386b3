import { csvHeader } from "../../contract/csv.ts";
import { lines as declared } from "../../contract/endpoints/lines.ts";
import { lineColumns } from "../../contract/rows/lines.ts";
import { readGameInPath } from "../../query/game-in-path.ts";
import { type LineFilter, lineRows } from "../../query/line-rows.ts";
import { madePage } from "../../query/made-rows.ts";
import { refuseWithoutLines } from "../../query/reach.ts";
import { pageBody } from "../answer.ts";
import { type CursorQuestion, readCursor, writeCursor } from "../cursor.ts";
import { answering } from "../endpoint.ts";
import { formatOf } from "../format.ts";
import { gameEtag, gameFreshness } from "../freshness.ts";

export const linesRoute = answering(declared, (asked, { snapshot, shelf, accept, gameIdText }) => {
  const { limit, cursor } = asked;
  const format = formatOf(asked.format, accept);
  const filter: LineFilter = { bookIds: asked.book, market: asked.market, period: asked.period };
  const question: CursorQuestion = ["lines", { gameId: gameIdText.toUpperCase(), ...filter }];
  // A wrong cursor is told before a game that does not exist, as any other wrong parameter.
  const after = cursor === null ? null : readCursor(cursor, question);
  const { gameId, reach } = readGameInPath(gameIdText, snapshot);
  const page = [question, limit, cursor, format];
  const freshness = gameFreshness(snapshot, gameId, page);
  refuseWithoutLines(snapshot, reach);
  return {
    freshness,
    async make() {
      const { value: path, revision } = await shelf.path(snapshot, gameId);
      const rows = lineRows(path, gameId, filter, after);
      const { pieces, count, lastKey } = madePage(rows, lineColumns, { after, limit, format });
      const body = pageBody(format, {
        pieces,
        count,
        nextCursor: lastKey === null ? null : writeCursor(question, lastKey),
        csvHeader: csvHeader(lineColumns),
        fileName: `gradeline-lines-${gameId}.csv`,
      });
      // The row may be newer than the snapshot; the ETag is the row's.
      return { ...body, etag: gameEtag(snapshot, gameId, revision, page) };
    },
  };
});
