/**
 * The life of a request of a program, under /v1 and at /mcp: it is followed to its end, let in, answered or refused. Only 2xx and 304 count
 * [D-38], so a request that is refused is given back to the quota before the error is sent.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyBaseLogger } from "fastify";
import type { Admission, Caller, Gate } from "../access/gate.ts";
import { hasSeveralHosts } from "../http/connections.ts";
import { makeRequestId, type OutageLog, writeInfo } from "../http/log.ts";
import { ArchiveAway } from "../query/refusals.ts";
import type { Shelf } from "../query/shelf.ts";
import { ApiError, errorBody, errorHeaders, severalHosts, toApiError } from "./errors.ts";
import { answerHeaders } from "./headers.ts";
import { healthPath, readyPath } from "./health.ts";

export type LifeParts = FollowedBy & {
  readonly door: Door;
  readonly shelf: Shelf;
  readonly log: FastifyBaseLogger;
  readonly archiveOutage: OutageLog;
};

type LetIn = Extract<Admission, { readonly ok: true }>;

/** Answers a request once `letIn` has let it in, which gives null where the caller has left and nobody is to be answered. */
type Work = (followed: Followed, letIn: (keyId: string | null) => Promise<LetIn | null>) => Promise<void>;

/** @param always the headers of every answer, names and values in turns. */
export function requestLife(parts: LifeParts, always: readonly string[]) {
  const { door, shelf, log, archiveOutage } = parts;

  /** @param route as the log and the metrics name it; null: there is none. */
  return (request: IncomingMessage, response: ServerResponse, route: string | null, work: Work): void => {
    const followed = follow(request, response, parts);
    followed.route = route;
    live(request, response, followed, work).catch((error: unknown) => {
      log.error({ requestId: followed.id, err: error }, "a request could not be answered at all");
      response.destroy();
    });
  };

  async function live(
    request: IncomingMessage,
    response: ServerResponse,
    followed: Followed,
    work: Work,
  ): Promise<void> {
    let admission: Admission | null = null;
    try {
      if (hasSeveralHosts(request)) throw severalHosts();
      await work(followed, async (keyId) => {
        admission = await admit(door, request, followed, keyId);
        if (admission !== null && !admission.ok) throw refusalOfKey(admission, door.manageUrl);
        return admission;
      });
      archiveOutage.passed();
    } catch (thrown) {
      await refuse(response, followed, admission, thrown);
    }
  }

  /** @throws what comes after the first byte was sent. */
  async function refuse(response: ServerResponse, followed: Followed, admission: Admission | null, thrown: unknown) {
    if (response.headersSent) throw thrown;
    const error = toApiError(thrown);
    // An outage is logged where it is noticed, and not for each request.
    if (thrown instanceof ArchiveAway) archiveOutage.met(thrown.cause);
    else if (error.code === "internal") log.error({ requestId: followed.id, err: thrown }, "a request failed");
    const meters = followed.takeAdmission()?.giveBack() ?? admission?.meters ?? null;
    const body = errorBody(error);
    const headers = answerHeaders(always, followed.id, meters, admission?.ok === true ? shelf.current : null);
    headers.push(...Object.entries(errorHeaders(error)).flat(), "content-length", String(Buffer.byteLength(body)));
    response.writeHead(error.status, headers).end(body);
  }
}

/** The first check of every request of a program: whose key it carries, and whether that key may ask [D-25]. */
export type Door = {
  readonly gate: Gate;
  /** The address where people manage their keys; refusals point to it. */
  readonly manageUrl: string;
  readonly outage: OutageLog;
  /** The caller's address: only wrong keys are counted by it. */
  readonly addressOf: (request: IncomingMessage) => string;
};

/**
 * The key that came with a request. The address is read only where it is needed: a good key is let in from anywhere. A class,
 * because a getter in an object literal would give each request a shape of its own, which V8 keeps, with the request, until the
 * next full collection.
 */
