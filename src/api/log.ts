/** The log: JSON lines on standard output. A line names the route, never the path or the query, which may hold a key. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { type DestinationStream, type Logger, pino } from "pino";
import type { Caller } from "../access/gate.ts";
import { withoutKeys } from "../access/keys.ts";
import { healthPath, readyPath } from "./health.ts";

/** Nothing of ours logs headers; should anything ever do so, keys and sessions stay out. */
const secretPaths = ["authorization", "cookie", '["x-api-key"]', '["set-cookie"]', '["stripe-signature"]'].flatMap(
  (header) =>
    ["headers", "req.headers", "request.headers", "err.headers"].map((owner) =>
      header.startsWith("[") ? `${owner}${header}` : `${owner}.${header}`,
    ),
);

export function openLog(level: string, destination?: DestinationStream): Logger {
  // Wherever else a key may stand in a line, such as in an error's text, only its beginning is written.
  const options = { level, redact: secretPaths, hooks: { streamWrite: withoutKeys } };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** What is logged of a request besides what it says of itself. */
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
