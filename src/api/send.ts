/** Writes good answers to the response. Node leaves out the body of an answer to HEAD, so nothing here asks for the method. */
import type { ServerResponse } from "node:http";
import { closeBody, type OpenBody } from "../http/open-body.ts";
import type { Body } from "./answer.ts";
import { cacheControl, type Freshness } from "./freshness.ts";
import { vary } from "./headers.ts";

/** The headers that caches need, names and values in turns. */
export function freshnessHeaders(freshness: Freshness): string[] {
  return ["etag", freshness.etag, "cache-control", cacheControl(freshness), "vary", vary];
}

/** No body, and no Content-Length: RFC 9110 8.6 wants that of the 200 or none. */
export function sendNotModified(response: ServerResponse, headers: string[]): void {
  response.writeHead(304, headers).end();
}

/**
 * Answers 200 with the body as it is. Large rows are never copied into one Buffer: a fresh large one per request drives full
 * collections.
 * @param after what `body.after` says for this request.
 */
export function sendPlain(response: ServerResponse, headers: string[], body: Body, after: Buffer): void {
  headers.push("content-length", String(lengthOfBody(body) + after.length));
  write(response, headers, [...partsOfBody(body), after]);
}

/** As `sendPlain`, of a body that was compressed before. */
export function sendCompressed(response: ServerResponse, headers: string[], opened: OpenBody, after: Buffer): void {
  const parts = closeBody(opened, after);
  let length = 0;
  for (const part of parts) length += part.length;
  headers.push("content-encoding", "gzip", "content-length", String(length));
  write(response, headers, parts);
}

/** Without what names the request. */
export function lengthOfBody({ before, pieces, between }: Body): number {
  let length = before.length + Math.max(0, pieces.length - 1) * between.length;
  for (const piece of pieces) length += piece.length;
  return length;
}

/** In order, without what names the request. */
export function partsOfBody({ before, pieces, between }: Body): Buffer[] {
  const parts = [before];
  for (const [index, piece] of pieces.entries()) {
    if (index > 0 && between.length > 0) parts.push(between);
    parts.push(piece);
  }
  return parts;
}

/** Node checks each header, which costs a hundredth of a page of 100 rows; corked, head and body are one write. */
function write(response: ServerResponse, headers: string[], parts: readonly Buffer[]): void {
  response.cork();
  response.writeHead(200, headers);
  for (const part of parts) if (part.length > 0) response.write(part);
  response.end();
  response.uncork();
}