class SentCredentials {
  readonly #request: IncomingMessage;
  readonly #addressOf: Door["addressOf"];
  readonly authorization: string | undefined;
  readonly apiKey: string | undefined;

  constructor(request: IncomingMessage, { addressOf }: Door) {
    const { authorization, "x-api-key": apiKey } = request.headers;
    this.#request = request;
    this.#addressOf = addressOf;
    this.authorization = authorization;
    this.apiKey = Array.isArray(apiKey) ? apiKey.join(", ") : apiKey;
  }

  get address(): string {
    return this.#addressOf(this.#request);
  }
}

/**
 * Asks the gate; null: the caller has left meanwhile, so that nobody is to be answered.
 * @param keyId of the key that a signed address counts on; null: the key is in a header.
 */
async function admit(
  door: Door,
  request: IncomingMessage,
  followed: Followed,
  keyId: string | null,
): Promise<Admission | null> {
  followed.ask();
  let admission: Admission;
  try {
    admission = await (keyId === null
      ? door.gate.admit(new SentCredentials(request, door))
      : door.gate.admitById(keyId));
  } catch (error) {
    followed.fail();
    throw error;
  }
  if (!followed.decide(admission)) return null;
  if (!admission.ok && admission.code === "unavailable") door.outage.met(admission.cause);
  else door.outage.passed();
  return admission;
}

/** The error for a request that was not let in: 401, 403, 429 or 503. */
function refusalOfKey(
  { code, message, retryAfterS }: Extract<Admission, { readonly ok: false }>,
  manageUrl: string,
): ApiError {
  const isOfKey = code === "unauthorized" || code === "forbidden";
  return new ApiError(code, isOfKey ? withManageUrl(message, manageUrl) : message, { retryAfterS });
}

/** The owner of what is computed for a caller: the queue serves owners in turns [D-54]. */
export function ownerOf(caller: Caller | null): string {
  return `account ${caller?.accountId ?? ""}`;
}

/** The message of an error that is about the key itself. */
export function withManageUrl(message: string, manageUrl: string): string {
  return `${message}; keys are managed at ${manageUrl}`;
}

type Admitted = Extract<Admission, { readonly ok: true }>;

/** Is told of every request, whatever becomes of it. It must not throw. */
export type AnswerWatch = {
  began(): void;
  /**
   * @param route the route's template, never what the caller wrote; null when no route matched.
   * @param status null when no byte was sent.
   */
  ended(route: string | null, status: number | null, elapsedMs: number): void;
};

/** A property of the request, since a map by weak keys would grow until the next full collection. */
const following = Symbol("following");
type Carrier = IncomingMessage & { [following]?: Followed };

export type FollowedBy = {
  readonly log: FastifyBaseLogger;
  /** Null: nobody watches. */
  readonly watch: AnswerWatch | null;
};

/**
 * A request that is followed to its end: whether anybody got the answer is noted, a line is written to the log, and a request of whose
 * answer no byte was sent is given back to the quota [D-49]. A byte counts as sent when the operating system has taken it for a
 * connection that was still open to us.
 */
export class Followed {
  /** The request id that callers are told. */
  readonly id: string;
  /** The template of its route; null while none has matched. */
  route: string | null = null;
  readonly #by: FollowedBy;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #begunMs = performance.now();
  /** The number of bytes that the socket had sent before this answer; null while an earlier answer of the connection is under way. */
  #bytesBefore: number | null;
  /** Whether the gate is deciding. The line in the log waits for it, because the line names the caller. */
  #isAsking = false;
  #caller: Caller | null = null;
  /** Null when the request was not counted, or was given back already. */
  #admitted: Admitted | null = null;
  /** Null while the answer is under way. */
  #sent: "whole" | "partly" | "nothing" | null = null;

