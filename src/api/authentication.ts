/** Who asks, and whether they may [D-25]: the first question put to every request under /v1. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Admission, Gate } from "../access/gate.ts";
import type { Meters } from "../access/meters.ts";
import { ApiError } from "./errors.ts";

export type Door = {
  readonly gate: Gate;
  /** Where people manage their keys; refusals point to it. */
  readonly manageUrl: string;
};

type Admitted = Admission & { readonly ok: true };

/** Requests that were counted and are not answered yet. */
const admitted = new WeakMap<FastifyRequest, Admitted>();

/** Lets the request in, with the headers that tell what is left of the limits [D-39]; or throws 401, 403 or 429. */
export async function authenticate(door: Door, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const apiKey = request.headers["x-api-key"];
  const admission = await door.gate.admit({
    authorization: request.headers.authorization,
    apiKey: Array.isArray(apiKey) ? apiKey.join(", ") : apiKey,
    address: request.ip,
  });
  if (admission.meters !== null) reply.headers(headersOf(admission.meters));
  if (admission.ok) {
    admitted.set(request, admission);
    return;
  }
  if (admission.retryAfterS !== null) reply.header("retry-after", admission.retryAfterS);
  const isOfKey = admission.code === "unauthorized" || admission.code === "forbidden";
  throw new ApiError(
    admission.code,
    isOfKey ? `${admission.message}; keys are managed at ${door.manageUrl}` : admission.message,
  );
}

/** Before anything is sent: only 2xx and 304 count against the quota [D-38], the rest is given back. */
export async function settle(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const admission = admitted.get(request);
  if (admission === undefined) return;
  admitted.delete(request);
  const { statusCode } = reply;
  if ((statusCode >= 200 && statusCode < 300) || statusCode === 304) return;
  reply.headers(headersOf(await admission.giveBack()));
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
