/**
 * Answers ordinary requests (see `ordinary.ts`) without the framework, which costs more than all that we do for them. A
 * request that gets an error goes on to the framework with what is known of it, so that errors are made in one place.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Admission } from "../access/gate.ts";
import { matchesEtag } from "../http/etag.ts";
import type { OutageLog } from "../http/outage-log.ts";
import { type HeadLines, headLines } from "../http/raw-head.ts";
import { requestIdHeader } from "../http/request-id.ts";
import type { Snapshot } from "../shelf/load.ts";
import type { Shelf } from "../shelf/shelf.ts";
import { type Door, noteOutage, ownerOf } from "./authentication.ts";
import { apiHeaders } from "./browsers.ts";
import { type Followed, type FollowedBy, follow } from "./follow.ts";
import { formatOf } from "./format.ts";
import { KeptAnswer, KeptAnswers } from "./kept-answers.ts";
import { type Ordinary, type OrdinaryHeaders, readOrdinary } from "./ordinary.ts";
import { encodingOf, sendNotModified, sendOpened, sendPlain } from "./send.ts";
import { type SetsToday, setsHeader } from "./sets-today.ts";

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

export type LeanDependencies = {
  readonly door: Door;
  readonly shelf: Shelf;
  readonly archiveOutage: OutageLog;
  readonly followedBy: FollowedBy;
  readonly setsToday: SetsToday;
  /** The caller's address: only wrong keys are counted by it. */
  readonly addressOf: (request: IncomingMessage) => string;
};

/** A decision says what is known of a request before the framework gets it. */
export type Decided = {
  /** Null: the gate itself failed. */
  readonly admission: Admission | null;
  /** The error that went up; undefined: none did yet. */
  readonly failure?: unknown;
};

const decided = new WeakMap<IncomingMessage, Decided>();

export function decidedOf(request: IncomingMessage): Decided | null {
  return decided.get(request) ?? null;
}

/** The headers of every answer. */
const constantLines = headLines(Object.entries(apiHeaders).flat());

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
  const { door, followedBy, addressOf } = deps;
  const answers = new OrdinaryAnswers(deps);
  return (request, response) => {
    const ordinary = readOrdinary(request);
    if (ordinary === null) {
      framework(request, response);
      return;
    }
    const followed = follow(request, response, followedBy);
    followed.route = ordinary.route;
    const fail = (admission: Admission | null, failure?: unknown): void => {
      decided.set(request, { admission, failure });
      framework(request, response);
    };
    followed.ask();
    door.gate.admit(new Credentials(ordinary.headers, request, addressOf)).then(
      (admission) => {
        if (!followed.decide(admission)) return;
        noteOutage(door, admission);
        if (!admission.ok) fail(admission);
        else answers.send({ response, ordinary, followed, admission, url: request.url ?? "" }, fail);
      },
      (error: unknown) => {
        followed.fail();
        fail(null, error);
      },
    );
  };
}

type Admitted = {
  readonly response: ServerResponse;
  readonly ordinary: Ordinary;
  readonly followed: Followed;
  readonly admission: Extract<Admission, { readonly ok: true }>;
  readonly url: string;
};

/** Nothing but new answers is waited for: one that is kept goes out at once. */
class OrdinaryAnswers {
  readonly #shelf: Shelf;
  readonly #archiveOutage: OutageLog;
  readonly #setsToday: SetsToday;
  readonly #kept = new KeptAnswers();

  constructor({ shelf, archiveOutage, setsToday }: LeanDependencies) {
    this.#shelf = shelf;
    this.#archiveOutage = archiveOutage;
    this.#setsToday = setsToday;
  }

  send(admitted: Admitted, fail: (admission: Admission, failure: unknown) => void): void {
    const { ordinary, url } = admitted;
    const snapshot = this.#shelf.current;
    const key = keyOf(url, ordinary.accept);
    const known = ordinary.endpoint.isKept ? this.#kept.find(snapshot, key) : null;
    if (known !== null && this.#sendKnown(admitted, snapshot, known)) {
      this.#archiveOutage.passed();
      return;
    }
    this.#sendNew(admitted, snapshot, key, known).catch((failure: unknown) => fail(admitted.admission, failure));
  }

  /** False when something of it is yet to be made. */
  #sendKnown(admitted: Admitted, snapshot: Snapshot, answer: KeptAnswer): boolean {
    const { response, ordinary, followed } = admitted;
    const { ifNoneMatch, acceptEncoding } = ordinary.headers;
    if (matchesEtag(ifNoneMatch, answer.freshness.etag)) {
      sendNotModified(response, this.#linesOf(admitted, snapshot, answer.freshnessLines));
      return true;
    }
    const { made } = answer;
    if (made === null) return false;
    const after = made.body.after(followed.id);
    const encoding = encodingOf(acceptEncoding, made.body, after);
    if (encoding === null) {
      sendPlain(response, this.#linesOf(admitted, snapshot, made.lines), made.body, after, false);
      return true;
    }
    const opened = answer.opened(encoding);
    if (opened === null) return false;
    sendOpened(response, this.#linesOf(admitted, snapshot, made.lines), opened, after);
    return true;
  }

  async #sendNew(admitted: Admitted, snapshot: Snapshot, key: string, known: KeptAnswer | null): Promise<void> {
    const { ordinary, followed } = admitted;
    const { endpoint, headers } = ordinary;
    const answer = known ?? new KeptAnswer(await endpoint.answer(this.#shelf, ordinary));
    if (!matchesEtag(headers.ifNoneMatch, answer.freshness.etag)) {
      const { body } = answer.made ?? (await answer.make(ownerOf(admitted.admission.caller)));
      const encoding = encodingOf(headers.acceptEncoding, body, body.after(followed.id));
      if (encoding !== null && answer.opened(encoding) === null) await answer.open(body, encoding);
    }
    if (!this.#sendKnown(admitted, snapshot, answer)) throw new Error("an answer that was made is not there");
    if (endpoint.isKept && this.#shelf.current === snapshot) this.#kept.keep(snapshot, key, answer);
    this.#archiveOutage.passed();
  }

  /** The headers of an answer that goes to this caller. */
  #linesOf({ ordinary, followed, admission }: Admitted, { isSample }: Snapshot, ofAnswer: HeadLines): HeadLines {
    const { rate, quota } = admission.meters;
    const { route, query } = ordinary;
    const sets = setsHeader(this.#setsToday, route, admission.caller, query);
    const lines =
      `${constantLines}${ofAnswer}${requestIdHeader}: ${followed.id}\r\n` +
      `x-ratelimit-limit: ${rate.limit}\r\nx-ratelimit-remaining: ${rate.remaining}\r\n` +
      `x-ratelimit-reset: ${rate.resetAtS}\r\nx-quota-limit: ${quota.limit}\r\n` +
      `x-quota-remaining: ${quota.remaining}\r\nx-quota-reset: ${quota.resetAtS}\r\n${sets === null ? "" : `x-sets-today: ${sets}\r\n`}`;
    return isSample ? `${lines}x-dataset: sample\r\n` : lines;
  }
}

/** Where the caller's wishes decide on the format, they are part of the key. */
function keyOf(url: string, accept: string | undefined): string {
  return accept === undefined || accept === "*/*" ? url : `${formatOf(null, accept)} ${url}`;
}
