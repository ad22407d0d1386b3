/** Asks an app without a socket, by the way that requests of a socket go: past the framework where they are ordinary. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import inject, { type InjectOptions, type Response } from "light-my-request";

export async function askApp(app: FastifyInstance, options: InjectOptions): Promise<Response> {
  await app.ready();
  const dispatch = (request: IncomingMessage, response: ServerResponse) => {
    app.server.emit("request", request, response);
  };
  return inject(dispatch as unknown as Parameters<typeof inject>[0], options);
}
