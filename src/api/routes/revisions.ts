import { revisions as declared } from "../../contract/endpoints/revisions.ts";
import { type Revision, revisionColumns, revisionCsv } from "../../contract/rows/changes.ts";
import { answerRevisionRows, readOrRefuse, refuseRevisionToCome } from "../changed-rows.ts";
import { readCursor } from "../cursor.ts";
import { answering } from "../endpoint.ts";

export const revisions = answering(declared, async (asked, context) => {
  const { snapshot, shelf } = context;
  const { since, limit, cursor } = asked;
  if (since !== null) await refuseRevisionToCome(context, since);
  const name = "revisions";
  const question = [name, { since, archive: snapshot.archiveId }] as const;
  const after = cursor === null ? (since ?? 0) : readCursor(cursor, question).startMs;
  const page = await readOrRefuse(shelf.revisions(snapshot, { after, limit }));
  const rows = page.rows.map(({ revision, publishedAt, body }): Revision => {
    const { added, changed, removed, odds_rows, seasons } = body;
    const touched = seasons === null ? null : [...seasons];
    return { revision, published_at: publishedAt, added, changed, removed, odds_rows, seasons: touched };
  });
  // A cursor names a game, and revisions have none.
  const nextKey = page.lastRevision === null ? null : { startMs: page.lastRevision, withinGame: 0, gameId: "-" };
  return answerRevisionRows(context, asked, {
    question,
    rows,
    nextKey,
    columns: revisionColumns,
    csvOf: revisionCsv,
    fileName: ["gradeline", name, ...(since === null ? [] : ["since", since])].join("-"),
  });
});
