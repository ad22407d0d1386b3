import { csvHeader, csvRow } from "../../contract/csv.ts";
import { files as declared, fileRowColumns } from "../../contract/lists/files.ts";
import type { SeasonKey } from "../../domain/seasons.ts";
import { sports } from "../../domain/sports.ts";
import { type CursorQuestion, readCursor, writeCursor } from "../../query/cursor.ts";
import type { Snapshot } from "../../query/load.ts";
import { type OfferedFile, placeOfFile } from "../../release/offered-files.ts";
import { separators } from "../../release/view/formats.ts";
import { pageBody } from "../answer.ts";
import { answering } from "../endpoint.ts";
import { filesNotOffered } from "../files/file-in-path.ts";
import { formatOf } from "../format.ts";
import { listFreshness } from "../freshness.ts";

function rowOf({ path, dataSet, sport, season, format, rows, bytes, sha256, revision, columnsVersion }: OfferedFile) {
  const head = { path: `/v1/files/${path}`, data_set: dataSet, sport, season, format };
  return { ...head, rows, bytes, sha256, revision, columns_version: columnsVersion };
}

/** Files of a season are replaced all at once. A node that lags behind may have a list that is ahead of its seasons. */
function seasonsNotMade(
  { sports: served }: Snapshot,
  listed: readonly OfferedFile[],
  isAsked: (season: SeasonKey) => boolean,
): string[] {
  const made = new Map(
    listed.map(({ sport, season, dataSet, revision }) => [`${sport} ${season} ${dataSet}`, revision]),
  );
  return sports.flatMap((sport) =>
    served[sport].seasons
      .filter(({ season }) => isAsked({ sport, season }))
      .filter(({ season, revision }) => (made.get(`${sport} ${season} games`) ?? -1) < revision)
      .map(({ season }) => `${sport}/${season}`),
  );
}

export const filesRoute = answering(declared, async (asked, context) => {
  const { sport, season, data_set, file_format, limit, cursor } = asked;
  const { files } = context.shelf;
  const format = formatOf(asked.format, context.accept);
  const question: CursorQuestion = ["files", { sport, season, data_set, file_format }];
  const after = cursor === null ? -1 : readCursor(cursor, question).startMs;
  const isAsked = (one: SeasonKey) =>
    (sport === null || one.sport === sport) && (season === null || one.season === season);
  const listed = await files.list();
  const not_made = files.isOffered ? seasonsNotMade(context.snapshot, listed, isAsked) : [];
  if (not_made.length > 0) files.miss();
  const left = listed.filter(
    (file) =>
      placeOfFile(file) > after &&
      isAsked(file) &&
      (data_set === null || file.dataSet === data_set) &&
      (file_format === null || file.format === file_format),
  );
  const page = left.slice(0, limit);
  const last = left.length > limit ? page.at(-1) : undefined;
  const rows = page.map(rowOf);
  const texts = rows.map((row) => (format === "json" ? JSON.stringify(row) : csvRow(fileRowColumns, row)));
  // The page itself is what the tag is made of.
  const meta = { ...context.revisionMeta, not_made };
  const digest = JSON.stringify([texts, last !== undefined, meta]);
  return {
    freshness: listFreshness(context, { digest }, question, limit, cursor, format),
    make: () =>
      pageBody(format, {
        pieces: texts.length === 0 ? [] : [Buffer.from(texts.join(separators[format]))],
        count: rows.length,
        // A cursor names a game, and files have none.
        nextCursor:
          last === undefined ? null : writeCursor(question, { startMs: placeOfFile(last), withinGame: 0, gameId: "-" }),
        csvHeader: csvHeader(fileRowColumns),
        meta,
        headers: files.isOffered ? [] : ["x-note", filesNotOffered],
        fileName: ["gradeline", "files", sport, season, data_set]
          .filter((part) => part !== null)
          .join("-")
          .concat(".csv"),
      }),
  };
});
