/** Sends errors to programs, and gives their requests back to the quota before: only 2xx and 304 count [D-38]. */
import type { ServerResponse } from "node:http";
import type { FastifyBaseLogger } from "fastify";
import type { Admission } from "../access/gate.ts";
import type { OutageLog } from "../http/outage-log.ts";
import { requestIdHeader } from "../http/request-id.ts";
import { ArchiveAway } from "../query/refusals.ts";
import type { Shelf } from "../query/shelf.ts";
import { errorBody, errorHeaders, toApiError } from "./errors.ts";
import type { Followed } from "./follow.ts";
import { limitHeadersOf } from "./headers.ts";

export type RefuserParts = {
  readonly shelf: Shelf;
  readonly log: FastifyBaseLogger;
  readonly archiveOutage: OutageLog;
};

/** @param admission null: nobody was asked whether the request may be answered. @throws what comes after the first byte was sent. */
export type Refuse = (
  response: ServerResponse,
  followed: Followed,
  admission: Admission | null,
  thrown: unknown,
) => Promise<void>;

/** @param always the headers of every answer, names and values in turns. */
export function refuser({ shelf, log, archiveOutage }: RefuserParts, always: readonly string[]): Refuse {
  return async (response, followed, admission, thrown) => {
    if (response.headersSent) throw thrown;
    const error = toApiError(thrown);
    // An outage is logged where it is noticed, and not for each request.
    if (thrown instanceof ArchiveAway) archiveOutage.met(thrown.cause);
    else if (error.code === "internal") log.error({ requestId: followed.id, err: thrown }, "a request failed");
    const meters = (await followed.takeAdmission()?.giveBack()) ?? admission?.meters ?? null;
    const body = errorBody(error);
    const headers = [...always, requestIdHeader, followed.id];
    if (meters !== null) headers.push(...limitHeadersOf(meters));
    // Only callers with a good key are told of data [D-25].
    if (admission?.ok === true) {
      headers.push("x-revision", String(shelf.current.revision));
      if (shelf.current.isSample) headers.push("x-dataset", "sample");
    }
    headers.push(...Object.entries(errorHeaders(error)).flat(), "content-length", String(Buffer.byteLength(body)));
    response.writeHead(error.status, headers).end(body);
  };
}
