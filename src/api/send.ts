/** Sends good answers: writes to the response itself, past the framework. */
import type { ServerResponse } from "node:http";
import { type Encoding, encodingFor } from "../http/encodings.ts";
import { closeBody, type OpenBody, openBody } from "../http/open-body.ts";
import { type HeadLines, writeHead } from "../http/raw-head.ts";
import type { Body } from "./answer.ts";
import { cacheControl, type Freshness } from "./freshness.ts";
import { vary } from "./vary.ts";

/** The headers that caches need, names and values in turns. */
export function freshnessHeaders(freshness: Freshness, etag: string | null = null): string[] {
  return ["etag", etag ?? freshness.etag, "cache-control", cacheControl(freshness), "vary", vary];
}

/** The headers that a body has whoever asks for it, names and values in turns. */
export function bodyHeaders({ contentType, headers }: Body): string[] {
  return ["content-type", contentType, ...headers];
}

/** No body, and no Content-Length: RFC 9110 8.6 wants that of the 200 or none. */
export function sendNotModified(response: ServerResponse, lines: HeadLines): void {
  writeHead(response, 304, [], lines);
  response.end();
}

/** The coding of an answer; null: as it is. */
export function encodingOf(acceptEncoding: string | undefined, body: Body, after: Buffer): Encoding | null {
  return acceptEncoding === undefined ? null : encodingFor(acceptEncoding, lengthOf(body) + after.length);
}

/**
 * Answers 200 with the body as it is. Large rows are never copied into one Buffer: a fresh large one per request drives full
 * collections.
 * @param after what `body.after` says for this request.
 */
export function sendPlain(
  response: ServerResponse,
  lines: HeadLines,
  body: Body,
  after: Buffer,
  isHead: boolean,
): void {
  const headers = ["content-length", String(lengthOf(body) + after.length)];
  if (isHead) write(response, headers, lines, []);
  else write(response, headers, lines, [...partsOf(body), after]);
}

/** As `sendPlain`, of a body that was compressed before. */
export function sendOpened(response: ServerResponse, lines: HeadLines, opened: OpenBody, after: Buffer): void {
  const parts = closeBody(opened, after);
  let length = 0;
  for (const part of parts) length += part.length;
  write(response, ["content-encoding", opened.encoding, "content-length", String(length)], lines, parts);
}

/** The length is known only when the body is compressed, and RFC 9110 8.6 lets an answer to HEAD go without it. */
export function sendEncodedHead(response: ServerResponse, lines: HeadLines, encoding: Encoding): void {
  write(response, ["content-encoding", encoding], lines, []);
}

/** Compresses all of a body but what names the request. */
export function openedBody(body: Body, encoding: Encoding): Promise<OpenBody> {
  return openBody(Buffer.concat(partsOf(body)), encoding);
}

/** Without what names the request. */
function lengthOf({ before, pieces, between }: Body): number {
  let length = before.length + Math.max(0, pieces.length - 1) * between.length;
  for (const piece of pieces) length += piece.length;
  return length;
}

function partsOf({ before, pieces, between }: Body): Buffer[] {
  const parts = [before];
  for (const [index, piece] of pieces.entries()) {
    if (index > 0 && between.length > 0) parts.push(between);
    parts.push(piece);
  }
  return parts;
}

function write(response: ServerResponse, headers: readonly string[], lines: HeadLines, parts: readonly Buffer[]): void {
  response.cork();
  writeHead(response, 200, headers, lines);
  for (const part of parts) if (part.length > 0) response.write(part);
  response.end();
  response.uncork();
}
