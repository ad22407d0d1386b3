/**
 * A good answer as a value, and how it is sent: how fresh it is, and how its body is made for a caller who does not have it yet. An
 * endpoint makes it of the snapshot and the question alone, so that it may be kept and sent to everybody who asks the same. Nothing but
 * new answers is waited for: one that is kept goes out at once. Node leaves out the body of an answer to HEAD, so nothing here asks for
 * the method.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";
import { csvContentType, type Format, lineEnd } from "../contract/csv.ts";
import { closeBody, matchesEtag, type OpenBody, openBody, wantsGzip } from "../http/representation.ts";
import type { Snapshot } from "../query/load.ts";
import type { MetaValue } from "../query/pages.ts";
import type { Shelf } from "../query/shelf.ts";
import type { AdmittedKey, Followed } from "./connections.ts";
import { answerHeaders, apiHeaderList, SetsToday, vary } from "./headers.ts";

/** A question is all that a request asks of its endpoint. Nothing else of the request has a part in the answer. */
export type Question = {
  /** The query string as it came, without the question mark. */
  readonly query: string;
  readonly accept: string | undefined;
  /** The texts in the path, by the names that the contract gives them. */
  readonly inPath: PathTexts;
};

export type PathTexts = Readonly<Record<string, string>>;

export type AnsweredEndpoint<Path extends string = string> = {
  readonly path: Path;
  readonly isKept: boolean;
  readonly isOfFile: false;
  readonly answer: (shelf: Shelf, question: Question) => Answer | Promise<Answer>;
};

/** An endpoint below a file of a season, which the caller's key and the server's address have a part in. */
export type FileEndpoint<Path extends string = string> = {
  readonly path: Path;
  readonly isOfFile: true;
  readonly answer: "file" | "link";
};

/** A request whose key may ask, at a path that there is. */
export type Admitted<Endpoint = AnsweredEndpoint> = Omit<Question, "accept"> & {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly endpoint: Endpoint;
  readonly template: string;
  readonly followed: Followed;
  readonly admission: AdmittedKey;
};

export type Answer = {
  readonly freshness: Freshness;
  /**
   * Makes the body. A caller who has the answer already gets 304, and it is not made.
   * @param owner in whose turn it is computed, see `Computing`.
   */
  readonly make: (owner: string) => Body | Promise<Body>;
  /** The set of bets that it is about, which X-Sets-Today counts [A-14]. */
  readonly set?: string;
};

/** The ETag of an answer [D-34], and how long it may be kept [D-36]. */
export type Freshness = {
  readonly etag: string;
  /** Whether nothing that the request can match will change any more, as far as anyone knows. */
  readonly isSettled: boolean;
};

export type Body = {
  /** All but the end. Long rows are a part of their own: they are not copied. */
  readonly parts: readonly Buffer[];
  /** Makes the end; no other part may name the request. */
  readonly end: (requestId: string) => Buffer;
  /** Its Content-Type, and headers of this answer alone: names and values in turns, the names in lower case. */
  readonly headers: readonly string[];
};

const ofJson = ["content-type", "application/json; charset=utf-8"];

/** JSON is first, so that it answers callers without a preference. */
const contentTypes = [ofJson[1] as string, csvContentType];

/** The format of a list [D-29]: the parameter wins; without it Accept decides by its q-values; JSON where Accept leaves nothing. */
export function formatOf(asked: Format | null, accept: string | undefined): Format {
  if (asked !== null) return asked;
  if (accept === undefined || accept === "*/*") return "json";
  return new Negotiator({ headers: { accept } }).mediaType(contentTypes) === csvContentType ? "csv" : "json";
}

/** Up to this, rows are copied once, so that there is less to hand over at each request. */
const longestJoined = 65_536;

function partsOf(before: string, rows: Buffer): readonly Buffer[] {
  const head = Buffer.from(before);
  return rows.length > longestJoined ? [head, rows] : [Buffer.concat([head, rows])];
}

