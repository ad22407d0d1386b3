/**
 * What becomes of each request: whether anybody got its answer, one line in the log, and what was charged for an answer of
 * which no byte was sent is given back [D-49]. A byte is sent when the operating system has taken it for a connection that
 * was still open to us.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Admission, Caller } from "../access/gate.ts";
import { logAnswer } from "./log.ts";

type Admitted = Extract<Admission, { readonly ok: true }>;

type Answering = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Whether the gate is deciding; a request's line waits for it, because it names the caller. */
  isAsking: boolean;
  caller: Caller | null;
  /** Null: not counted, or given back already. */
  admitted: Admitted | null;
  /** Null: the answer is under way. */
  sent: "whole" | "partly" | "nothing" | null;
};

const underWay = new WeakMap<FastifyRequest, Answering>();

/** Comes before anything else is done for a request. */
export function watchAnswer(request: FastifyRequest, reply: FastifyReply): void {
  const answering: Answering = { request, reply, isAsking: false, caller: null, admitted: null, sent: null };
  underWay.set(request, answering);
  const { raw } = reply;
  const { socket } = request.raw;
  // Of a request that came before the answer to an earlier one was written, the answer has no socket yet.
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

/** Asks the gate about a request. Null: meanwhile its caller has left, and there is nobody to answer. */
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

/** The request's admission, for who gives it back; from now on nobody else does. Null: there is nothing to give back. */
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

function conclude({ request, reply, caller, sent }: Answering): void {
  // Should that fail for now, it is tried again by those who count.
  if (sent === "nothing") void takeAdmission(request)?.giveBack();
  logAnswer(request, reply, { caller, isSent: sent !== "nothing", isAborted: sent !== "whole" });
}
