/**
 * A good answer as a value: how fresh it is, and how its body is made for a caller who does not have it yet. An endpoint
 * makes it of the snapshot and the question alone, so that it may be kept and sent to everybody who asks the same. Node leaves out the
 * body of an answer to HEAD, so nothing here asks for the method.
 */

import type { ServerResponse } from "node:http";
import Negotiator from "negotiator";
import { csvContentType, lineEnd } from "../contract/csv.ts";
import type { Format } from "../contract/formats.ts";
import { closeBody, type OpenBody } from "../http/representation.ts";
import type { MetaValue, Page } from "../query/pages.ts";
import { cacheControl, type Freshness } from "./freshness.ts";
import { vary } from "./headers.ts";

export type Answer = {
  readonly freshness: Freshness;
  /**
   * Makes the body. A caller who has the answer already gets 304, and it is not made.
   * @param owner in whose turn it is computed, see `Computing`.
   */
  readonly make: (owner: string) => Body | Promise<Body>;
};

export type Body = {
  readonly contentType: string;
  /** All but the end. Long rows are a part of their own: they are not copied. */
  readonly parts: readonly Buffer[];
  /** Makes the end; no other part may name the request. */
  readonly end: (requestId: string) => Buffer;
  /** Headers of this answer alone: names and values in turns, the names in lower case. */
  readonly headers: readonly string[];
};

const contentTypes: Readonly<Record<Format, string>> = {
  json: "application/json; charset=utf-8",
  csv: csvContentType,
};

/** JSON is first, so that it answers callers without a preference. */
const offered: readonly string[] = [contentTypes.json, contentTypes.csv];

/** The format of a list [D-29]: the parameter wins; without it Accept decides by its q-values; JSON where Accept leaves nothing. */
export function formatOf(asked: Format | null, accept: string | undefined): Format {
  if (asked !== null) return asked;
  if (accept === undefined || accept === "*/*") return "json";
  return new Negotiator({ headers: { accept } }).mediaType(offered) === contentTypes.csv ? "csv" : "json";
}

/** Up to this, rows are copied once, so that there is less to hand over at each request. */
const longestJoined = 65_536;

function partsOf(before: string, rows: Buffer): readonly Buffer[] {
  const head = Buffer.from(before);
  return rows.length > longestJoined ? [head, rows] : [Buffer.concat([head, rows])];
}

/**
 * @param rows with commas between them.
 * @param moreMeta what this list says in `meta` beside what all lists do.
 */
export function listBody(
  rows: Buffer,
  count: number,
  nextCursor: string | null,
  moreMeta: Readonly<Record<string, MetaValue>> = {},
): Body {
  const upToId = `],"next_cursor":${nextCursor === null ? "null" : `"${nextCursor}"`},"meta":{"count":${count},"request_id":"`;
  const more = JSON.stringify(moreMeta).slice(1, -1);
  const afterId = more === "" ? '"}}' : `",${more}}}`;
  return {
    contentType: contentTypes.json,
    parts: partsOf('{"data":[', rows),
    end: (requestId) => Buffer.from(upToId + requestId + afterId, "latin1"),
    headers: [],
  };
}

/** @param object as JSON. */
export function objectBody(object: string): Body {
  return {
    contentType: contentTypes.json,
    parts: [Buffer.from(`{"data":${object}`)],
    end: (requestId) => Buffer.from(`,"meta":{"request_id":"${requestId}"}}`, "latin1"),
    headers: [],
  };
}

type PageFacts = {
  readonly nextCursor: string | null;
  readonly csvHeader: string;
  /** Of the file that CSV is saved as. */
  readonly fileName: string;
  readonly meta: Readonly<Record<string, MetaValue>>;
  /** Names and values in turns. */
  readonly headers: readonly string[];
};

/** A page of rows in the format that was asked for. Every page of CSV has the header line, so that each can be read by itself [D-29]. */
export function pageBody(format: Format, { rows, count }: Pick<Page, "rows" | "count">, facts: PageFacts): Body {
  const { nextCursor, csvHeader, fileName, meta, headers } = facts;
  if (format === "json") return { ...listBody(rows, count, nextCursor, meta), headers };
  const end = Buffer.from(count === 0 ? "" : lineEnd);
  return {
    contentType: contentTypes.csv,
    parts: partsOf(csvHeader + lineEnd, rows),
    end: () => end,
    headers: [
      ...headers,
      ...["content-disposition", `attachment; filename="${fileName}"`],
      ...(nextCursor === null ? [] : ["x-next-cursor", nextCursor]),
    ],
  };
}

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