/** @param object as JSON. */
export function objectBody(object: string): Body {
  return {
    parts: [Buffer.from(`{"data":${object}`)],
    end: (requestId) => Buffer.from(`,"meta":{"request_id":"${requestId}"}}`, "latin1"),
    headers: ofJson,
  };
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
  headers: readonly string[] = [],
): Body {
  const upToId = `],"next_cursor":${nextCursor === null ? "null" : `"${nextCursor}"`},"meta":{"count":${count},"request_id":"`;
  const more = JSON.stringify(moreMeta).slice(1, -1);
  const afterId = more === "" ? '"}}' : `",${more}}}`;
  return {
    parts: partsOf('{"data":[', rows),
    end: (requestId) => Buffer.from(upToId + requestId + afterId, "latin1"),
    headers: [...ofJson, ...headers],
  };
}

type CsvFacts = {
  readonly nextCursor: string | null;
  readonly csvHeader: string;
  /** Of the file that it is saved as. */
  readonly fileName: string;
  readonly headers: readonly string[];
};

/** Every page of CSV has the header line, so that each can be read by itself [D-29]. */
export function csvBody(rows: Buffer, count: number, { nextCursor, csvHeader, fileName, headers }: CsvFacts): Body {
  const end = Buffer.from(count === 0 ? "" : lineEnd);
  return {
    parts: partsOf(csvHeader + lineEnd, rows),
    end: () => end,
    headers: [
      ...["content-type", csvContentType, ...headers],
      ...["content-disposition", `attachment; filename="${fileName}"`],
      ...(nextCursor === null ? [] : ["x-next-cursor", nextCursor]),
    ],
  };
}

const settledSeconds = 86_400;
const unsettledSeconds = 900;

export class GoodAnswers {
  readonly #shelf: Shelf;
  readonly #setsToday = new SetsToday();
  readonly #kept = new KeptAnswers();

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  /** @throws what the endpoint throws, before a byte is sent. */
  send(admitted: Admitted): Promise<void> {
    return this.#shelf.whenOpen(() => this.#send(admitted));
  }

