import { changeColumns, changes as declared } from "../../contract/lists/changes.ts";
import { WrongParameter } from "../../contract/parameter.ts";
import { readCursor } from "../../query/cursor.ts";
import { changeRows } from "../../query/questions/revisions.ts";
import { answerRevisionRows, refuseOtherArchive, refuseRevisionToCome } from "../changed-rows.ts";
import { answering } from "../endpoint.ts";

/** The error for a copy that is older than what is kept: changes that it needs are not known any more. */
function changesForgotten(since: number, keptSince: number): WrongParameter {
  const kept = `changes are kept from revision ${keptSince} on, and since=${since} is before that`;
  return new WrongParameter("since", `${kept}: make your copy anew, and go on with since=${keptSince} or later`);
}

export const changesRoute = answering(declared, async (asked, context) => {
  const { snapshot, shelf } = context;
  const { since, sport, limit, cursor } = asked;
  refuseOtherArchive(snapshot, asked.archive);
  await refuseRevisionToCome(context, since);
  const name = "changes";
  const question = [name, { since, sport, archive: snapshot.archiveId }] as const;
  const after = cursor === null ? null : readCursor(cursor, question).startMs;
  // Read before the caller's ETag is looked at, since a copy that is too old must hear of it in any case.
  const page = await changeRows(shelf, snapshot, { since, sport, after, limit });
  if ("keptSince" in page) throw changesForgotten(since, page.keptSince);
  const { rows, lastNumber } = page;
  return answerRevisionRows(context, asked, {
    question,
    rows,
    nextKey: lastNumber === null ? null : { startMs: lastNumber, withinGame: 0, gameId: rows.at(-1)?.game_id ?? "" },
    columns: changeColumns,
    fileName: ["gradeline", name, ...(sport === null ? [] : [sport]), "since", since].join("-"),
  });
});
