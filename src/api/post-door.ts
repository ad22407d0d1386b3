/**
 * A path outside of /v1 where programs with a key post a message, as they do at /mcp: who is let in, by the same gate and with
 * the same refusals as under /v1, and what is charged. What is answered, somebody else decides.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { type PostAnswer, type Posted, readBody } from "../http/posted.ts";
import { ApiError, errorBody, toApiError } from "./errors.ts";
import { answerHeaders, closedHeaderList } from "./headers.ts";
import { type LifeParts, requestLife } from "./v1.ts";

export type PostedPath = {
  /** Such as `/mcp`. */
  readonly path: string;
  readonly mostBodyBytes: number;
  /** Origins of pages that may ask. A request that no page has sent has none, and may. */
  readonly origins: readonly string[];
  /** @throws what the API tells as an error; nothing of it is charged. */
  readonly answer: (posted: Posted) => Promise<PostAnswer>;
};

/** Returns the function that answers every request at the path. */
export function openPostDoor(
  posted: PostedPath,
  parts: LifeParts,
): (request: IncomingMessage, response: ServerResponse) => void {
  const live = requestLife(parts, closedHeaderList);

  return (request, response) => {
    live(request, response, posted.path, async (followed, letIn) => {
      refuseAtTheDoor(request);
      const admission = await letIn(null);
      const body = admission === null ? null : await bodyOf(request, response);
      if (admission === null || body === null) return;
      const answer = await posted.answer({
        headers: request.headers,
        body,
        owner: `account ${admission.caller.accountId ?? ""}`,
        left: admission.meters.quota.remaining,
        errorOf(thrown) {
          const error = toApiError(thrown);
          return { status: error.status, body: errorBody(error) };
        },
      });
      const meters = (answer.isCharged ? null : followed.giveBack()) ?? admission.meters;
      const headers = answerHeaders(closedHeaderList, followed.id, meters, parts.shelf.current);
      headers.push("cache-control", "no-store", "content-length", String(Buffer.byteLength(answer.body)));
      if (answer.contentType !== null) headers.push("content-type", answer.contentType);
      response.writeHead(answer.status, headers).end(answer.body);
    });
  };

  /** Refuses requests that no caller may make. A page of somebody else must not spend the key of its visitor, wherever that is kept. */
  function refuseAtTheDoor(request: IncomingMessage): void {
    if (request.method !== "POST") {
      throw new ApiError("method_not_allowed", "only POST is allowed here", { headers: { allow: "POST" } });
    }
    const { origin } = request.headers;
    if (origin !== undefined && !posted.origins.includes(origin)) {
      throw new ApiError("forbidden", "pages of this origin may not ask here: programs send no Origin");
    }
  }

  /** Null: the caller has left. @throws ApiError 413 when it is too long. */
  async function bodyOf(request: IncomingMessage, response: ServerResponse): Promise<Buffer | null> {
    let body: Buffer | null;
    try {
      body = await readBody(request, posted.mostBodyBytes);
    } catch (error) {
      if (request.destroyed) return null;
      throw error;
    }
    if (body !== null) return body;
    // The rest of the body is read and forgotten, so that the answer arrives; the connection is of no use after it.
    request.resume();
    response.setHeader("connection", "close");
    throw new ApiError("invalid_param", `the body is longer than ${posted.mostBodyBytes} bytes`, { status: 413 });
  }
}
