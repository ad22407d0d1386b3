/** `/v1/openapi.json`: public and unmetered [D-25], rendered and compressed once. */
import type { FastifyInstance } from "fastify";
import { sendFile, servedFile } from "../../http/send-file.ts";
import { apiHeaders } from "../browsers.ts";
import { ApiError } from "../errors.ts";
import { openApiDocument } from "./document.ts";

const openApiPath = "/v1/openapi.json";

export function serveOpenApi(app: FastifyInstance, facts: { readonly manageUrl: string }): void {
  const file = servedFile("application/json; charset=utf-8", Buffer.from(JSON.stringify(openApiDocument(facts))));
  app.route({
    // OPTIONS is left to the preflights of /v1.
    method: app.supportedMethods.filter((method) => method !== "OPTIONS"),
    url: openApiPath,
    // Refused before a body is read, as under the rest of /v1.
    onRequest: async ({ method }, reply) => {
      reply.headers(apiHeaders);
      if (method !== "GET" && method !== "HEAD") throw new ApiError("method_not_allowed");
    },
    handler: (_request, reply) => sendFile(reply.header("access-control-allow-origin", "*"), file),
  });
}
