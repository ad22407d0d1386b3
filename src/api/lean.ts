/**
 * Answers ordinary requests (see `ordinary.ts`) without the framework, which costs more than all that we do for them. A
 * request that gets an error goes on to the framework with what is known of it, so that errors are made in one place.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Admission } from "../access/gate.ts";
import { matchesEtag } from "../http/etag.ts";
import type { OutageLog } from "../http/outage-log.ts";
import { requestIdHeader } from "../http/request-id.ts";
import type { Snapshot } from "../shelf/load.ts";
import type { Shelf } from "../shelf/shelf.ts";
import { askGate, type Door, limitHeadersOf } from "./authentication.ts";
import { apiHeaders } from "./browsers.ts";
import { type Followed, type FollowedBy, follow } from "./follow.ts";
import { formatOf } from "./format.ts";
import { KeptAnswer, KeptAnswers } from "./kept-answers.ts";
import { type Ordinary, type OrdinaryHeaders, readOrdinary } from "./ordinary.ts";
import { freshnessHeaders, sendBody, sendNotModified } from "./send.ts";

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

export type LeanDependencies = {
  readonly door: Door;
  readonly shelf: Shelf;
  readonly archiveOutage: OutageLog;
  readonly followedBy: FollowedBy;
  /** The caller's address: only wrong keys are counted by it. */
  readonly addressOf: (request: IncomingMessage) => string;
};

/** What was decided of a request before the framework got it. */
export type Decided = {
  readonly admission: Admission;
  /** What went wrong after it was admitted; undefined: nothing yet. */
  readonly failure?: unknown;
};

const decided = new WeakMap<IncomingMessage, Decided>();

export function decidedOf(request: IncomingMessage): Decided | null {
  return decided.get(request) ?? null;
}

/** The headers of every answer, names and values in turns. */
const constantHeaders = Object.entries(apiHeaders).flat();

/** Reads the address only when it is asked for, since a good key is let in from anywhere. */
class Credentials {
  readonly #headers: OrdinaryHeaders;
  readonly #request: IncomingMessage;
  readonly #addressOf: LeanDependencies["addressOf"];

  constructor(headers: OrdinaryHeaders, request: IncomingMessage, addressOf: LeanDependencies["addressOf"]) {
    this.#headers = headers;
    this.#request = request;
    this.#addressOf = addressOf;
  }

  get authorization(): string | undefined {
    return this.#headers.authorization;
  }

  get apiKey(): string | undefined {
    return this.#headers.apiKey;
  }

  get address(): string {
    return this.#addressOf(this.#request);
  }
}

/** @param framework answers what is not ordinary, and all errors. */
export function answerOrdinary(deps: LeanDependencies, framework: Listener): Listener {
  const { door, shelf, archiveOutage, followedBy, addressOf } = deps;
  const kept = new KeptAnswers();

  /** The answer that is kept for the question, or a new one. */
  async function answerOf(snapshot: Snapshot, key: string, { endpoint, ...question }: Ordinary): Promise<KeptAnswer> {
    const known = endpoint.isKept ? kept.find(snapshot, key) : null;
    return known ?? new KeptAnswer(await endpoint.answer(shelf, question));
  }

  async function send(
    request: IncomingMessage,
    response: ServerResponse,
    ordinary: Ordinary,
    followed: Followed,
    admission: Extract<Admission, { readonly ok: true }>,
  ): Promise<void> {
    const { headers, endpoint } = ordinary;
    const snapshot = shelf.current;
    const key = keyOf(request.url ?? "", headers.accept);
    const answer = await answerOf(snapshot, key, ordinary);
    const { freshness } = answer;
    const own = [requestIdHeader, followed.id, ...constantHeaders, ...limitHeadersOf(admission.meters)];
    if (snapshot.isSample) own.push("x-dataset", "sample");
    if (matchesEtag(headers.ifNoneMatch, freshness.etag)) {
      own.push(...freshnessHeaders(freshness));
      sendNotModified(response, own);
    } else {
      const body = answer.made ?? (await answer.make());
      own.push(...freshnessHeaders(freshness, body.etag));
      const { acceptEncoding } = headers;
      const asker = { requestId: followed.id, acceptEncoding, isHead: false };
      await sendBody(response, own, body, asker, (encoding) => answer.opened(body, encoding));
    }
    if (endpoint.isKept && shelf.current === snapshot) kept.keep(snapshot, key, answer);
    archiveOutage.passed();
  }

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    ordinary: Ordinary,
    followed: Followed,
  ): Promise<void> {
    const admission = await askGate(door, request, new Credentials(ordinary.headers, request, addressOf));
    if (admission === null) return;
    if (!admission.ok) {
      decided.set(request, { admission });
      framework(request, response);
      return;
    }
    try {
      await send(request, response, ordinary, followed, admission);
    } catch (failure) {
      decided.set(request, { admission, failure });
      framework(request, response);
    }
  }

  return (request, response) => {
    const ordinary = readOrdinary(request);
    if (ordinary === null) {
      framework(request, response);
      return;
    }
    const followed = follow(request, response, followedBy);
    followed.route = ordinary.route;
    void answer(request, response, ordinary, followed);
  };
}

/** Where the caller's wishes decide on the format, they are part of the key. */
function keyOf(url: string, accept: string | undefined): string {
  return accept === undefined || accept === "*/*" ? url : `${formatOf(null, accept)} ${url}`;
}
