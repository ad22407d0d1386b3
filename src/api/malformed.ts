/** Requests that never reach a route: a URL the router cannot read, or bytes that are not HTTP. */
import { type IncomingMessage, type Server, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from "fastify";
import { afterAnswers, endWith } from "../http/connections.ts";
import { makeRequestId, requestIdHeader } from "../http/request-id.ts";
import { authenticate, type Door, settle } from "./authentication.ts";
import { apiHeaders } from "./browsers.ts";
import { errorTable } from "./error-table.ts";
import { ApiError, errorBody, sendError, toApiError } from "./errors.ts";
import { follow } from "./follow.ts";

/** Answers what the router refused. No hook runs for these, so the key is asked for here too [D-25]. */
export async function answerUnroutable(
  door: Door,
  error: { readonly code: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  follow(request.raw, reply.raw, { log: request.server.log, watch: door.watch }, request.id);
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

/** Whether there is more than one Host header. RFC 9112 3.2: such a request is to be refused, because others on its way may have believed another one. */
export function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === "host") hosts++;
  }
  return hosts > 1;
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
    // From here on nobody else listens for what happens to it.
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
