/** The first check of every request under /v1: whose key it carries, and whether that key may ask [D-25]. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Admission, Caller, Gate } from "../access/gate.ts";
import type { Meters } from "../access/meters.ts";
import type { OutageLog } from "../http/outage-log.ts";
import { ApiError } from "./errors.ts";
import { type AnswerWatch, followedOf } from "./follow.ts";

export type Door = {
  readonly gate: Gate;
  /** The address where people manage their keys; refusals point to it. */
  readonly manageUrl: string;
  readonly outage: OutageLog;
  /** Null: nobody watches. */
  readonly watch: AnswerWatch | null;
};

/** Tells the log of outages what the gate said. */
export function noteOutage({ outage }: Pick<Door, "outage">, admission: Admission): void {
  if (!admission.ok && admission.code === "unavailable") outage.met(admission.cause);
  else outage.passed();
}

async function askGate(
  door: Door,
  request: FastifyRequest["raw"],
  credentials: Parameters<Gate["admit"]>[0],
): Promise<Admission | null> {
  const followed = followedOf(request);
  followed?.ask();
  let admission: Admission;
  try {
    admission = await door.gate.admit(credentials);
  } catch (error) {
    followed?.fail();
    throw error;
  }
  if (followed?.decide(admission) === false) return null;
  noteOutage(door, admission);
  return admission;
}

/**
 * Admits the request, and sets the headers that tell what is left of the limits [D-39].
 * @param decided what the gate has said already; null: it is asked.
 * @returns false when the caller has left, so that nobody is to be answered.
 * @throws ApiError with 401, 403, 429 or 503 when the request is not admitted.
 */
export async function authenticate(
  door: Door,
  request: FastifyRequest,
  reply: FastifyReply,
  decided: Admission | null = null,
): Promise<boolean> {
  const apiKey = request.headers["x-api-key"];
  const credentials = {
    authorization: request.headers.authorization,
    apiKey: Array.isArray(apiKey) ? apiKey.join(", ") : apiKey,
    address: request.ip,
  };
  const admission = decided ?? (await askGate(door, request.raw, credentials));
  if (admission === null) return false;
  if (admission.meters !== null) reply.headers(Object.fromEntries(pairsOf(admission.meters)));
  if (admission.ok) return true;
  if (admission.retryAfterS !== null) reply.header("retry-after", admission.retryAfterS);
  const isOfKey = admission.code === "unauthorized" || admission.code === "forbidden";
  throw new ApiError(admission.code, isOfKey ? withManageUrl(admission.message, door.manageUrl) : admission.message);
}

/** In whose turn something is computed, see `turns`. */
export function ownerOf(caller: Caller | null): string {
  return `account ${caller?.accountId ?? ""}`;
}

/** The message of an error that is about the key itself. */
export function withManageUrl(message: string, manageUrl: string): string {
  return `${message}; keys are managed at ${manageUrl}`;
}

/** Gives a request back to the quota before its error is sent: only 2xx and 304 count against the quota [D-38]. */
export async function settle(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { statusCode } = reply;
  if ((statusCode >= 200 && statusCode < 300) || statusCode === 304) return;
  const admission = followedOf(request.raw)?.takeAdmission() ?? null;
  if (admission !== null) reply.headers(Object.fromEntries(pairsOf(await admission.giveBack())));
}

function pairsOf(meters: Meters): [name: string, value: string][] {
  const headers = limitHeadersOf(meters);
  return Array.from({ length: headers.length / 2 }, (_, pair) => [
    headers[2 * pair] as string,
    headers[2 * pair + 1] as string,
  ]);
}

/** Names and values in turns. */
function limitHeadersOf({ rate, quota }: Meters): string[] {
  return [
    "x-ratelimit-limit",
    String(rate.limit),
    "x-ratelimit-remaining",
    String(rate.remaining),
    "x-ratelimit-reset",
    String(rate.resetAtS),
    "x-quota-limit",
    String(quota.limit),
    "x-quota-remaining",
    String(quota.remaining),
    "x-quota-reset",
    String(quota.resetAtS),
  ];
}
