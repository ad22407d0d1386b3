import { revisions as declared, revisionColumns } from "../../contract/lists/changes.ts";
import { readCursor } from "../../query/cursor.ts";
import { revisionRows } from "../../query/questions/revisions.ts";
import { answerRevisionRows, refuseRevisionToCome } from "../changed-rows.ts";
import { answering } from "../endpoint.ts";

export const revisionsRoute = answering(declared, async (asked, context) => {
  const { snapshot, shelf } = context;
  const { since, limit, cursor } = asked;
  if (since !== null) await refuseRevisionToCome(context, since);
  const name = "revisions";
  const question = [name, { since, archive: snapshot.archiveId }] as const;
  const after = cursor === null ? (since ?? 0) : readCursor(cursor, question).startMs;
  const { rows, lastRevision } = await revisionRows(shelf, snapshot, { after, limit });
  return answerRevisionRows(context, asked, {
    question,
    rows,
    // A cursor names a game, and revisions have none.
    nextKey: lastRevision === null ? null : { startMs: lastRevision, withinGame: 0, gameId: "-" },
    columns: revisionColumns,
    fileName: ["gradeline", name, ...(since === null ? [] : ["since", since])].join("-"),
  });
});
