/** Conditional requests: If-None-Match (RFC 9110 13.1.2). */
import type { OutgoingHttpHeaders } from "node:http";
import type { FastifyReply } from "fastify";
import { matchesEtag } from "../http/etag.ts";
import { cacheControl, type Freshness } from "./freshness.ts";
import { vary } from "./vary.ts";

/**
 * Sets what caches need, and answers 304 when the caller has the answer already. Comes after every check of the
 * request, so that an error is never hidden by a 304.
 */
export function unlessKnown(
  reply: FastifyReply,
  freshness: Freshness,
  send: () => FastifyReply | Promise<FastifyReply>,
): FastifyReply | Promise<FastifyReply> {
  reply.headers({ etag: freshness.etag, "cache-control": cacheControl(freshness), vary });
  return matchesEtag(reply.request.headers["if-none-match"], freshness.etag) ? sendNotModified(reply) : send();
}

/**
 * No body, and only the headers that the hooks and the lines above have set. Written to the socket itself: the framework
 * would say Content-Length: 0 to a HEAD, where RFC 9110 8.6 wants that of the 200 or none.
 */
function sendNotModified(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.writeHead(304, reply.getHeaders() as OutgoingHttpHeaders).end();
  return reply;
}
