/** The form of an endpoint of /v1, of which the files in `lists/` are made. */
import type { TSchema } from "typebox";
import { type Column, columnsOf } from "./csv.ts";
import { type Answer, rowOf } from "./envelopes.ts";
import { type Parameters, parameterReader, type ReadParameters, type Rules } from "./parameter.ts";

type Said<Path extends string, Declared extends Parameters> = {
  /** Below /v1, as the router writes it: `/games/:game_id`. */
  readonly path: Path;
  /** The name of its operation in OpenAPI, such as `listGames`. */
  readonly operation: string;
  readonly tag: Tag;
  /** Two to six words, such as `List games`. */
  readonly summary: string;
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
  Required<Said<Path, Declared>>
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
type Tag = keyof typeof tags;

export function endpoint<Path extends string, Declared extends Parameters>({
  oneOf = [],
  check,
  ...said
}: Said<Path, Declared> & Rules<Declared>): Endpoint<Path, Declared> {
  const { parameters } = said;
  return {
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
