/**
 * A good answer as a value: how fresh it is, and how its body is made for a caller who does not have it yet. An endpoint
 * makes it of the snapshot and the question alone, so that it may be kept and sent to everybody who asks the same. Rows are
 * bytes already, so they are framed and sent, and never parsed.
 */

import Negotiator from "negotiator";
import { csvContentType, lineEnd } from "../contract/csv.ts";
import { type Format, separators } from "../contract/formats.ts";
import type { MetaValue } from "../query/pages.ts";
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
  readonly before: Buffer;
  /** Rows in order; `between` belongs between two pieces. */
  readonly pieces: readonly Buffer[];
  readonly between: Buffer;
  /** Makes the part that follows the pieces; no other part may name the request. */
  readonly after: (requestId: string) => Buffer;
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

const listBefore = Buffer.from('{"data":[');
const objectBefore = Buffer.from('{"data":');
const comma = Buffer.from(separators.json);
const newLine = Buffer.from(separators.csv);
const nothing = Buffer.alloc(0);

/**
 * @param pieces rows with commas between them.
 * @param moreMeta what this list says in `meta` beside what all lists do.
 */
export function listBody(
  pieces: readonly Buffer[],
  count: number,
  nextCursor: string | null,
  moreMeta: Readonly<Record<string, MetaValue>> = {},
): Body {
  const upToId = `],"next_cursor":${nextCursor === null ? "null" : `"${nextCursor}"`},"meta":{"count":${count},"request_id":"`;
  const more = JSON.stringify(moreMeta).slice(1, -1);
  const afterId = more === "" ? '"}}' : `",${more}}}`;
  return {
    contentType: contentTypes.json,
    before: listBefore,
    pieces,
    between: comma,
    after: (requestId) => Buffer.from(upToId + requestId + afterId, "latin1"),
    headers: [],
  };
}

type CsvPage = {
  readonly header: string;
  /** Rows with line ends between them. */
  readonly pieces: readonly Buffer[];
  readonly nextCursor: string | null;
  readonly fileName: string;
  /** Names and values in turns. */
  readonly headers?: readonly string[];
};

/** Every page has the header line, so that each can be read by itself [D-29]. */
function csvBody({ header, pieces, nextCursor, fileName, headers = [] }: CsvPage): Body {
  const after = pieces.length === 0 ? nothing : newLine;
  return {
    contentType: contentTypes.csv,
    before: Buffer.from(header + lineEnd),
    pieces,
    between: newLine,
    after: () => after,
    headers: [
      ...headers,
      ...["content-disposition", `attachment; filename="${fileName}"`],
      ...(nextCursor === null ? [] : ["x-next-cursor", nextCursor]),
    ],
  };
}

export function objectBody(object: Buffer): Body {
  return {
    contentType: contentTypes.json,
    before: objectBefore,
    pieces: [object],
    between: nothing,
    after: (requestId) => Buffer.from(`,"meta":{"request_id":"${requestId}"}}`, "latin1"),
    headers: [],
  };
}

/** A page of rows in the format that was asked for. */
export function pageBody(
  format: Format,
  {
    pieces,
    count,
    nextCursor,
    csvHeader,
    fileName,
    meta = {},
    headers = [],
  }: Omit<CsvPage, "header"> & {
    readonly count: number;
    readonly csvHeader: string;
    readonly meta?: Readonly<Record<string, MetaValue>>;
  },
): Body {
  if (format === "json") return { ...listBody(pieces, count, nextCursor, meta), headers };
  return { ...csvBody({ header: csvHeader, pieces, nextCursor, fileName, headers }) };
}
