/**
 * A good answer as a value: how fresh it is, and how its body is made for a caller who does not have it yet. An endpoint
 * makes it of the snapshot and the question alone, so that it may be kept and sent to everybody who asks the same.
 */

import Negotiator from "negotiator";
import { csvContentType, lineEnd } from "../contract/csv.ts";
import type { Format } from "../contract/formats.ts";
import type { MetaValue, Page } from "../query/pages.ts";
import type { Freshness } from "./freshness.ts";

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
