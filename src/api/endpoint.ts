/** An endpoint: the parameters that it takes, and how it answers them. */
import type { Snapshot } from "../shelf/load.ts";
import type { Shelf } from "../shelf/shelf.ts";
import type { Answer } from "./answer.ts";
import { type Parameters, readParameters } from "./parameters.ts";

/** A question is all that a request asks of its endpoint. Nothing else of the request has a part in the answer. */
export type Question = {
  /** The query string as it came, without the question mark. */
  readonly query: string;
  readonly accept: string | undefined;
  /** The text that stands for `{game_id}` in the path; empty where the path has none. */
  readonly gameIdText: string;
};

export type Context = Omit<Question, "query"> & {
  /** The shelf as of the revision that the request began with. */
  readonly snapshot: Snapshot;
  readonly shelf: Shelf;
};

export type Endpoint = {
  readonly parameters: Parameters;
  /**
   * Whether the answer follows from the snapshot and the question, so that it may be kept as long as the snapshot is
   * served. Others ask the database at every request.
   */
  readonly isKept: boolean;
  readonly answer: (shelf: Shelf, question: Question) => Answer | Promise<Answer>;
};

type Answering<Declared extends Parameters> = (
  asked: ReturnType<typeof readParameters<Declared>>,
  context: Context,
) => Answer | Promise<Answer>;

export function endpoint<Declared extends Parameters>(
  parameters: Declared,
  answer: Answering<Declared>,
  { isKept = true }: { readonly isKept?: boolean } = {},
): Endpoint {
  return {
    parameters,
    isKept,
    answer(shelf, { query, accept, gameIdText }) {
      return answer(readParameters(parameters, query), { snapshot: shelf.current, shelf, accept, gameIdText });
    },
  };
}