  async #send(admitted: Admitted): Promise<void> {
    const { request, response, endpoint, inPath, query, followed, admission } = admitted;
    const { accept, "accept-encoding": acceptEncoding, "if-none-match": ifNoneMatch } = request.headers;
    const snapshot = this.#shelf.current;
    const key = keyOf(request.url ?? "", accept);
    const known = endpoint.isKept ? this.#kept.find(snapshot, key) : null;
    let answer = known ?? openAnswer(await endpoint.answer(this.#shelf, { query, accept, inPath }));
    if (matchesEtag(ifNoneMatch, answer.freshness.etag)) {
      // No body, and no Content-Length: RFC 9110 8.6 allows that of the 200 or none.
      response.writeHead(304, this.#headersOf(admitted, snapshot, answer.headers, answer.set)).end();
    } else {
      const body = answer.body ?? withHeaders(answer, await answer.make(`account ${admission.caller.accountId ?? ""}`));
      const end = body.end(followed.id);
      const isCompressed = wantsGzip(acceptEncoding, lengthOf(body.parts) + end.length);
      const gzip = answer.gzip ?? (isCompressed ? await openBody(Buffer.concat(body.parts)) : null);
      if (body !== answer.body || gzip !== answer.gzip) answer = { ...answer, body, gzip };
      const headers = this.#headersOf(admitted, snapshot, body.headers, answer.set);
      if (isCompressed) headers.push("content-encoding", "gzip");
      write(response, headers, isCompressed && gzip !== null ? closeBody(gzip, end) : [...body.parts, end]);
    }
    if (answer === known) return;
    const isKept = endpoint.isKept && this.#shelf.current === snapshot && this.#kept.keep(snapshot, key, answer);
    const isSharedBody = isKept || answer.body === known?.body;
    if (!isSharedBody) response.once("finish", () => answer.body?.parts.forEach(giveBack));
  }

  #headersOf({ followed, admission }: Admitted, snapshot: Snapshot, ofAnswer: readonly string[], set?: string) {
    const headers = answerHeaders(apiHeaderList, followed.id, admission.meters, snapshot);
    headers.push(...ofAnswer);
    const { accountId } = admission.caller;
    if (set !== undefined && accountId !== null) {
      headers.push("x-sets-today", this.#setsToday.count(accountId, set, new Date()));
    }
    return headers;
  }
}

function withHeaders({ headers }: KeptAnswer, body: Body): Body {
  return { ...body, headers: [...headers, ...body.headers] };
}

/**
 * Gives the memory of long rows back as soon as they are sent. Otherwise it is free after the next full collection, and twenty pages of
 * 1,000 bets bring one about, which costs as much as they do. Short parts may share their memory with others.
 */
function giveBack({ length, buffer }: Buffer): void {
  if (length > longestJoined && length === buffer.byteLength) (buffer as ArrayBuffer).transfer(0);
}

function lengthOf(parts: readonly Buffer[]): number {
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

/** Where the caller's wishes decide on the format, they are part of the key. */
function keyOf(url: string, accept: string | undefined): string {
  return accept === undefined || accept === "*/*" ? url : `${formatOf(null, accept)} ${url}`;
}

/** Of the answers that are kept, together. */
const mostBytes = 32 * 1024 * 1024;
/** A larger answer is not kept: few ask for it twice. */
const largestBytes = 4 * 1024 * 1024;
/** For the entry itself, its key and headers. */
const bytesOfEntry = 2_000;
/** A longer question is not kept: it would take more memory than its answer. */
const longestKey = 1_000;

/** An answer with as much of it as was made: its body, and that compressed; null: nobody has wanted it. */
type KeptAnswer = Answer & {
  /** The headers that caches need. Names and values in turns. */
  readonly headers: readonly string[];
  readonly body: Body | null;
  readonly gzip: OpenBody | null;
};

export function openAnswer(answer: Answer): KeptAnswer {
  const { etag, isSettled } = answer.freshness;
  const cacheControl = `public, max-age=${isSettled ? settledSeconds : unsettledSeconds}`;
  return { ...answer, headers: ["etag", etag, "cache-control", cacheControl, "vary", vary], body: null, gzip: null };
}

/** So many questions that were asked once are remembered. */
const mostAskedOnce = 5_000;

/**
 * Answers that were made, for callers who ask the same again: all who walk a season ask for the same pages. Only what
 * follows from the snapshot and the question is kept, from the second time on that it is asked, and only as long as that snapshot is
 * served: answers that nobody asks for twice would push out the others, and be garbage that is old when it is collected.
 */
export class KeptAnswers {
  readonly #kept = new LRUCache<string, KeptAnswer>({
    maxSize: mostBytes,
    maxEntrySize: largestBytes,
    sizeCalculation: ({ body, gzip }) => bytesOfEntry + lengthOf(body?.parts ?? []) + (gzip?.deflated.length ?? 0),
  });
  readonly #askedOnce = new LRUCache<string, true>({ max: mostAskedOnce });
  #of: Snapshot | null = null;

  find(snapshot: Snapshot, key: string): KeptAnswer | null {
    if (snapshot !== this.#of) return null;
    return this.#kept.get(key) ?? null;
  }

  /** @param answer one that has grown takes the place of the one before. @returns whether it is kept. */
  keep(snapshot: Snapshot, key: string, answer: KeptAnswer): boolean {
    if (snapshot !== this.#of) {
      this.#kept.clear();
      this.#askedOnce.clear();
      this.#of = snapshot;
    }
    if (key.length > longestKey) return false;
    if (this.#kept.has(key) || this.#askedOnce.has(key)) return this.#kept.set(key, answer).has(key);
    this.#askedOnce.set(key, true);
    return false;
  }
}
