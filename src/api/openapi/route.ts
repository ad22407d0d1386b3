/** `/v1/openapi.json`: public and unmetered [D-25], rendered once. */
import { hash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { apiHeaders } from "../browsers.ts";
import { matchesEtag } from "../conditional.ts";
import { ApiError } from "../errors.ts";
import { openApiDocument } from "./document.ts";

const openApiPath = "/v1/openapi.json";

export function serveOpenApi(app: FastifyInstance, facts: { readonly manageUrl: string }): void {
  const body = Buffer.from(JSON.stringify(openApiDocument(facts)));
  const etag = `W/"${hash("sha256", body, "base64url").slice(0, 22)}"`;
  app.route({
    // OPTIONS is left to the preflights of /v1.
    method: app.supportedMethods.filter((method) => method !== "OPTIONS"),
    url: openApiPath,
    // Refused before a body is read, as under the rest of /v1.
    onRequest: async ({ method }, reply) => {
      reply.headers(apiHeaders);
      if (method !== "GET" && method !== "HEAD") throw new ApiError("method_not_allowed");
    },
    handler: (request, reply) => answer(request, reply, body, etag),
  });
}

function answer(request: FastifyRequest, reply: FastifyReply, body: Buffer, etag: string): FastifyReply {
  reply.headers({ etag, "cache-control": "public, max-age=900", "access-control-allow-origin": "*" });
  const known = request.headers["if-none-match"];
  if (known !== undefined && matchesEtag(known, etag)) return reply.code(304).send();
  return reply.type("application/json; charset=utf-8").send(body);
}
