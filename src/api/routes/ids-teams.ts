import { csvHeader } from "../../archive/csv.ts";
import { teamIdsColumns } from "../../archive/shapes-ids.ts";
import { teamIdLists } from "../../shelf/team-ids.ts";
import { unlessKnown } from "../conditional.ts";
import { endpoint } from "../endpoint.ts";
import { sendCsv, sendList } from "../envelopes.ts";
import { formatOf } from "../format.ts";
import { listFreshness } from "../freshness.ts";
import { format, sport } from "../parameters.ts";

/** All teams of the sport at once, as `/v1/teams` lists them: a table to join by is of no use in parts. */
export const teamIds = endpoint({ sport, format }, (asked, { snapshot, request, reply }) => {
  const wanted = formatOf(asked.format, request.headers.accept);
  const list = teamIdLists[asked.sport][wanted];
  return unlessKnown(reply, listFreshness(snapshot, list), () => {
    if (wanted === "json") return sendList(reply, [list.text], list.count, null);
    const fileName = `gradeline-ids-teams-${asked.sport}.csv`;
    return sendCsv(reply, { header: csvHeader(teamIdsColumns), pieces: [list.text], nextCursor: null, fileName });
  });
});
