/** Who asks, and whether they may [D-25]: the first question put to every request under /v1. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Gate } from "../access/gate.ts";
import type { Meters } from "../access/meters.ts";
import type { OutageLog } from "../http/outage-log.ts";
import { admitted, takeAdmission } from "./answers.ts";
import { ApiError } from "./errors.ts";

export type Door = {
  readonly gate: Gate;
  /** Where people manage their keys; refusals point to it. */
  readonly manageUrl: string;
  readonly outage: OutageLog;
};

/**
 * Lets the request in, with the headers that tell what is left of the limits [D-39]; or throws 401, 403, 429 or 503.
 * False: its caller has left, and nobody is to be answered.
 */
export async function authenticate(door: Door, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  const apiKey = request.headers["x-api-key"];
  const credentials = {
    authorization: request.headers.authorization,
    apiKey: Array.isArray(apiKey) ? apiKey.join(", ") : apiKey,
    address: request.ip,
  };
  const admission = await admitted(request, () => door.gate.admit(credentials));
  if (admission === null) return false;
  if (!admission.ok && admission.code === "unavailable") door.outage.met(admission.cause);
  else door.outage.passed();
  if (admission.meters !== null) reply.headers(headersOf(admission.meters));
  if (admission.ok) return true;
  if (admission.retryAfterS !== null) reply.header("retry-after", admission.retryAfterS);
  const isOfKey = admission.code === "unauthorized" || admission.code === "forbidden";
  throw new ApiError(admission.code, isOfKey ? withManageUrl(admission.message, door.manageUrl) : admission.message);
}

/** The message of an error that is about the key itself. */
export function withManageUrl(message: string, manageUrl: string): string {
  return `${message}; keys are managed at ${manageUrl}`;
}

/** Before anything is sent: only 2xx and 304 count against the quota [D-38], the rest is given back. */
export async function settle(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { statusCode } = reply;
  if ((statusCode >= 200 && statusCode < 300) || statusCode === 304) return;
  const admission = takeAdmission(request);
  if (admission !== null) reply.headers(headersOf(await admission.giveBack()));
}

function headersOf({ rate, quota }: Meters): Record<string, number> {
  return {
    "x-ratelimit-limit": rate.limit,
    "x-ratelimit-remaining": rate.remaining,
    "x-ratelimit-reset": rate.resetAtS,
    "x-quota-limit": quota.limit,
    "x-quota-remaining": quota.remaining,
    "x-quota-reset": quota.resetAtS,
  };
}
