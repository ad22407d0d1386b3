/** The form of an endpoint of /v1, of which the files in `lists/` are made: what is asked, and the bodies of answers. */
import { type TObject, type TProperties, type TSchema, Type } from "typebox";
import { type Column, columnsOf, csvHeader, csvLines, lineEnd } from "./csv.ts";
import { enumTexts } from "./enum-texts.ts";
import { errorCodes } from "./errors.ts";
import { exampleCursor } from "./filters/games.ts";
import { type AnySchema, as, count, exampleOf, id, list, nullable, object, text, withoutNull } from "./members.ts";
import {
  namesOfChoice,
  type Parameter,
  type Parameters,
  parameterReader,
  type ReadParameters,
  type Rules,
} from "./parameter.ts";

type Named<Path extends string> = {
  /** Below /v1, as the router writes it: `/games/:game_id`. */
  readonly path: Path;
  /** The name of its operation in OpenAPI, such as `listGames`. */
  readonly operation: string;
  /** Two to six words, such as `List games`. */
  readonly summary: string;
};

type Said<Declared extends Parameters> = {
  readonly tag: keyof typeof tags;
  /** A sentence that says what it answers with. */
  readonly sentence: string;
  /** More sentences. Those about pages, CSV and required filters are not among them: they follow from the parameters. */
  readonly details?: string;
  readonly parameters: Declared;
  /** The parameters in its path. Their values are read by those who know which there are: a wrong one is 404. */
  readonly inPath?: Parameters;
  /** The schema of its answer; null: it answers with the bytes of a file. */
  readonly answer: Answer | null;
  /**
   * This number rises whenever the same values become another text, as JSON or as CSV. It is part of the ETags of the answers, so that
   * no cache goes on with the text of before.
   */
  readonly shape: number;
  /** Headers of its answers beside those that follow from its parameters. */
  readonly headers?: readonly string[];
  /**
   * Whether the answer follows from what is published and the question, so that it may be kept for others who ask the same.
   * Others ask the database at every request.
   */
  readonly isKept?: boolean;
  /** Whether a cache may hold its answers: any cache, that of the caller alone, or none. */
  readonly caching?: "public" | "private" | "none";
};

export type Endpoint<Path extends string = string, Declared extends Parameters = Parameters> = Readonly<
  Named<Path> & Required<Said<Declared>>
> & {
  /** Of which parameters one is needed. */
  readonly oneOf: readonly string[];
  /** Whether its answers are pages, and whether they come as CSV too. */
  readonly isPaged: boolean;
  readonly hasCsv: boolean;
  /** Of its rows as CSV; none where it has no CSV. */
  readonly columns: readonly Column[];
  readonly read: ReadParameters<Declared>;
};

/** The groups that the documentation divides the endpoints into, with a sentence on each. */
export const tags = {
  Bets: "Lines, prices and results of every bet type, one side of a bet at a time.",
  Games: "Completed games with results and lines.",
  Odds: "Lines by game and book.",
  Ids: "Ids of games and teams at other sources, to join by.",
  Periods: "Scores and lines of halves, quarters, periods and innings.",
  Changes: "What each revision changed, for copies of the data.",
  Files: "Whole seasons as files, Parquet or CSV, to take home.",
  Reference: "What there is: sports, teams, seasons, books, and how far their lines go.",
} as const;

export function endpoint<Path extends string, Declared extends Parameters>(
  path: Path,
  operation: string,
  summary: string,
  { oneOf = [], check, ...said }: Said<Declared> & Rules<Declared>,
): Endpoint<Path, Declared> {
  const { parameters } = said;
  return {
    path,
    operation,
    summary,
    details: "",
    headers: [],
    isKept: true,
    inPath: {},
    caching: "public",
    ...said,
    oneOf,
    isPaged: "cursor" in parameters,
    hasCsv: "format" in parameters,
    columns: said.answer === null || !("format" in parameters) ? [] : columnsOf(rowOf(said.answer) as TSchema),
    read: parameterReader(parameters, check === undefined ? { oneOf } : { oneOf, check }),
  };
}

/** The path as callers read it: `/v1/games/{game_id}`. */
export function documentedPath(path: string): string {
  return `/v1${path.replace(/:(\w+)/g, "{$1}")}`;
}

/** A sentence of a fragment. A name of the API at its beginning stays as it is. */
export function asSentence(text: string): string {
  const isName = /^(?:[a-z]+_[a-z]+|mlb|json|csv)\b/.test(text);
  const sentence = isName ? text : text.charAt(0).toUpperCase() + text.slice(1);
  return sentence.endsWith(".") ? sentence : `${sentence}.`;
}

const paging =
  "Pass `next_cursor` back as `cursor` with the same filters until it is null; `limit` and `format` may change between " +
  "pages.";
