/** The lists of changes and of revisions: which copies are refused, and how a page is answered. */

import { type Column, csvHeader, csvRow } from "../contract/csv.ts";
import { WrongParameter } from "../contract/parameter.ts";
import { type CursorQuestion, writeCursor } from "../query/cursor.ts";
import type { Snapshot } from "../query/load.ts";
import type { PageKey } from "../query/pages.ts";
import { type Format, separators } from "../release/view/formats.ts";
import { type Answer, csvBody, listBody } from "./answer.ts";
import type { Context } from "./endpoint.ts";
import { ApiError } from "./errors.ts";
import { formatOf } from "./format.ts";
import { revisionFreshness } from "./freshness.ts";

/**
 * Refuses a copy of another archive: one that was brought back from a backup, or built anew, goes on from an earlier
 * revision, and its next revisions are not those of the same numbers that the copy has.
 */
export function refuseOtherArchive({ archiveId }: Snapshot, asked: string | null): void {
  if (asked === null || asked === archiveId) return;
  const why =
    "the archive was restored from a backup or built anew, and its revisions are others than those of your copy";
  throw new WrongParameter(
    "archive",
    `${why}: make your copy anew, and go on with meta.archive and meta.revision of today`,
  );
}

/** Refuses a revision that there is not; one that this server has not taken over yet is worth asking for again. */
export async function refuseRevisionToCome({ snapshot, shelf }: Context, since: number): Promise<void> {
  const { revision } = snapshot;
  if (since <= revision) return;
  if (since <= (await shelf.newestRevision())) throw new ApiError("unavailable");
  throw revisionToCome(since, revision);
}

function revisionToCome(since: number, newest: number): WrongParameter {
  const copy = "a copy of a later one is of another archive, and has to be made anew";
  return new WrongParameter(
    "since",
    `since must not be later than the newest revision, ${newest}, and is ${since}; ${copy}`,
  );
}

type RevisionRows<Row extends object> = {
  readonly question: CursorQuestion;
  readonly rows: readonly Row[];
  /** Null on the last page. */
  readonly nextKey: PageKey | null;
  readonly columns: readonly Column[];
  /** Without its ending. */
  readonly fileName: string;
};

type Asked = { readonly limit: number; readonly cursor: string | null; readonly format: Format | null };

export function answerRevisionRows<Row extends object>(
  context: Context,
  { limit, cursor, format: askedFormat }: Asked,
  { question, rows, nextKey, columns, fileName }: RevisionRows<Row>,
): Answer {
  const { snapshot, accept, revisionMeta } = context;
  const format = formatOf(askedFormat, accept);
  return {
    freshness: revisionFreshness(context, [question, limit, cursor], format),
    make() {
      const nextCursor = nextKey === null ? null : writeCursor(question, nextKey);
      const texts = rows.map((row) => (format === "json" ? JSON.stringify(row) : csvRow(columns, row)));
      const pieces = texts.length === 0 ? [] : [Buffer.from(texts.join(separators[format]))];
      const { archiveId: archive } = snapshot;
      if (format === "json") return listBody(pieces, rows.length, nextCursor, { ...revisionMeta, archive });
      return csvBody({
        header: csvHeader(columns),
        pieces,
        nextCursor,
        fileName: `${fileName}.csv`,
        headers: ["x-archive", archive],
      });
    },
  };
}
