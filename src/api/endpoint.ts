/** An endpoint that answers: what the contract says of it, and who makes its answer. */
import type { Endpoint as Declared } from "../contract/endpoint.ts";
import type { Parameters, ValuesOf } from "../contract/parameter.ts";
import type { Snapshot } from "../query/load.ts";
import type { Shelf } from "../query/shelf.ts";
import type { Answer } from "./answer.ts";

/** A question is all that a request asks of its endpoint. Nothing else of the request has a part in the answer. */
type Question = {
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
  /** The version of the text of the endpoint's rows. */
  readonly shape: number;
};

export type AnsweredEndpoint<Path extends string = string> = {
  readonly path: Path;
  readonly isKept: boolean;
  readonly answer: (shelf: Shelf, question: Question) => Answer | Promise<Answer>;
};

export function answering<Path extends string, Asked extends Parameters>(
  { path, isKept, read, shape }: Declared<Path, Asked>,
  answer: (asked: ValuesOf<Asked>, context: Context) => Answer | Promise<Answer>,
): AnsweredEndpoint<Path> {
  return {
    path,
    isKept,
    answer(shelf, { query, accept, gameIdText }) {
      return answer(read(query), { snapshot: shelf.current, shelf, shape, accept, gameIdText });
    },
  };
}
