/** Good answers under /v1. Nothing but new ones is waited for: an answer that is kept goes out at once. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Admission } from "../access/gate.ts";
import { wantsGzip } from "../http/encodings.ts";
import { matchesEtag } from "../http/etag.ts";
import type { Snapshot } from "../query/load.ts";
import type { Shelf } from "../query/shelf.ts";
import { formatOf, lengthOf, sendCompressed, sendNotModified, sendPlain } from "./answer.ts";
import { ownerOf } from "./authentication.ts";
import type { Followed } from "./follow.ts";
import { answerHeaders, apiHeaderList } from "./headers.ts";
import { KeptAnswer, KeptAnswers } from "./kept-answers.ts";
import type { AnsweredEndpoint } from "./list.ts";
import { SetsToday, setsHeader } from "./sets-today.ts";
import type { RouteTo } from "./target.ts";

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
