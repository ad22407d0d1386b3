/** Writes the one line of the log for each request. The line names the route, never the path or the query, which may hold a key. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../access/gate.ts";
import { healthPath, readyPath } from "./health.ts";

/** The facts that are logged of a request besides its own. */
export type Outcome = {
  /** Null: it came without a key that is known. */
  readonly caller: Caller | null;
  /** Whether a byte of the answer was sent. */
  readonly isSent: boolean;
  /** Whether the caller left before the answer was sent whole. */
  readonly isAborted: boolean;
};

/** Asked by machines, every second by each of them. */
const dull = new Set<string | undefined>([healthPath, readyPath]);

/** The one line of a request. */
export function logAnswer(request: FastifyRequest, reply: FastifyReply, outcome: Outcome): void {
  const { caller, isSent, isAborted } = outcome;
  const level = dull.has(request.routeOptions.url) ? "debug" : "info";
  request.log[level](
    {
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: isSent ? reply.statusCode : null,
      elapsedMs: Math.round(reply.elapsedTime * 1000) / 1000,
      ...(caller === null ? {} : { account: caller.accountId, key: caller.keyPrefix }),
      ...(isAborted ? { aborted: true } : {}),
    },
    isAborted ? "the caller left" : "answered",
  );
}
