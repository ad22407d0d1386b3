/** Good answers under /v1. Nothing but new ones is waited for: an answer that is kept goes out at once. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import type { Admission } from "../access/gate.ts";
import { matchesEtag, type OpenBody, openBody, wantsGzip } from "../http/representation.ts";
import type { Snapshot } from "../query/load.ts";
import type { Shelf } from "../query/shelf.ts";
import {
  type Answer,
  type Body,
  formatOf,
  freshnessHeaders,
  lengthOf,
  sendCompressed,
  sendNotModified,
  sendPlain,
} from "./answer.ts";
import type { RouteTo } from "./endpoints.ts";
import type { Followed } from "./follow.ts";
import type { Freshness } from "./freshness.ts";
import { answerHeaders, apiHeaderList, SetsToday, setsHeader } from "./headers.ts";
import type { AnsweredEndpoint } from "./list.ts";
import { ownerOf } from "./request-life.ts";

/** A request whose key may ask, at a path that there is. */
export type Admitted<Endpoint = AnsweredEndpoint> = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly route: RouteTo<Endpoint>;
  readonly query: string;
  readonly followed: Followed;
  readonly admission: Extract<Admission, { readonly ok: true }>;
};

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
    const { request, route, query, followed, admission } = admitted;
    const { accept } = request.headers;
    const { endpoint, inPath } = route;
    const snapshot = this.#shelf.current;
    const key = keyOf(request.url ?? "", accept);
    const known = endpoint.isKept ? this.#kept.find(snapshot, key) : null;
    if (known !== null && this.#sendKnown(admitted, snapshot, known)) return;
    const answer = known ?? new KeptAnswer(await endpoint.answer(this.#shelf, { query, accept, inPath }));
    if (!isFresh(request, answer)) {
      const { body } = answer.made ?? (await answer.make(ownerOf(admission.caller)));
      const length = lengthOf(body.parts) + body.end(followed.id).length;
      if (wantsGzip(request.headers["accept-encoding"], length)) await answer.compress(body);
    }
    if (!this.#sendKnown(admitted, snapshot, answer)) throw new Error("an answer that was made is not there");
    if (endpoint.isKept && this.#shelf.current === snapshot) this.#kept.keep(snapshot, key, answer);
  }

  /** False when something of it is yet to be made. */
  #sendKnown(admitted: Admitted, snapshot: Snapshot, answer: KeptAnswer): boolean {
    const { request, response, followed } = admitted;
    const { made, compressed } = answer;
    if (isFresh(request, answer)) {
      sendNotModified(response, this.#headersOf(admitted, snapshot, answer.freshnessHeaders));
      return true;
    }
    if (made === null) return false;
    const end = made.body.end(followed.id);
    const isCompressed = wantsGzip(request.headers["accept-encoding"], lengthOf(made.body.parts) + end.length);
    if (isCompressed && compressed === null) return false;
    const headers = this.#headersOf(admitted, snapshot, made.headers);
    if (isCompressed && compressed !== null) sendCompressed(response, headers, compressed, end);
    else sendPlain(response, headers, made.body, end);
    return true;
  }

  /** The headers of an answer that goes to this caller. */
  #headersOf({ route, query, followed, admission }: Admitted, snapshot: Snapshot, ofAnswer: readonly string[]) {
    const headers = answerHeaders(apiHeaderList, followed.id, admission.meters, snapshot);
    headers.push(...ofAnswer);
    const sets = setsHeader(this.#setsToday, route.template, admission.caller, query);
    if (sets !== null) headers.push("x-sets-today", sets);
    return headers;
  }
}

function isFresh({ headers }: IncomingMessage, { freshness }: KeptAnswer): boolean {
  return matchesEtag(headers["if-none-match"], freshness.etag);
}

/** Where the caller's wishes decide on the format, they are part of the key. */
function keyOf(url: string, accept: string | undefined): string {
  return accept === undefined || accept === "*/*" ? url : `${formatOf(null, accept)} ${url}`;
}

/** Of the answers that are kept, together. */
const mostBytes = 64 * 1024 * 1024;
/** A larger answer is not kept: few ask for it twice. */
const largestBytes = 4 * 1024 * 1024;
/** For the entry itself, its key and headers. */
const bytesOfEntry = 2_000;
/** A longer question is not kept: it would take more memory than its answer. */
const longestKey = 1_000;

export type MadeBody = {
  readonly body: Body;
  /** The headers that the answer has whoever asks for it, names and values in turns. */
  readonly headers: readonly string[];
};

export class KeptAnswer {
  readonly freshness: Freshness;
  /** The headers of a 304 that it has whoever asks, names and values in turns. */
  readonly freshnessHeaders: readonly string[];
  readonly #make: Answer["make"];
  #made: MadeBody | null = null;
  #compressed: OpenBody | null = null;
  #compressing: Promise<OpenBody> | null = null;
  #bytes = bytesOfEntry;
  /** Its weight in bytes when it was kept; 0: it is not kept. */
  weighedBytes = 0;

  constructor({ freshness, make }: Answer) {
    this.freshness = freshness;
    this.freshnessHeaders = freshnessHeaders(freshness);
    this.#make = make;
  }

  /** How much memory it holds by itself. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Null: it has not been made yet. */
  get made(): MadeBody | null {
    return this.#made;
  }

  /** @param owner in whose turn it is computed. */
  async make(owner: string): Promise<MadeBody> {
    const body = await this.#make(owner);
    const { contentType, parts, headers: ofBody } = body;
    if (this.#made === null) this.#bytes += lengthOf(parts);
    const headers = [...this.freshnessHeaders, "content-type", contentType, ...ofBody];
    this.#made = { body, headers };
    return this.#made;
  }

  /** Null: the body has not been compressed yet. */
  get compressed(): OpenBody | null {
    return this.#compressed;
  }

  /** Compresses the body once, also for those who ask while that is under way. */
  async compress(body: Body): Promise<OpenBody> {
    this.#compressing ??= this.#compress(body);
    try {
      return await this.#compressing;
    } catch (error) {
      // A failure is not kept.
      this.#compressing = null;
      throw error;
    }
  }

  async #compress(body: Body): Promise<OpenBody> {
    const compressed = await openBody(Buffer.concat(body.parts));
    this.#compressed = compressed;
    this.#bytes += compressed.deflated.length;
    return compressed;
  }
}

/**
 * Answers that were made, for callers who ask the same again: all who walk a season ask for the same pages. Only what
 * follows from the snapshot and the question is kept, and only as long as that snapshot is served.
 */
export class KeptAnswers {
  readonly #kept = new LRUCache<string, KeptAnswer>({
    maxSize: mostBytes,
    maxEntrySize: largestBytes,
    sizeCalculation: ({ bytes }) => bytes,
  });
  #of: Snapshot | null = null;

  find(snapshot: Snapshot, key: string): KeptAnswer | null {
    if (snapshot !== this.#of) return null;
    return this.#kept.get(key) ?? null;
  }

  /** Keeps an answer, or weighs one anew that has grown. */
  keep(snapshot: Snapshot, key: string, answer: KeptAnswer): void {
    if (snapshot !== this.#of) {
      this.#kept.clear();
      this.#of = snapshot;
    }
    if (answer.weighedBytes === answer.bytes || key.length > longestKey) return;
    answer.weighedBytes = answer.bytes;
    this.#kept.set(key, answer);
  }
}
