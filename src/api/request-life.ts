/**
 * The life of a request of a program, under /v1 and at /mcp: it is followed to its end, let in, answered or refused. Only 2xx and 304 count
 * [D-38], so a request that is refused is given back to the quota before the error is sent.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyBaseLogger } from "fastify";
import type { Admission, Caller, Gate } from "../access/gate.ts";
import { hasSeveralHosts } from "../http/connections.ts";
import type { OutageLog } from "../http/log.ts";
import { ArchiveAway } from "../query/refusals.ts";
import type { Shelf } from "../query/shelf.ts";
import { ApiError, errorBody, errorHeaders, severalHosts, toApiError } from "./errors.ts";
import { type Followed, type FollowedBy, follow } from "./follow.ts";
import { answerHeaders } from "./headers.ts";

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
