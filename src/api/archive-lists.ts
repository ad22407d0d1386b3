/** The lists of what the archive itself has: its revisions, what they changed, and the files of whole seasons. */
import type { Format } from "../contract/csv.ts";
import { changes, revisions } from "../contract/lists/changes.ts";
import { files } from "../contract/lists/files.ts";
import { WrongParameter } from "../contract/parameter.ts";
import type { SeasonKey } from "../domain/seasons.ts";
import { sports } from "../domain/sports.ts";
import { changeRows, revisionRows } from "../query/changes.ts";
import { type Snapshot, servedSeasons } from "../query/load.ts";
import { type CursorQuestion, listedPage, type PageKey } from "../query/pages.ts";
import { readRevision } from "../release/manifest.ts";
import { type OfferedFile, placeOfFile } from "../release/offered-files.ts";
import { ApiError } from "./errors.ts";
import { answering, type Context, freshnessOf, listAnswer, pageStart } from "./list.ts";
import { filesNotOffered } from "./signed-links.ts";

export const changesAnswered = answering(changes, async (asked, context) => {
  const { snapshot, shelf } = context;
  const { since, sport, limit } = asked;
  refuseOtherArchive(snapshot, asked.archive);
  await refuseRevisionToCome(context, since);
  const question = ["changes", { since, sport, archive: snapshot.archiveId }] as const;
  const after = pageStart(question, asked)?.startMs ?? null;
  // Read before the caller's ETag is looked at, since a copy that is too old must hear of it in any case.
  const page = await changeRows(shelf, snapshot, { since, sport, after, limit });
  if ("keptSince" in page) throw changesForgotten(since, page.keptSince);
  const { rows, last } = page;
  return listAnswer(context, asked, {
    ...listOfArchive(context, question, ["changes", ...(sport === null ? [] : [sport]), "since", since]),
    page: (wanted) => listedPage(rows, keyAt(last, rows.at(-1)?.game_id), context.columns, wanted),
  });
});

export const revisionsAnswered = answering(revisions, async (asked, context) => {
  const { snapshot, shelf } = context;
  const { since, limit } = asked;
  if (since !== null) await refuseRevisionToCome(context, since);
  const question = ["revisions", { since, archive: snapshot.archiveId }] as const;
  const after = pageStart(question, asked)?.startMs ?? since ?? 0;
  const { rows, last } = await revisionRows(shelf, snapshot, { after, limit });
  return listAnswer(context, asked, {
    ...listOfArchive(context, question, ["revisions", ...(since === null ? [] : ["since", since])]),
    page: (wanted) => listedPage(rows, keyAt(last), context.columns, wanted),
  });
});

export const filesAnswered = answering(files, async (asked, context) => {
  const { sport, season, data_set, file_format, limit } = asked;
  const { files: offered } = context.shelf;
  const question: CursorQuestion = ["files", { sport, season, data_set, file_format }];
  const after = pageStart(question, asked)?.startMs ?? -1;
  const isAsked = (one: SeasonKey) =>
    (sport === null || one.sport === sport) && (season === null || one.season === season);
  const listed = await offered.list();
  const not_made = offered.isOffered ? seasonsNotMade(context.snapshot, listed, isAsked) : [];
  if (not_made.length > 0) offered.miss();
  const left = listed.filter(
    (file) =>
      placeOfFile(file) > after &&
      isAsked(file) &&
      (data_set === null || file.data_set === data_set) &&
      (file_format === null || file.format === file_format),
  );
  const last = left.length > limit ? left[limit - 1] : undefined;
  const rows = left.slice(0, limit).map(({ path, rows, bytes, sha256, revision, columns_version, ...file }) => {
    const head = { path: `/v1/files/${path}`, data_set: file.data_set, sport: file.sport, season: file.season };
    return { ...head, format: file.format, rows, bytes, sha256, revision, columns_version };
  });
  const fileName = ["gradeline", "files", sport, season, data_set].filter((part) => part !== null).join("-");
  // The page itself is what the tag is made of.
  const digest = JSON.stringify([rows, last !== undefined, context.revisionMeta, not_made]);
  return listAnswer(context, asked, {
    question,
    fileName: () => `${fileName}.csv`,
    freshness: (page, format) => freshnessOf(context, ["list", digest, ...page, format]),
    page: (wanted) => listedPage(rows, keyAt(last === undefined ? null : placeOfFile(last)), context.columns, wanted),
    meta: { not_made },
    headers: () => (offered.isOffered ? [] : ["x-note", filesNotOffered]),
  });
});

/** The lists of changes have this in common: they name the archive that the revisions are of. */
function listOfArchive(context: Context, question: CursorQuestion, names: readonly (string | number)[]) {
  const { archiveId: archive, revision } = context.snapshot;
  return {
    question,
    fileName: () => `${["gradeline", ...names].join("-")}.csv`,
    freshness: (page: readonly unknown[], format: Format) => freshnessOf(context, [format, page, "revision", revision]),
    meta: { archive },
    headers: (format: Format) => (format === "csv" ? ["x-archive", archive] : []),
  };
}

/** A cursor names a game, and revisions and files have none. @param place of the last row; null: no row follows. */
function keyAt(place: number | null, gameId = "-"): PageKey | null {
  return place === null ? null : { startMs: place, withinGame: 0, gameId };
}

/**
 * Refuses a copy of another archive: one that was brought back from a backup, or built anew, goes on from an earlier
 * revision, and its next revisions are not those of the same numbers that the copy has.
 */
function refuseOtherArchive({ archiveId }: Snapshot, asked: string | null): void {
  if (asked === null || asked === archiveId) return;
  const why =
    "the archive was restored from a backup or built anew, and its revisions are others than those of your copy";
  const how = "make your copy anew, and go on with meta.archive and meta.revision of today";
  throw new WrongParameter("archive", `${why}: ${how}`);
}

/** Refuses a revision that there is not; one that this server has not taken over yet is worth asking for again. */
async function refuseRevisionToCome({ snapshot: { revision }, shelf }: Context, since: number): Promise<void> {
  if (since <= revision) return;
  const newest = await shelf.ask(({ kysely }) => readRevision(kysely));
  if (since <= (newest?.revision ?? 0)) throw new ApiError("unavailable");
  const must = `since must not be later than the newest revision, ${revision}, and is ${since}`;
  throw new WrongParameter("since", `${must}; a copy of a later one is of another archive, and has to be made anew`);
}

/** The error for a copy that is older than what is kept: changes that it needs are not known any more. */
function changesForgotten(since: number, keptSince: number): WrongParameter {
  const kept = `changes are kept from revision ${keptSince} on, and since=${since} is before that`;
  return new WrongParameter("since", `${kept}: make your copy anew, and go on with since=${keptSince} or later`);
}

/** Files of a season are replaced all at once. A node that lags behind may have a list that is ahead of its seasons. */
function seasonsNotMade(
  { sports: served }: Snapshot,
  listed: readonly OfferedFile[],
  isAsked: (season: SeasonKey) => boolean,
): string[] {
  const made = new Map(
    listed.flatMap(({ sport, season, data_set: dataSet, revision }) =>
      dataSet === "games" ? [[`${sport}/${season}`, revision] as const] : [],
    ),
  );
  return sports.flatMap((sport) =>
    servedSeasons(served[sport]).flatMap(({ season, revision }) =>
      isAsked({ sport, season }) && (made.get(`${sport}/${season}`) ?? -1) < revision ? [`${sport}/${season}`] : [],
    ),
  );
}
