/** The first check of every request under /v1: whose key it carries, and whether that key may ask [D-25]. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Gate } from "../access/gate.ts";
import type { Meters } from "../access/meters.ts";
import type { OutageLog } from "../http/outage-log.ts";
import { type AnswerWatch, admitted, takeAdmission } from "./answers.ts";
import { ApiError } from "./errors.ts";

export type Door = {
  readonly gate: Gate;
  /** The address where people manage their keys; refusals point to it. */
  readonly manageUrl: string;
  readonly outage: OutageLog;
  /** Null: nobody watches. */
  readonly watch: AnswerWatch | null;
};

/**
 * Admits the request, and sets the headers that tell what is left of the limits [D-39].
 * @returns false when the caller has left, so that nobody is to be answered.
 * @throws ApiError with 401, 403, 429 or 503 when the request is not admitted.
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

/** Gives a request back to the quota before its error is sent: only 2xx and 304 count against the quota [D-38]. */
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
