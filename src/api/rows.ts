/** Lists of rows of games answer with a page of rows, as JSON or CSV, or with 304 when the caller has the page already. */

import { type Column, csvFileName, csvHeader, type NamesOfCsv } from "../contract/csv.ts";
import { type CursorQuestion, readCursor, writeCursor } from "../query/cursor.ts";
import type { Page, PageRequest } from "../query/pages.ts";
import { type Reach, refuseDamaged } from "../query/reach.ts";
import type { Format } from "../release/view/formats.ts";
import { type Answer, pageBody } from "./answer.ts";
import type { Context } from "./endpoint.ts";
import { formatOf } from "./format.ts";
import { pageFreshness } from "./freshness.ts";
import { whyNothingMatches } from "./hints/empty-lists.ts";

/** The parameters of every list that has pages. */
type AskedPage = {
  /** Why no row can match, for the header X-Note; null: rows may. */
  readonly note?: string | null;
  readonly limit: number;
  readonly cursor: string | null;
  readonly format: Format | null;
};

/** The parameters that lists of rows of games have. */
export type AskedRows = Reach & AskedPage & { readonly team: string | null; readonly week?: number | null };

export type RowSource = {
  /** As it stands in the path, for the cursor and the name of a file. */
  readonly name: string;
  readonly columns: readonly Column[];
  /** The list says this in `meta`, beside what all lists say there. */
  readonly meta?: Readonly<Record<string, string | number | null>>;
};

/** Answers with rows of the games of one sport. */
export function answerRows(
  context: Context,
  source: RowSource,
  asked: AskedRows,
  filter: Readonly<Record<string, unknown>>,
  page: (wanted: PageRequest, owner: string) => Page | Promise<Page>,
): Answer {
  const paged = { ...asked, note: whyNothingMatches(asked) };
  return answerRowsOf(context, source, [asked], paged, { sport: asked.sport, ...filter }, page);
}

/**
 * Answers with rows of any number of sports.
 * @param reaches what the request can match of each sport.
 * @param filters all filters, normalised: they are part of the cursor and of the ETag.
 */
export function answerRowsOf(
  context: Context,
  { name, columns, meta = {} }: RowSource,
  reaches: readonly Reach[],
  asked: AskedPage & NamesOfCsv,
  filters: Readonly<Record<string, unknown>>,
  page: (wanted: PageRequest, owner: string) => Page | Promise<Page>,
): Answer {
  const { snapshot, accept, revisionMeta } = context;
  const { limit, cursor, note = null } = asked;
  const format = formatOf(asked.format, accept);
  const question: CursorQuestion = [name, filters];
  const after = cursor === null ? null : readCursor(cursor, question);
  for (const reach of reaches) refuseDamaged(snapshot, reach);
  return {
    freshness: pageFreshness(context, reaches, [question, limit, cursor], format),
    async make(owner) {
      const { pieces, count, lastKey, meta: ofPage } = await page({ after, limit, format }, owner);
      const nextCursor = lastKey === null ? null : writeCursor(question, lastKey);
      return pageBody(format, {
        pieces,
        count,
        nextCursor,
        meta: { ...revisionMeta, ...meta, ...ofPage },
        csvHeader: csvHeader(columns),
        headers: note === null ? [] : ["x-note", note],
        fileName: csvFileName(name, asked),
      });
    },
  };
}
