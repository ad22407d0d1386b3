/** Requests that never reach a route: a URL the router cannot read, or bytes that are not HTTP. */
import type { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import { watchAnswer } from "./answers.ts";
import { authenticate, type Door, settle } from "./authentication.ts";
import { apiHeaders } from "./browsers.ts";
import { ApiError, errorBody, sendError, toApiError } from "./errors.ts";
import { makeRequestId, requestIdHeader } from "./request-id.ts";

/** Answers what the router refused. No hook runs for these, so the key is asked for here too [D-25]. */
export async function answerUnroutable(
  door: Door,
  error: { readonly code: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  watchAnswer(request, reply);
  reply.headers(apiHeaders).header(requestIdHeader, request.id);
  try {
    if (isUnderV1(request.url) && !(await authenticate(door, request, reply))) return;
    const isUnknownPath = error.code === "FST_ERR_MAX_PARAM_LENGTH"; // of the router of unknown paths
    const answer = toApiError(isUnknownPath ? new ApiError("not_found") : error);
    await settle(request, reply.code(answer.status));
    sendError(reply, answer);
  } catch (refusal) {
    sendError(reply, refusal);
  }
}

function isUnderV1(url: string): boolean {
  return /^(?:https?:\/\/[^/]*)?\/v1(?:[/?#]|$)/i.test(url);
}

const statusByCode: Readonly<Record<string, readonly [status: string, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "the request took too long to arrive"],
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "the request's URL or headers are too long"],
};

/** Node's `clientError`: there is no request to answer, only a socket. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = statusByCode[error.code ?? ""] ?? ["400 Bad Request", "the request is not HTTP/1.1"];
  const body = errorBody(new ApiError("invalid_param", message));
  socket.end(
    [
      `HTTP/1.1 ${status}`,
      "Connection: close",
      "Cache-Control: no-store",
      "Content-Type: application/json; charset=utf-8",
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${makeRequestId()}`,
      ...Object.entries(apiHeaders).map(([name, value]) => `${name}: ${value}`),
      "",
      body,
    ].join("\r\n"),
  );
}
