/** `/v1/openapi.json`: public and unmetered [D-25], rendered once. */
import { hash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { apiHeaders } from "../browsers.ts";
import { matchesEtag } from "../conditional.ts";
import { ApiError } from "../errors.ts";
import { openApiDocument } from "./document.ts";

const openApiPath = "/v1/openapi.json";

export type OpenApiFacts = {
  readonly manageUrl: string;
  /** Where callers reach the API, as the operator has said; null: the document names the host that it was asked at. */
  readonly apiUrl: string | null;
};

type Rendered = { readonly body: Buffer; readonly etag: string; readonly headers: Readonly<Record<string, string>> };

export function serveOpenApi(app: FastifyInstance, facts: OpenApiFacts): void {
  const renderedFor = renderer(facts);
  app.route({
    // OPTIONS is left to the preflights of /v1.
    method: app.supportedMethods.filter((method) => method !== "OPTIONS"),
    url: openApiPath,
    // The method is refused before a body is read, as under the rest of /v1.
    onRequest: async ({ method }, reply) => {
      reply.headers(apiHeaders);
      if (method !== "GET" && method !== "HEAD") throw new ApiError("method_not_allowed");
    },
    handler: (request, reply) => answer(request, reply, renderedFor(request)),
  });
}

/** Stands for the host in the document that is rendered once. */
const hostToCome = "https://host.invalid";

function renderer({ manageUrl, apiUrl }: OpenApiFacts): (request: FastifyRequest) => Rendered {
  if (apiUrl !== null) {
    const rendered = withEtag(JSON.stringify(openApiDocument({ manageUrl, apiUrl })), {
      "cache-control": "public, max-age=900",
    });
    return () => rendered;
  }
  const [before = "", ...after] = JSON.stringify(openApiDocument({ manageUrl, apiUrl: hostToCome })).split(hostToCome);
  // Nobody but this caller may keep the answer, because a Host header is whatever a caller writes.
  const headers = { "cache-control": "private, max-age=900", vary: "Host" };
  return (request) => withEtag([before, ...after].join(addressAskedFor(request)), headers);
}

function withEtag(text: string, headers: Rendered["headers"]): Rendered {
  const body = Buffer.from(text);
  return { body, etag: `W/"${hash("sha256", body, "base64url").slice(0, 22)}"`, headers };
}

/** A name or an address as RFC 3986 3.2.2 has them, with a port. */
const hostShape = /^(?:[a-z0-9](?:[a-z0-9.-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** Of `Host` alone: X-Forwarded-Host is not asked, because a proxy that does not overwrite it lets callers write it. */
function addressAskedFor({ headers, protocol }: FastifyRequest): string {
  const { host = "" } = headers;
  return hostShape.test(host) ? `${protocol === "https" ? "https" : "http"}://${host}` : "/";
}

function answer(request: FastifyRequest, reply: FastifyReply, { body, etag, headers }: Rendered): FastifyReply {
  reply.headers({ ...headers, etag });
  const known = request.headers["if-none-match"];
  if (known !== undefined && matchesEtag(known, etag)) return reply.code(304).send();
  return reply.type("application/json; charset=utf-8").send(body);
}
