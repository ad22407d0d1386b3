/** How every list is answered: a page of rows, as JSON or CSV, or 304 for a caller who has the page already. */
import { hash } from "node:crypto";
import { type Column, csvFileName, csvHeader, type Format } from "../contract/csv.ts";
import type { Endpoint as Declared } from "../contract/endpoint.ts";
import type { Parameters, ValuesOf } from "../contract/parameter.ts";
import { sportBounds } from "../domain/bounds.ts";
import { sportFacts } from "../domain/sports.ts";
import type { Snapshot } from "../query/load.ts";
import {
  type AskedList,
  type CursorQuestion,
  cursorVersion,
  type GameFilter,
  type GameList,
  type MetaValue,
  type Page,
  type PageKey,
  type PageRequest,
  pageOf,
  readCursor,
  writeCursor,
} from "../query/pages.ts";
import { type Reach, refuseDamaged, seasonsInReach, seasonsOf } from "../query/reach.ts";
import type { Shelf } from "../query/shelf.ts";
import {
  type Answer,
  type AnsweredEndpoint,
  csvBody,
  type Freshness,
  formatOf,
  listBody,
  type Question,
} from "./answer.ts";

export type Context = Omit<Question, "query"> & {
  /** The shelf as of the revision that the request began with. */
  readonly snapshot: Snapshot;
  readonly shelf: Shelf;
  /** The version of the text of the endpoint's rows. */
  readonly shape: number;
  /** Of the endpoint's rows as CSV. */
  readonly columns: readonly Column[];
  /** What `meta` says of the revision: lists that the first specification fixes say nothing. */
  readonly revisionMeta: { readonly revision?: number };
};

/** An endpoint of the contract with what answers it. */
export function answering<Path extends string, Asked extends Parameters>(
  { path, isKept, read, shape, columns, answer: schema }: Declared<Path, Asked>,
  answer: (asked: ValuesOf<Asked>, context: Context) => Answer | Promise<Answer>,
): AnsweredEndpoint<Path> {
  const isToldRevision = Object.hasOwn(schema?.properties?.meta?.properties ?? {}, "revision");
  return {
    path,
    isKept,
    isOfFile: false,
    answer(shelf, { query, accept, inPath }) {
      const snapshot = shelf.current;
      const revisionMeta = isToldRevision ? { revision: snapshot.revision } : {};
      return answer(read(query), { snapshot, shelf, shape, columns, accept, inPath, revisionMeta });
    },
  };
}

/** The same of an endpoint that answers with the rows of a list of games, made in the thread that answers. */
export function listing<Path extends string, Asked extends Parameters, Filter extends GameFilter>(
  declared: Declared<Path, Asked>,
  list: AskedList<ValuesOf<Asked>, Filter>,
): AnsweredEndpoint<Path> {
  return answering(declared, (asked, context) =>
    gameListAnswer(context, asked as unknown as AskedRows, list, list.filterOf(asked)),
  );
}

type AskedPage = { readonly limit: number; readonly cursor: string | null; readonly format: Format | null };

type List = {
  /** The list and all its filters, normalised: they are part of the cursor. */
  readonly question: CursorQuestion;
  /** Names the file that a page as CSV is saved as. */
  readonly fileName: () => string;
  /** @param asked what of the request has a part in the answer, for the ETag. */
  readonly freshness: (asked: readonly unknown[], format: Format) => Freshness;
  /** @param owner in whose turn it is computed, see `Computing`. */
  readonly page: (wanted: PageRequest, owner: string) => Page | Promise<Page>;
  /** The list says this in `meta`, beside what all lists say there. */
  readonly meta?: Readonly<Record<string, MetaValue>>;
  /** Headers of this answer alone: names and values in turns. */
  readonly headers?: (format: Format) => readonly string[];
};

/** Where the page begins. @throws WrongParameter for a cursor of another question. */
export function pageStart(question: CursorQuestion, { cursor }: Pick<AskedPage, "cursor">): PageKey | null {
  return cursor === null ? null : readCursor(cursor, question);
}

export function listAnswer(context: Context, asked: AskedPage, list: List): Answer {
  const { question, fileName, meta = {}, headers: headersOf = () => [] } = list;
  const { limit, cursor } = asked;
  const format = formatOf(asked.format, context.accept);
  const after = pageStart(question, asked);
  return {
    // A caller who has an answer with a cursor of another version gets it anew.
    freshness: list.freshness([cursorVersion, question, limit, cursor], format),
    async make(owner) {
      const { rows, count, lastKey, meta: ofPage } = await list.page({ after, limit, format }, owner);
      const nextCursor = lastKey === null ? null : writeCursor(question, lastKey);
      const headers = headersOf(format);
      if (format === "json") {
        return listBody(rows, count, nextCursor, { ...context.revisionMeta, ...meta, ...ofPage }, headers);
      }
      return csvBody(rows, count, {
        nextCursor,
        headers,
        csvHeader: csvHeader(context.columns),
        fileName: fileName(),
      });
    },
  };
}

