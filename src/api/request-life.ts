/**
 * The life of a request of a program, under /v1 and at /mcp: it is followed to its end, let in, answered or refused. Only 2xx and 304 count
 * [D-38], so a request that is refused is given back to the quota before the error is sent.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyBaseLogger } from "fastify";
import type { Admission } from "../access/gate.ts";
import { hasSeveralHosts } from "../http/connections.ts";
import type { OutageLog } from "../http/outage-log.ts";
import { ArchiveAway } from "../query/refusals.ts";
import type { Shelf } from "../query/shelf.ts";
import { admit, type Door, refusalOfKey } from "./authentication.ts";
import { errorBody, errorHeaders, severalHosts, toApiError } from "./errors.ts";
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
    const meters = (await followed.takeAdmission()?.giveBack()) ?? admission?.meters ?? null;
    const body = errorBody(error);
    const headers = answerHeaders(always, followed.id, meters, admission?.ok === true ? shelf.current : null);
    headers.push(...Object.entries(errorHeaders(error)).flat(), "content-length", String(Buffer.byteLength(body)));
    response.writeHead(error.status, headers).end(body);
  }
}
