/** `/v1/openapi.json`: public and unmetered [D-25], rendered once. */
import { hash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { encodeAnswer, encodingFor } from "../../http/encodings.ts";
import { matchesEtag } from "../../http/etag.ts";
import { sendFile, servedFile } from "../../http/send-file.ts";
import { apiHeaders } from "../browsers.ts";
import { ApiError } from "../errors.ts";
import { openApiDocument } from "./document.ts";

const openApiPath = "/v1/openapi.json";
const contentType = "application/json; charset=utf-8";

export type OpenApiFacts = {
  readonly manageUrl: string;
  /** Where callers reach the API, as the operator has said; null: the document names the host that it was asked at. */
  readonly apiUrl: string | null;
};

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

export function serveOpenApi(app: FastifyInstance, { manageUrl, apiUrl }: OpenApiFacts): void {
  app.route({
    // OPTIONS is left to the preflights of /v1.
    method: app.supportedMethods.filter((method) => method !== "OPTIONS"),
    url: openApiPath,
    // The method is refused before a body is read, as under the rest of /v1.
    onRequest: async ({ method }, reply) => {
      reply.headers(apiHeaders);
      if (method !== "GET" && method !== "HEAD") throw new ApiError("method_not_allowed");
    },
    handler: apiUrl === null ? answerPerHost(manageUrl) : answerFor(manageUrl, apiUrl),
  });
}

/** The document of an operator who has said where the API is: the same for everybody. */
function answerFor(manageUrl: string, apiUrl: string): Answer {
  const file = servedFile(contentType, Buffer.from(JSON.stringify(openApiDocument({ manageUrl, apiUrl }))));
  return (_request, reply) => sendFile(reply, file);
}

/** Stands for the host in the document that is rendered once. */
const hostToCome = "https://host.invalid";

/** The document with the host that it was asked at. */
function answerPerHost(manageUrl: string): Answer {
  const [before = "", ...after] = JSON.stringify(openApiDocument({ manageUrl, apiUrl: hostToCome })).split(hostToCome);
  return async (request, reply) => {
    const body = Buffer.from([before, ...after].join(addressAskedFor(request)));
    const etag = `W/"${hash("sha256", body, "base64url").slice(0, 22)}"`;
    // Nobody but this caller may keep the answer, because a Host header is whatever a caller writes.
    reply.headers({ etag, "cache-control": "private, max-age=900", vary: "Host, Accept-Encoding" });
    if (matchesEtag(request.headers["if-none-match"], etag)) return reply.code(304).send();
    const encoding = encodingFor(request.headers["accept-encoding"], body.length);
    reply.type(contentType);
    if (encoding === null) return reply.send(body);
    return reply.header("content-encoding", encoding).send(await encodeAnswer(body, encoding));
  };
}

/** A name or an address as RFC 3986 3.2.2 has them, with a port. */
const hostShape = /^(?:[a-z0-9](?:[a-z0-9.-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** Of `Host` alone: X-Forwarded-Host is not asked, because a proxy that does not overwrite it lets callers write it. */
function addressAskedFor({ headers, protocol }: FastifyRequest): string {
  const { host = "" } = headers;
  return hostShape.test(host) ? `${protocol === "https" ? "https" : "http"}://${host}` : "/";
}
