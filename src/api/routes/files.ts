import { csvHeader, csvRow } from "../../contract/csv.ts";
import { files as declared } from "../../contract/endpoints/files.ts";
import { fileRowColumns } from "../../contract/file-rows.ts";
import { type CursorQuestion, readCursor, writeCursor } from "../../query/cursor.ts";
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

export const filesRoute = answering(declared, async (asked, context) => {
  const { sport, season, data_set, file_format, limit, cursor } = asked;
  const { files } = context.shelf;
  const format = formatOf(asked.format, context.accept);
  const question: CursorQuestion = ["files", { sport, season, data_set, file_format }];
  const after = cursor === null ? -1 : readCursor(cursor, question).startMs;
  const left = (await files.list()).filter(
    (file) =>
      placeOfFile(file) > after &&
      (sport === null || file.sport === sport) &&
      (season === null || file.season === season) &&
      (data_set === null || file.dataSet === data_set) &&
      (file_format === null || file.format === file_format),
  );
  const page = left.slice(0, limit);
  const last = left.length > limit ? page.at(-1) : undefined;
  const rows = page.map(rowOf);
  const texts = rows.map((row) => (format === "json" ? JSON.stringify(row) : csvRow(fileRowColumns, row)));
  // The page itself is what the tag is made of.
  const { revision } = context.snapshot;
  const digest = JSON.stringify([texts, last !== undefined, revision]);
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
        meta: context.revisionMeta,
        headers: files.isOffered ? [] : ["x-note", filesNotOffered],
        fileName: ["gradeline", "files", sport, season, data_set]
          .filter((part) => part !== null)
          .join("-")
          .concat(".csv"),
      }),
  };
});
