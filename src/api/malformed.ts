/** Requests that never reach a page or an endpoint: a URL that cannot be read, a tunnel, or bytes that are not HTTP. */
import { type IncomingMessage, type Server, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from "fastify";
import { errorTable } from "../contract/errors.ts";
import { afterAnswers, endWith } from "../http/connections.ts";
import { makeRequestId, requestIdHeader } from "../http/log.ts";
import { ApiError, errorBody, sendError } from "./errors.ts";
import { type FollowedBy, follow } from "./follow.ts";
import { apiHeaders } from "./headers.ts";

/** Answers what the router of the pages refused; no hook runs for these. */
export function answerUnroutable(
  by: FollowedBy,
  error: { readonly code: string },
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  follow(request.raw, reply.raw, by, request.id);
  reply.headers(apiHeaders).header(requestIdHeader, request.id);
  const isUnknownPath = error.code === "FST_ERR_MAX_PARAM_LENGTH"; // of the router of unknown paths
  sendError(reply, isUnknownPath ? new ApiError("not_found") : error);
}

const statusByCode: Readonly<Record<string, readonly [status: number, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, "the request took too long to arrive"],
  HPE_HEADER_OVERFLOW: [431, "the request's URL or headers are too long"],
};

/** Connections that are refused already; more of the same goes on arriving. */
const refused = new WeakSet<Socket>();

/** For Node's `clientError`: there is no request to answer, only a socket. Answers that are under way go out first. */
export function answerClientErrors(log: FastifyBaseLogger): (error: NodeJS.ErrnoException, socket: Socket) => void {
  return (error, socket) => {
    if (refused.has(socket)) return;
    if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) {
      socket.destroy();
      return;
    }
    refused.add(socket);
    const [status, message] = statusByCode[error.code ?? ""] ?? [400, "the request is not HTTP/1.1"];
    afterAnswers(socket, () => refuse(log, socket, new ApiError("invalid_param", message, { status })));
  };
}

/** CONNECT asks for a tunnel, and Node hands over the bare connection: it never comes to a route. */
export function refuseTunnels(server: Server, log: FastifyBaseLogger): void {
  server.on("connect", ({ socket }: IncomingMessage) => {
    // The connection has left Node's HTTP server, so that an error of it would have no other listener.
    socket.on("error", () => socket.destroy());
    const { headers } = errorTable.method_not_allowed;
    afterAnswers(socket, () => refuse(log, socket, new ApiError("method_not_allowed"), headers));
  });
}

function refuse(
  log: FastifyBaseLogger,
  socket: Socket,
  error: ApiError,
  more: Readonly<Record<string, string>> = {},
): void {
  // An answer has ended the connection: to what comes behind a last request there is none (RFC 9112 9.6).
  if (!socket.writable) return;
  const body = errorBody(error);
  const requestId = makeRequestId();
  log.info({ requestId, status: error.status }, "answered what is no request");
  const headers = {
    Connection: "close",
    "Cache-Control": "no-store",
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
    "X-Request-Id": requestId,
    ...more,
    ...apiHeaders,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  endWith(socket, `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${lines.join("")}\r\n${body}`);
}
