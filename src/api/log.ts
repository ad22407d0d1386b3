/** The log: JSON lines on standard output. A line names the route, never the path or the query, which may hold a key. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { type DestinationStream, type Logger, pino } from "pino";
import { withoutKeys } from "../access/keys.ts";

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

export function logAnswer(request: FastifyRequest, reply: FastifyReply): void {
  request.log.info(
    {
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      elapsedMs: Math.round(reply.elapsedTime * 1000) / 1000,
    },
    "answered",
  );
}
