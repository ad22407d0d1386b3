/** An endpoint: the parameters that it takes, and how it answers them. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Snapshot } from "../shelf/load.ts";
import type { Shelf } from "../shelf/shelf.ts";
import { type Parameters, readParameters } from "./parameters.ts";
import type { RawQuery } from "./query-string.ts";

export type Endpoint = {
  readonly parameters: Parameters;
  readonly answer: (shelf: Shelf, request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>;
};

export type Context = {
  /** The shelf as of the revision that the request began with. */
  readonly snapshot: Snapshot;
  readonly shelf: Shelf;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

type Answer<Declared extends Parameters> = (
  asked: ReturnType<typeof readParameters<Declared>>,
  context: Context,
) => FastifyReply | Promise<FastifyReply>;

export function endpoint<Declared extends Parameters>(parameters: Declared, answer: Answer<Declared>): Endpoint {
  return {
    parameters,
    answer(shelf, request, reply) {
      const { raw } = request.query as RawQuery;
      return answer(readParameters(parameters, raw), { snapshot: shelf.current, shelf, request, reply });
    },
  };
}
