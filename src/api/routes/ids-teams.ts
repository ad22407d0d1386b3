import { csvHeader } from "../../contract/csv.ts";
import { teamIds as declared, teamIdsColumns } from "../../contract/lists/ids.ts";
import { type CursorQuestion, readCursor, writeCursor } from "../../query/cursor.ts";
import { teamIdLists, teamIdsPage } from "../../query/team-ids.ts";
import { pageBody } from "../answer.ts";
import { answering } from "../endpoint.ts";
import { formatOf } from "../format.ts";
import { listFreshness } from "../freshness.ts";

export const teamIdsRoute = answering(declared, ({ sport, limit, cursor, ...asked }, context) => {
  const format = formatOf(asked.format, context.accept);
  const question: CursorQuestion = ["ids/teams", { sport }];
  const after = cursor === null ? null : readCursor(cursor, question);
  return {
    freshness: listFreshness(context, teamIdLists[sport], limit, cursor, format),
    make() {
      const { pieces, count, lastKey } = teamIdsPage(sport, { after, limit, format });
      return pageBody(format, {
        pieces,
        count,
        meta: context.revisionMeta,
        nextCursor: lastKey === null ? null : writeCursor(question, lastKey),
        csvHeader: csvHeader(teamIdsColumns),
        fileName: `gradeline-ids-teams-${sport}.csv`,
      });
    },
  };
});
