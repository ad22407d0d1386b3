/**
 * This file follows each request to its end: it notes whether anybody got the answer, writes one line to the log, and gives
 * back to the quota a request of whose answer no byte was sent [D-49]. A byte counts as sent when the operating system has
 * taken it for a connection that was still open to us.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Admission, Caller } from "../access/gate.ts";
import { logAnswer } from "./log.ts";

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

type Answering = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly watch: AnswerWatch | null;
  /** Whether the gate is deciding. The line in the log waits for it, because the line names the caller. */
  isAsking: boolean;
  caller: Caller | null;
  /** Null when the request was not counted, or was given back already. */
  admitted: Admitted | null;
  /** Null while the answer is under way. */
  sent: "whole" | "partly" | "nothing" | null;
};

const underWay = new WeakMap<FastifyRequest, Answering>();

/** Begins to follow a request; it must be called before anything else is done for it. */
export function watchAnswer(request: FastifyRequest, reply: FastifyReply, watch: AnswerWatch | null): void {
  const answering: Answering = { request, reply, watch, isAsking: false, caller: null, admitted: null, sent: null };
  underWay.set(request, answering);
  watch?.began();
  const { raw } = reply;
  const { socket } = request.raw;
  // An answer has no socket yet when its request came before the answer to an earlier one was written.
  let bytesBefore = raw.socket === null ? null : socket.bytesWritten;
  if (bytesBefore === null) {
    raw.once("socket", () => {
      bytesBefore = socket.bytesWritten;
    });
  }
  raw.once("finish", () => end(answering, "whole"));
  raw.once("close", () => {
    const isBegun = bytesBefore !== null && socket.bytesWritten > bytesBefore;
    end(answering, isBegun ? "partly" : "nothing");
  });
}

/** Asks the gate about a request. The answer is null when the caller has left meanwhile, so that nobody is to be answered. */
export async function admitted(request: FastifyRequest, ask: () => Promise<Admission>): Promise<Admission | null> {
  const answering = underWay.get(request);
  if (answering === undefined) return ask();
  answering.isAsking = true;
  try {
    const admission = await ask();
    answering.caller = admission.caller;
    if (admission.ok) answering.admitted = admission;
    return answering.sent === null ? admission : null;
  } finally {
    answering.isAsking = false;
    if (answering.sent !== null) conclude(answering);
  }
}

/** Hands over the request's admission to the one caller that gives it back. Null when there is nothing to give back. */
export function takeAdmission(request: FastifyRequest): Admitted | null {
  const answering = underWay.get(request);
  const admission = answering?.admitted ?? null;
  if (answering !== undefined) answering.admitted = null;
  return admission;
}

function end(answering: Answering, sent: "whole" | "partly" | "nothing"): void {
  if (answering.sent !== null) return;
  answering.sent = sent;
  if (!answering.isAsking) conclude(answering);
}

function conclude({ request, reply, watch, caller, sent }: Answering): void {
  // If this fails for now, the counting part tries it again by itself.
  if (sent === "nothing") void takeAdmission(request)?.giveBack();
  const route = request.routeOptions.url ?? null;
  const status = sent === "nothing" ? null : reply.statusCode;
  const elapsedMs = reply.elapsedTime;
  logAnswer(request, { route, status, elapsedMs, caller, isAborted: sent !== "whole" });
  watch?.ended(route, status, elapsedMs);
}
