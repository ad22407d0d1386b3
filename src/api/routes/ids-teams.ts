import { csvHeader } from "../../archive/csv.ts";
import { teamIdsColumns } from "../../archive/shapes-ids.ts";
import { teamIdLists, teamIdsPage } from "../../shelf/team-ids.ts";
import { unlessKnown } from "../conditional.ts";
import { type Question, readCursor, writeCursor } from "../cursor.ts";
import { endpoint } from "../endpoint.ts";
import { sendCsv, sendList } from "../envelopes.ts";
import { formatOf } from "../format.ts";
import { listFreshness } from "../freshness.ts";
import * as take from "../parameters.ts";

const parameters = { sport: take.sport, limit: take.limit, cursor: take.cursor, format: take.format };

export const teamIds = endpoint(parameters, ({ sport, limit, cursor, ...asked }, { snapshot, request, reply }) => {
  const format = formatOf(asked.format, request.headers.accept);
  const question: Question = ["ids/teams", { sport }];
  const after = cursor === null ? null : readCursor(cursor, question);
  return unlessKnown(reply, listFreshness(snapshot, teamIdLists[sport], limit, cursor, format), () => {
    const { pieces, count, lastKey } = teamIdsPage(sport, { after, limit, format });
    const nextCursor = lastKey === null ? null : writeCursor(question, lastKey);
    if (format === "json") return sendList(reply, pieces, count, nextCursor);
    const fileName = `gradeline-ids-teams-${sport}.csv`;
    return sendCsv(reply, { header: csvHeader(teamIdsColumns), pieces, nextCursor, fileName });
  });
});
