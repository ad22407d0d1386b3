import type { ChangeRow } from "../../archive/change-log.ts";
import type { ChangeBody } from "../../archive/changes.ts";
import { changes as declared } from "../../contract/endpoints/changes.ts";
import { WrongParameter } from "../../contract/parameter.ts";
import { type Change, changeColumns, changeCsv } from "../../contract/rows/changes.ts";
import type { Sport } from "../../domain/sports.ts";
import { answerRevisionRows, readOrRefuse, refuseOtherArchive, refuseRevisionToCome } from "../changed-rows.ts";
import { readCursor } from "../cursor.ts";
import { answering } from "../endpoint.ts";

/** The error for a copy that is older than what is kept: changes that it needs are not known any more. */
function changesForgotten(since: number, keptSince: number): WrongParameter {
  const kept = `changes are kept from revision ${keptSince} on, and since=${since} is before that`;
  return new WrongParameter("since", `${kept}: make your copy anew, and go on with since=${keptSince} or later`);
}

export const changes = answering(declared, async (asked, context) => {
  const { snapshot, shelf } = context;
  const { since, sport, limit, cursor } = asked;
  refuseOtherArchive(snapshot, asked.archive);
  await refuseRevisionToCome(context, since);
  const name = "changes";
  const question = [name, { since, sport, archive: snapshot.archiveId }] as const;
  const after = cursor === null ? null : readCursor(cursor, question).startMs;
  // Read before the caller's ETag is looked at, since a copy that is too old must hear of it in any case.
  const page = await readOrRefuse(shelf.changes(snapshot, { since, sport, after, limit }));
  if (page.kind === "too old") throw changesForgotten(since, page.keptSince);
  const rows = page.rows.map(changeOf);
  const nextKey =
    page.lastNumber === null
      ? null
      : { startMs: page.lastNumber, withinGame: 0, gameId: page.rows.at(-1)?.game_id ?? "" };
  return answerRevisionRows(context, asked, {
    question,
    rows,
    nextKey,
    columns: changeColumns,
    csvOf: changeCsv,
    fileName: ["gradeline", name, ...(sport === null ? [] : [sport]), "since", since].join("-"),
  });
});

/** A change as callers see it: its providers are the operator's business. */
function changeOf({ revision, published_at, sport, season, game_id, change, body }: ChangeRow): Change {
  const { fields, others } = JSON.parse(body) as ChangeBody;
  const more = others.reduce((sum, { count }) => sum + count, 0);
  return { revision, published_at, sport: sport as Sport, season, game_id, change, fields: [...fields], more };
}
