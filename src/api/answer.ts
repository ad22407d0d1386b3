/**
 * A good answer as a value: how fresh it is, and how its body is made for a caller who does not have it yet. An endpoint
 * makes it of the snapshot and the question alone, so that it may be kept and sent to everybody who asks the same. Node leaves out the
 * body of an answer to HEAD, so nothing here asks for the method.
 */

import { hash } from "node:crypto";
import type { ServerResponse } from "node:http";
import Negotiator from "negotiator";
import { csvContentType, type Format, lineEnd } from "../contract/csv.ts";
import { closeBody, type OpenBody } from "../http/representation.ts";
import type { Snapshot } from "../query/load.ts";
import type { MetaValue, Page } from "../query/pages.ts";
import { type Reach, seasonsInReach, seasonsOf } from "../query/reach.ts";
import type { SeasonShelf } from "../query/season.ts";
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

/** Every tag follows from the snapshot that is answered from, and from the version of the text of the endpoint's rows. */
type Tagged = { readonly snapshot: Snapshot; readonly shape: number };

/**
 * The ETag of an answer [D-34], and how long it may be kept [D-36]. Both follow from the seasons that the request can match and not from
 * the page, so an answer of 304 touches no row, and a season that did not change keeps its ETags.
 */
export type Freshness = {
  readonly etag: string;
  /** Whether nothing that the request can match will change any more, as far as anyone knows. */
  readonly isSettled: boolean;
};

const settledSeconds = 86_400;
const unsettledSeconds = 900;

function cacheControl({ isSettled }: Freshness): string {
  return `public, max-age=${isSettled ? settledSeconds : unsettledSeconds}`;
}

/**
 * @param reaches what the request can match of each sport that it asks for.
 * @param question the endpoint, its normalised filters, limit and cursor.
 */
export function pageFreshness(tagged: Tagged, reaches: readonly Reach[], question: unknown, format: Format): Freshness {
  const { snapshot } = tagged;
  const revisions = reaches.map((reach) => revisionsOf(snapshot, reach)).join(";");
  const etag = etagOf(tagged, [format, question, revisions]);
  return { etag, isSettled: reaches.every((reach) => isSettled(snapshot, reach)) };
}

function revisionsOf(snapshot: Snapshot, reach: Reach): string {
  const matched = seasonsOf(snapshot, reach);
  return matched.map(({ season, revision }) => `${season}:${revision}`).join(" ") || "none";
}

/**
 * A request is settled when every season it can match is there and published. A season that is not there yet can
 * come into being, so the newest season in reach must be one we have: that of `season`, of `to`, or of `game_id`.
 * Without any of them, or when nothing is in reach, the next night may bring rows. A season that closes a gap below
 * is not waited for: history is loaded before it is served.
 */
function isSettled(snapshot: Snapshot, reach: Reach): boolean {
  const { last } = seasonsInReach(reach);
  const matched = seasonsOf(snapshot, reach);
  const newest = snapshot.sports[reach.sport].seasons.at(-1)?.season ?? Number.NEGATIVE_INFINITY;
  return matched.length > 0 && last <= newest && matched.every(({ row }) => row.status === "published");
}

/**
 * The freshness of the lists of sports, teams and seasons. Any night may add a season or a team, so none is settled.
 * @param digest of its rows. @param page which part of the list it is, where it has several.
 */
export function listFreshness(tagged: Tagged, digest: string, ...page: readonly unknown[]): Freshness {
  return { etag: etagOf(tagged, ["list", digest, ...page]), isSettled: false };
}

/** The freshness of an answer that names the newest revision. The next night changes it. */
export function revisionFreshness(tagged: Tagged, question: unknown, format: Format): Freshness {
  const { revision } = tagged.snapshot;
  return { etag: etagOf(tagged, [format, question, "revision", revision]), isSettled: false };
}

/** @param question what is asked of the game beside its detail: the list, its filters, limit, cursor and format. */
export function gameFreshness(
  tagged: Tagged,
  { season, gameId }: { readonly season: SeasonShelf; readonly gameId: string },
  ...question: readonly unknown[]
): Freshness {
  const etag = etagOf(tagged, ["game", gameId, season.revision, ...question]);
  return { etag, isSettled: season.row.status === "published" };
}

/** The tag is weak, because the request id in `meta` is another in every answer. */
function etagOf({ snapshot, shape }: Tagged, parts: readonly unknown[]): string {
  const { archiveId, isSample } = snapshot;
  const text = JSON.stringify([shape, archiveId, isSample, ...parts]);
  return `W/"${hash("sha256", text, "base64url").slice(0, 22)}"`;
}
