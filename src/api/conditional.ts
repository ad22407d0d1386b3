/** Conditional requests: If-None-Match (RFC 9110 13.1.2). */
import type { OutgoingHttpHeaders } from "node:http";
import type { FastifyReply } from "fastify";
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
  const known = reply.request.headers["if-none-match"];
  return known !== undefined && matchesEtag(known, freshness.etag) ? sendNotModified(reply) : send();
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

/** A tag with its opaque part in a group, a comma, white space, or any other character. */
const tokens = /(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"|,|[ \t]+|./gs;

/** Weak comparison (RFC 9110 8.8.3.2) with every tag of a list. A list with anything else in it matches nothing. */
export function matchesEtag(header: string, etag: string): boolean {
  if (header === etag || header.trim() === "*") return true;
  const own = opaqueOf(etag);
  let isMatch = false;
  let wantsComma = false;
  for (const [token, opaque] of header.matchAll(tokens)) {
    if (token === ",") wantsComma = false;
    else if (opaque !== undefined) {
      if (wantsComma) return false;
      wantsComma = true;
      if (opaque === own) isMatch = true;
    } else if (token.trim() !== "") return false;
  }
  return isMatch;
}

function opaqueOf(etag: string): string {
  return etag.slice(etag.indexOf('"') + 1, -1);
}
