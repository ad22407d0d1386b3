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
 * Answers 200 with the body as it is.
 * @param end what `body.end` says for this request.
 */
export function sendPlain(response: ServerResponse, headers: string[], { parts }: Body, end: Buffer): void {
  write(response, headers, [...parts, end]);
}

/** As `sendPlain`, of a body that was compressed before. */
export function sendCompressed(response: ServerResponse, headers: string[], opened: OpenBody, end: Buffer): void {
  headers.push("content-encoding", "gzip");
  write(response, headers, closeBody(opened, end));
}

export function lengthOf(parts: readonly Buffer[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}

/** Node checks each header, which costs a hundredth of a page of 100 rows; corked, head and body are one write. */
function write(response: ServerResponse, headers: string[], parts: readonly Buffer[]): void {
  headers.push("content-length", String(lengthOf(parts)));
  response.cork();
  response.writeHead(200, headers);
  for (const part of parts) if (part.length > 0) response.write(part);
  response.end();
  response.uncork();
}
