/** Sends good answers: writes to the response itself, past the framework. */
import type { ServerResponse } from "node:http";
import { type Encoding, encodingFor } from "../http/encodings.ts";
import { closeBody, type OpenBody, openBody } from "../http/open-body.ts";
import type { Body } from "./answer.ts";
import { cacheControl, type Freshness } from "./freshness.ts";
import { vary } from "./vary.ts";

/** The headers that caches need. Names and values in turns, as everywhere in this file. */
export function freshnessHeaders(freshness: Freshness, etag: string | null = null): string[] {
  return ["etag", etag ?? freshness.etag, "cache-control", cacheControl(freshness), "vary", vary];
}

/** No body, and no Content-Length: RFC 9110 8.6 wants that of the 200 or none. */
export function sendNotModified(response: ServerResponse, headers: readonly string[]): void {
  response.writeHead(304, headers as string[]).end();
}

export type Asker = {
  readonly requestId: string;
  readonly acceptEncoding: string | undefined;
  readonly isHead: boolean;
};

/**
 * Answers 200. Large rows are never copied into one Buffer: a fresh large one per request drives full collections.
 * @param opened gives the body compressed, as it may have been before for others.
 */
export async function sendBody(
  response: ServerResponse,
  headers: readonly string[],
  body: Body,
  { requestId, acceptEncoding, isHead }: Asker,
  opened: (encoding: Encoding) => Promise<OpenBody> = (encoding) => openedBody(body, encoding),
): Promise<void> {
  const after = body.after(requestId);
  const length = openLengthOf(body) + after.length;
  const own = [...headers, "content-type", body.contentType, ...body.headers];
  const encoding = encodingFor(acceptEncoding, length);
  if (encoding === null) {
    own.push("content-length", String(length));
    write(response, own, isHead ? [] : [...openPartsOf(body), after]);
    return;
  }
  own.push("content-encoding", encoding);
  // The length is known only when the body is compressed, and RFC 9110 8.6 lets an answer to HEAD go without it.
  if (isHead) {
    write(response, own, []);
    return;
  }
  const pieces = closeBody(await opened(encoding), after);
  own.push("content-length", String(pieces.reduce((sum, piece) => sum + piece.length, 0)));
  write(response, own, pieces);
}

/** Compresses all of a body but what names the request. */
export function openedBody(body: Body, encoding: Encoding): Promise<OpenBody> {
  return openBody(Buffer.concat(openPartsOf(body)), encoding);
}

function openLengthOf({ before, pieces, between }: Body): number {
  let length = before.length + Math.max(0, pieces.length - 1) * between.length;
  for (const piece of pieces) length += piece.length;
  return length;
}

function openPartsOf({ before, pieces, between }: Body): Buffer[] {
  const parts = [before];
  for (const [index, piece] of pieces.entries()) {
    if (index > 0 && between.length > 0) parts.push(between);
    parts.push(piece);
  }
  return parts;
}

function write(response: ServerResponse, headers: readonly string[], parts: readonly Buffer[]): void {
  response.cork();
  response.writeHead(200, headers as string[]);
  for (const part of parts) if (part.length > 0) response.write(part);
  response.end();
  response.uncork();
}
