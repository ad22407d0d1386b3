import { csvHeader } from "../../archive/csv.ts";
import { teamIdsColumns } from "../../archive/shapes-ids.ts";
import { teamIdLists, teamIdsPage } from "../../shelf/team-ids.ts";
import { pageBody } from "../answer.ts";
import { type CursorQuestion, readCursor, writeCursor } from "../cursor.ts";
import { endpoint } from "../endpoint.ts";
import { formatOf } from "../format.ts";
import { listFreshness } from "../freshness.ts";
import * as take from "../parameters.ts";

const parameters = { sport: take.sport, limit: take.limit, cursor: take.cursor, format: take.format };

export const teamIds = endpoint(parameters, ({ sport, limit, cursor, ...asked }, { snapshot, accept }) => {
  const format = formatOf(asked.format, accept);
  const question: CursorQuestion = ["ids/teams", { sport }];
  const after = cursor === null ? null : readCursor(cursor, question);
  return {
    freshness: listFreshness(snapshot, teamIdLists[sport], limit, cursor, format),
    make() {
      const { pieces, count, lastKey } = teamIdsPage(sport, { after, limit, format });
      return pageBody(format, {
        ...{ pieces, count },
        nextCursor: lastKey === null ? null : writeCursor(question, lastKey),
        csvHeader: csvHeader(teamIdsColumns),
        fileName: `gradeline-ids-teams-${sport}.csv`,
      });
    },
  };
});