  constructor(request: IncomingMessage, response: ServerResponse, by: FollowedBy, id: string) {
    this.id = id;
    this.#by = by;
    this.#request = request;
    this.#response = response;
    by.watch?.began();
    const { socket } = request;
    // An answer has no socket yet when its request came before the answer to an earlier one was written.
    this.#bytesBefore = response.socket === null ? null : socket.bytesWritten;
    if (this.#bytesBefore === null) {
      response.once("socket", () => {
        this.#bytesBefore = socket.bytesWritten;
      });
    }
    (request as Carrier)[following] = this;
    response.on("finish", finished);
    response.on("close", closed);
  }

  /** Whose key it was; null while that is not known, and for a key that nobody knows. */
  get caller(): Caller | null {
    return this.#caller;
  }

  /** The gate is asked from now on, until `decide` or `fail`. */
  ask(): void {
    this.#isAsking = true;
  }

  /** Notes what the gate said. False when the caller has left meanwhile, so that nobody is to be answered. */
  decide(admission: Admission): boolean {
    this.#isAsking = false;
    this.#caller = admission.caller;
    if (admission.ok) this.#admitted = admission;
    if (this.#sent === null) return true;
    this.#conclude();
    return false;
  }

  /** Notes that the gate said nothing. */
  fail(): void {
    this.#isAsking = false;
    if (this.#sent !== null) this.#conclude();
  }

  /** Hands over the request's admission to the one caller that gives it back. Null when there is nothing to give back. */
  takeAdmission(): Admitted | null {
    const admission = this.#admitted;
    this.#admitted = null;
    return admission;
  }

  finish(): void {
    this.#end("whole");
  }

  close(): void {
    const isBegun = this.#bytesBefore !== null && this.#request.socket.bytesWritten > this.#bytesBefore;
    this.#end(isBegun ? "partly" : "nothing");
  }

  #end(sent: "whole" | "partly" | "nothing"): void {
    if (this.#sent !== null) return;
    this.#sent = sent;
    if (!this.#isAsking) this.#conclude();
  }

  #conclude(): void {
    const isUnsent = this.#sent === "nothing";
    if (isUnsent) this.takeAdmission()?.giveBack();
    const { route } = this;
    const status = isUnsent ? null : this.#response.statusCode;
    const elapsedMs = performance.now() - this.#begunMs;
    this.#log(status, elapsedMs);
    this.#by.watch?.ended(route, status, elapsedMs);
  }

  /** The one line of a request names the route, never the path or the query, which may hold a key. None of its texts is a caller's own. */
  #log(status: number | null, elapsedMs: number): void {
    const isAborted = this.#sent !== "whole";
    const about = {
      requestId: this.id,
      method: this.#request.method ?? "",
      route: this.route,
      status,
      elapsedMs: Math.round(elapsedMs * 1000) / 1000,
      ...(this.#caller === null ? {} : { account: this.#caller.accountId, key: this.#caller.keyPrefix }),
      ...(isAborted ? { aborted: true } : {}),
    };
    const message = isAborted ? "the caller left" : "answered";
    if (dull.has(this.route)) this.#by.log.debug(about, message);
    else writeInfo(this.#by.log, about, message);
  }
}

/** The following of a request; it begins with the first call, which must come before anything else is done for the request. */
export function follow(
  request: IncomingMessage,
  response: ServerResponse,
  by: FollowedBy,
  id: string = makeRequestId(),
): Followed {
  return (request as Carrier)[following] ?? new Followed(request, response, by, id);
}

/** The following of a request that has begun. */
export function followedOf(request: IncomingMessage): Followed | null {
  return (request as Carrier)[following] ?? null;
}

function finished(this: ServerResponse): void {
  followedOf(this.req)?.finish();
}

function closed(this: ServerResponse): void {
  followedOf(this.req)?.close();
}

/** Load balancers ask for these paths every second, which would bury all other lines. */
const dull = new Set<string | null>([healthPath, readyPath]);
