/** The first check of every request under /v1: whose key it carries, and whether that key may ask [D-25]. */
import type { IncomingMessage } from "node:http";
import type { Admission, Caller, Gate } from "../access/gate.ts";
import type { OutageLog } from "../http/outage-log.ts";
import { ApiError } from "./errors.ts";
import type { Followed } from "./follow.ts";

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
export async function admit(
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
export function refusalOfKey(
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
