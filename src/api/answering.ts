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
import { answerHeaders, apiHeaderList, SetsToday, setsHeader } from "./headers.ts";
import type { AnsweredEndpoint, RouteTo } from "./list.ts";
import { type Followed, ownerOf } from "./request-life.ts";

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
    const { request, response, route, query, followed, admission } = admitted;
    const { accept, "accept-encoding": acceptEncoding, "if-none-match": ifNoneMatch } = request.headers;
    const { endpoint, inPath } = route;
    const snapshot = this.#shelf.current;
    const key = keyOf(request.url ?? "", accept);
    const known = endpoint.isKept ? this.#kept.find(snapshot, key) : null;
    let answer = known ?? openAnswer(await endpoint.answer(this.#shelf, { query, accept, inPath }));
    if (matchesEtag(ifNoneMatch, answer.freshness.etag)) {
      sendNotModified(response, this.#headersOf(admitted, snapshot, answer.headers));
    } else {
      const body = answer.body ?? withHeaders(answer.headers, await answer.make(ownerOf(admission.caller)));
      const end = body.end(followed.id);
      const isCompressed = wantsGzip(acceptEncoding, lengthOf(body.parts) + end.length);
      const gzip = answer.gzip ?? (isCompressed ? await openBody(Buffer.concat(body.parts)) : null);
      if (body !== answer.body || gzip !== answer.gzip) answer = { ...answer, body, gzip };
      const headers = this.#headersOf(admitted, snapshot, body.headers);
      if (isCompressed && gzip !== null) sendCompressed(response, headers, gzip, end);
      else sendPlain(response, headers, body, end);
    }
    if (answer !== known && endpoint.isKept && this.#shelf.current === snapshot) this.#kept.keep(snapshot, key, answer);
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

/** An answer with as much of it as was made: its body, and that compressed; null: nobody has wanted it. */
type KeptAnswer = Answer & {
  /** Of a 304, whoever asks; a body has them too, and its own. Names and values in turns. */
  readonly headers: readonly string[];
  readonly body: Body | null;
  readonly gzip: OpenBody | null;
};

export function openAnswer(answer: Answer): KeptAnswer {
  return { ...answer, headers: freshnessHeaders(answer.freshness), body: null, gzip: null };
}

function withHeaders(headers: readonly string[], body: Body): Body {
  return { ...body, headers: [...headers, "content-type", body.contentType, ...body.headers] };
}

/**
 * Answers that were made, for callers who ask the same again: all who walk a season ask for the same pages. Only what
 * follows from the snapshot and the question is kept, and only as long as that snapshot is served.
 */
export class KeptAnswers {
  readonly #kept = new LRUCache<string, KeptAnswer>({
    maxSize: mostBytes,
    maxEntrySize: largestBytes,
    sizeCalculation: ({ body, gzip }) => bytesOfEntry + lengthOf(body?.parts ?? []) + (gzip?.deflated.length ?? 0),
  });
  #of: Snapshot | null = null;

  find(snapshot: Snapshot, key: string): KeptAnswer | null {
    if (snapshot !== this.#of) return null;
    return this.#kept.get(key) ?? null;
  }

  /** @param answer one that has grown takes the place of the one before. */
  keep(snapshot: Snapshot, key: string, answer: KeptAnswer): void {
    if (snapshot !== this.#of) {
      this.#kept.clear();
      this.#of = snapshot;
    }
    if (key.length <= longestKey) this.#kept.set(key, answer);
  }
}