const csv = "CSV comes with `format=csv` or `Accept: text/csv`; its next cursor is in `X-Next-Cursor`.";

/** The text about an endpoint: its answer, how pages follow each other, and the formats. */
export function descriptionOf({ sentence, details, oneOf, isPaged, hasCsv }: Endpoint): string {
  const needed = oneOf.length === 0 ? "" : `At least one of ${namesOfChoice(oneOf, "`")} is required.`;
  return [sentence, details, needed, isPaged ? paging : "", hasCsv ? csv : ""].filter((part) => part !== "").join(" ");
}

/** The text about a parameter: its purpose, and the meaning of its values. */
export function parameterText(name: string, { meaning }: Parameter<unknown>): string {
  const values = (enumTexts as Readonly<Record<string, string>>)[name];
  return values === undefined ? asSentence(meaning) : `${asSentence(meaning)} ${values}.`;
}

/** Whether its example is part of a good first request. */
export function isTried(name: string, { required }: Parameter<unknown>): boolean {
  return required || name === "season";
}

export const exampleRequestId = "req_Zk3mQ9sVtY1xB7cLr0NdPwHa";

/** The schema of an answer, which has a name. */
export type Answer = AnySchema & { readonly title: string };

const requestId = text("the X-Request-Id of this answer", exampleRequestId, {
  pattern: "^req_[A-Za-z0-9_-]{24}$",
  maxLength: 28,
});

const fixedMembers = { count: count("rows in this page", 1), request_id: requestId };
/** Lists that the first specification fixes keep their `meta`; all others say their revision, too [A-16]. */
const listMembers = { ...fixedMembers, revision: id("the newest revision when this answer was made", 214) };

const ObjectMeta = object("ObjectMeta", "About an answer that holds one object.", { request_id: requestId });
const ListMeta = object("ListMeta", "About a page, and the revision that it is of.", listMembers);
/** The `meta` of lists that service.md fixes. */
export const FixedListMeta = object("FixedListMeta", "About a page.", fixedMembers);

/** The `meta` of a list that says more. */
export const listMeta = <T extends TProperties>(title: string, about: string, more: T) =>
  object(title, about, { ...listMembers, ...more });

/** Errors repeat what callers sent, cut, so any text may be in them. */
const echoed = { pattern: "^[\\s\\S]*$", maxLength: 1000 };

const ErrorDetail = object("ErrorDetail", "What went wrong.", {
  // New codes may come, so the list is one of examples; `x-extensible-enum` is the usual name for such a list.
  code: Type.String({
    description: enumTexts.code,
    examples: ["invalid_param"],
    pattern: "^[a-z_]+$",
    maxLength: 40,
    "x-extensible-enum": [...errorCodes],
  }),
  message: text(
    "what is wrong and what is allowed, for people",
    'sport must be one of mlb, nfl, ncaaf, nba, nhl, not "nlf"; did you mean nfl?',
    echoed,
  ),
  param: Type.Optional(text("the parameter at fault, when there is one", "sport", echoed)),
  hint: Type.Optional(
    text(
      "the nearest right value of param as it can be sent, or its right name where the endpoint has no such parameter",
      "nfl",
      echoed,
    ),
  ),
});

export const ErrorAnswer = object("Error", "The envelope of every error.", {
  error: as(ErrorDetail, "what went wrong"),
}) as AnySchema as Answer;

type ListOptions = {
  readonly meta?: TObject;
  readonly order?: string;
  /** Whether the example is followed by another page. */
  readonly goesOn?: boolean;
};

export function page(title: string, about: string, row: TSchema, options: ListOptions = {}): Answer {
  const { meta = ListMeta, order = "oldest first", goesOn = true } = options;
  return object(title, about, {
    data: list(row, `the rows of this page, ${order}`),
    next_cursor: nullable.text(
      "value of cursor for the next page; null exactly on the last page",
      goesOn ? exampleCursor : null,
      { pattern: "^[A-Za-z0-9_-]+$" },
    ),
    meta: as(meta, "about this answer"),
  }) as AnySchema as Answer;
}

/** An answer that is one object. */
export const one = (title: string, about: string, data: TObject, description: string) =>
  object(title, about, {
    data: as(data, description),
    meta: as(ObjectMeta, "about this answer"),
  }) as AnySchema as Answer;

/** The schema of what is in `data`: of a row, or of the one object. */
export function rowOf(answer: Answer): AnySchema {
  const { data = {} } = answer.properties ?? {};
  return withoutNull(data.items ?? data);
}

/** The example of a list as CSV shows it. */
export function csvExample(answer: Answer): string {
  const row = rowOf(answer) as TSchema;
  const columns = columnsOf(row);
  return [csvHeader(columns), csvLines(columns)(exampleOf(row) as object), ""].join(lineEnd);
}
