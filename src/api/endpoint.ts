/** An endpoint that answers: what the contract says of it, and who makes its answer. */

import type { Endpoint as Declared } from "../contract/endpoint.ts";
import { saysRevision } from "../contract/envelopes.ts";
import type { Parameters, ValuesOf } from "../contract/parameter.ts";
import type { Snapshot } from "../query/load.ts";
import type { Shelf } from "../query/shelf.ts";
import type { Answer } from "./answer.ts";

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
  /** What `meta` says of the revision: lists that the first specification fixes say nothing. */
  readonly revisionMeta: { readonly revision?: number };
};

export type AnsweredEndpoint<Path extends string = string> = {
  readonly path: Path;
  readonly isKept: boolean;
  readonly isOfFile: false;
  readonly answer: (shelf: Shelf, question: Question) => Answer | Promise<Answer>;
};

export function answering<Path extends string, Asked extends Parameters>(
  { path, isKept, read, shape, answer: schema }: Declared<Path, Asked>,
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
      return answer(read(query), { snapshot, shelf, shape, accept, inPath, revisionMeta });
    },
  };
}

/** An endpoint below a file of a season, which the caller's key and the server's address have a part in. */
export type FileEndpoint<Path extends string = string> = {
  readonly path: Path;
  readonly isOfFile: true;
  readonly answer: "file" | "link";
};
