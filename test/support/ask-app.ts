/** Asks an app without a socket, by the way that requests of a socket go: below /v1 that is not the framework's. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import inject, { type InjectOptions, type Response } from "light-my-request";

export async function askApp(app: FastifyInstance, options: InjectOptions): Promise<Response> {
  await app.ready();
  const dispatch = (request: IncomingMessage, response: ServerResponse) => {
    app.server.emit("request", request, response);
  };
  return withWholeHead(await inject(dispatch as unknown as Parameters<typeof inject>[0], options));
}

/** The headers as they would stand on the wire: the injection does not look at those that are given to `writeHead`. */
function withWholeHead(response: Response): Response {
  const { _header: head } = response.raw.res as unknown as { _header: string };
  const headers: Record<string, string | string[]> = {};
  for (const line of head.split("\r\n").slice(1)) {
    const colon = line.indexOf(": ");
    if (colon === -1) continue;
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 2);
    const before = headers[name];
    headers[name] = before === undefined ? value : [before, value].flat();
  }
  return Object.assign(response, { headers });
}
