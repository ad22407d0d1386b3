/**
 * This file follows each request to its end: it notes whether anybody got the answer, writes one line to the log, and gives
 * back to the quota a request of whose answer no byte was sent [D-49]. A byte counts as sent when the operating system has
 * taken it for a connection that was still open to us.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyBaseLogger } from "fastify";
import type { Admission, Caller } from "../access/gate.ts";
import { makeRequestId, writeInfo } from "../http/log.ts";
import { healthPath, readyPath } from "./health.ts";

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
