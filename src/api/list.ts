/** How every list is answered: a page of rows, as JSON or CSV, or 304 for a caller who has the page already. */
import { type Column, csvFileName, csvHeader, type Format } from "../contract/csv.ts";
import type { Endpoint as Declared } from "../contract/endpoint.ts";
import { saysRevision } from "../contract/envelopes.ts";
import type { Parameters, ValuesOf } from "../contract/parameter.ts";
import { sportBounds } from "../domain/bounds.ts";
import { type Sport, sportFacts } from "../domain/sports.ts";
import { type CursorQuestion, readCursor, writeCursor } from "../query/cursor.ts";
import type { Snapshot } from "../query/load.ts";
import {
  type GameFilter,
  type GameList,
  type MetaValue,
  type Page,
  type PageKey,
  type PageRequest,
  pageOf,
} from "../query/pages.ts";
import { type Reach, refuseDamaged } from "../query/reach.ts";
import type { Shelf } from "../query/shelf.ts";
import { type Answer, type Freshness, formatOf, pageBody, pageFreshness } from "./answer.ts";

export type PathTexts = Readonly<Record<string, string>>;

/** A question is all that a request asks of its endpoint. Nothing else of the request has a part in the answer. */
type Question = {
  /** The query string as it came, without the question mark. */
  readonly query: string;
  readonly accept: string | undefined;
  /** The texts in the path, by the names that the contract gives them. */
  readonly inPath: PathTexts;
};

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

export type AnsweredEndpoint<Path extends string = string> = {
  readonly path: Path;
  readonly isKept: boolean;
  readonly isOfFile: false;
  readonly answer: (shelf: Shelf, question: Question) => Answer | Promise<Answer>;
};

/** An endpoint below a file of a season, which the caller's key and the server's address have a part in. */
export type FileEndpoint<Path extends string = string> = {
  readonly path: Path;
  readonly isOfFile: true;
  readonly answer: "file" | "link";
};

export type RouteTo<Endpoint> = {
  readonly endpoint: Endpoint;
  /** The path as the log and the metrics name it, such as `/v1/games/:game_id`. */
  readonly template: string;
  readonly inPath: PathTexts;
};

export type Route = RouteTo<AnsweredEndpoint> | RouteTo<FileEndpoint>;

/** An endpoint of the contract with what answers it. */
export function answering<Path extends string, Asked extends Parameters>(
  { path, isKept, read, shape, columns, answer: schema }: Declared<Path, Asked>,
  answer: (asked: ValuesOf<Asked>, context: Context) => Answer | Promise<Answer>,
): AnsweredEndpoint<Path> {
  const isToldRevision = schema !== null && saysRevision(schema);
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

/** The parameters of every list that has pages. */
type AskedPage = { readonly limit: number; readonly cursor: string | null; readonly format: Format | null };

type List = {
  /** The list and all its filters, normalised: they are part of the cursor. */
  readonly question: CursorQuestion;
  /** Of the file that a page as CSV is saved as. */
  readonly fileName: string;
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
  const { question, fileName, meta = {}, headers = () => [] } = list;
  const { limit, cursor } = asked;
  const format = formatOf(asked.format, context.accept);
  const after = pageStart(question, asked);
  return {
    freshness: list.freshness([question, limit, cursor], format),
    async make(owner) {
      const page = await list.page({ after, limit, format }, owner);
      return pageBody(format, page, {
        nextCursor: page.lastKey === null ? null : writeCursor(question, page.lastKey),
        meta: { ...context.revisionMeta, ...meta, ...page.meta },
        csvHeader: csvHeader(context.columns),
        headers: headers(format),
        fileName,
      });
    },
  };
}

/** The parameters that lists of rows of games have. */
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
    fileName: csvFileName(name, asked),
    freshness: (question, format) => reachFreshness(context, [asked], question, format),
    headers: () => (note === null ? [] : ["x-note", note]),
  });
}

/** @throws BeingMended when a season that the request can match is refused. */
export function reachFreshness(context: Context, reaches: readonly Reach[], question: unknown, format: Format) {
  for (const reach of reaches) refuseDamaged(context.snapshot, reach);
  return pageFreshness(context, reaches, question, format);
}

/**
 * Why a list can have no row, whatever is published: such a request is no error [D-5, D-26], and its caller wonders all the same.
 * @returns a sentence for the header X-Note; null when games could match.
 */
function whyNothingMatches(
  asked: Omit<AskedRows, keyof AskedPage | "team"> & { readonly sport: Sport },
): string | null {
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
