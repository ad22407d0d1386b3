import { csvHeader, lineColumns } from "../../archive/csv.ts";
import { type LineFilter, lineRows } from "../../shelf/line-rows.ts";
import { madePage } from "../../shelf/made-rows.ts";
import { unlessKnown } from "../conditional.ts";
import { type Question, readCursor, writeCursor } from "../cursor.ts";
import { endpoint } from "../endpoint.ts";
import { sendCsv, sendList } from "../envelopes.ts";
import { beingMended } from "../errors.ts";
import { formatOf } from "../format.ts";
import { gameEtag, gameFreshness } from "../freshness.ts";
import { gameIdText, gameNotFound, readGameInPath } from "../game-in-path.ts";
import * as take from "../parameters.ts";
import { linePeriod } from "../period-parameters.ts";
import { refuseWithoutLines } from "../reach.ts";

const parameters = {
  book: take.book,
  market: take.market,
  period: linePeriod,
  limit: take.limit,
  cursor: take.cursor,
  format: take.format,
};

export const lines = endpoint(parameters, async (asked, { snapshot, shelf, request, reply }) => {
  const { limit, cursor } = asked;
  const format = formatOf(asked.format, request.headers.accept);
  const filter: LineFilter = { bookIds: asked.book, market: asked.market, period: asked.period };
  const question: Question = ["lines", { gameId: gameIdText(request).toUpperCase(), ...filter }];
  // A wrong cursor is told before a game that does not exist, as any other wrong parameter.
  const after = cursor === null ? null : readCursor(cursor, question);
  const { gameId, reach } = readGameInPath(request, snapshot);
  const page = [question, limit, cursor, format];
  const freshness = gameFreshness(snapshot, gameId, page);
  if (freshness === null) throw gameNotFound();
  refuseWithoutLines(snapshot, reach);
  return unlessKnown(reply, freshness, async () => {
    const found = await shelf.path(snapshot, gameId);
    if (found === null) throw gameNotFound();
    if (found.value.path === null) throw beingMended("the lines of this game");
    // The row may be newer than the snapshot; the ETag is the row's.
    reply.header("etag", gameEtag(snapshot, gameId, found.revision, page));
    const rows = lineRows(found.value.path, gameId, filter, after);
    const { pieces, count, lastKey } = madePage(rows, lineColumns, { after, limit, format });
    const nextCursor = lastKey === null ? null : writeCursor(question, lastKey);
    if (format === "json") return sendList(reply, pieces, count, nextCursor);
    const fileName = `gradeline-lines-${gameId}.csv`;
    return sendCsv(reply, { header: csvHeader(lineColumns), pieces, nextCursor, fileName });
  });
});