type AskedRows = Reach &
  AskedPage & { readonly team: string | null } & Partial<
    Readonly<Record<"week" | "week_min" | "week_max", number | null>>
  >;

type RowsOfGames = Pick<List, "page" | "meta"> & {
  /** As it stands in the path, for the cursor and the name of a file. */
  readonly name: string;
  /** All filters, normalised. */
  readonly filter: Readonly<Record<string, unknown>>;
};

/** Answers with rows of a list of one sport, made in the thread that answers where `page` says nothing else. */
export function gameListAnswer<Filter extends GameFilter>(
  context: Context,
  asked: AskedRows,
  list: GameList<Filter>,
  filter: Filter,
  more: Partial<RowsOfGames> = {},
): Answer {
  const { spans } = context.snapshot.sports[asked.sport];
  const page = (wanted: PageRequest) => pageOf(list, spans, filter, wanted);
  return rowsAnswer(context, asked, { name: list.name, filter, page, ...more });
}

/** Answers with rows about the games of one sport. */
export function rowsAnswer(context: Context, asked: AskedRows, { name, filter, ...list }: RowsOfGames): Answer {
  const note = whyNothingMatches(asked);
  return listAnswer(context, asked, {
    ...list,
    question: [name, { sport: asked.sport, ...filter }],
    fileName: () => csvFileName(name, asked),
    freshness: (question, format) => reachFreshness(context, [asked], question, format),
    headers: () => (note === null ? [] : ["x-note", note]),
  });
}

/**
 * Why a list can have no row, whatever is published: such a request is no error [D-5, D-26], and its caller wonders all the same.
 * @returns a sentence for the header X-Note; null when games could match.
 */
function whyNothingMatches(asked: AskedRows): string | null {
  const { sport, season, week = null, week_min: weekMin = null, week_max: weekMax = null } = asked;
  const { firstSeason } = sportFacts[sport];
  if (season !== null && season < firstSeason)
    return `Seasons of ${sport} begin with ${firstSeason}, so none is ${season}.`;
  const { weeks } = sportBounds[sport];
  const [first, last] = [week ?? weekMin, week ?? weekMax];
  if (first === null && last === null) return null;
  if (weeks === null) return `Games of ${sport} have no week; use from and to.`;
  if ((first ?? 1) <= weeks && (last ?? weeks) >= 1) return null;
  return `Weeks of ${sport} are 1 to ${weeks}, so no game is of week ${week ?? first ?? last}.`;
}

/**
 * The freshness of an answer. It follows from what the request can match and not from the page, so an answer of 304 touches no row, and a
 * season that did not change keeps its ETags. Every tag follows from the archive, and from the version of the text of the endpoint's
 * rows; it is weak, because the request id in `meta` is another in every answer.
 * @param parts what else the answer follows from.
 */
export function freshnessOf(
  { snapshot, shape }: Pick<Context, "snapshot" | "shape">,
  parts: readonly unknown[],
  isSettled = false,
): Freshness {
  const text = JSON.stringify([shape, snapshot.archiveId, snapshot.isSample, ...parts]);
  return { etag: `W/"${hash("sha256", text, "base64url").slice(0, 22)}"`, isSettled };
}

/**
 * @param reaches what the request can match of each sport that it asks for.
 * @param question the endpoint, its normalised filters, limit and cursor.
 * @throws BeingMended when a season that the request can match is refused.
 */
export function reachFreshness(
  context: Context,
  reaches: readonly Reach[],
  question: unknown,
  format: Format,
): Freshness {
  const { snapshot } = context;
  let isSettled = true;
  const revisions = reaches.map((reach) => {
    refuseDamaged(snapshot, reach);
    const matched = seasonsOf(snapshot, reach);
    // A season that is not there yet can come into being, so the newest one in reach must be one that we have. A season that closes a gap
    // below is not waited for: history is loaded before it is served.
    const newest = snapshot.sports[reach.sport].seasons.at(-1)?.season ?? Number.NEGATIVE_INFINITY;
    const isPublished = matched.length > 0 && matched.every(({ row }) => row.status === "published");
    isSettled &&= isPublished && seasonsInReach(reach).last <= newest;
    return matched.map(({ season, revision }) => `${season}:${revision}`).join(" ") || "none";
  });
  return freshnessOf(context, [format, question, revisions.join(";")], isSettled);
}
