/** The server without a socket: what is below /v1 is answered here, and the rest goes to the framework, which has the pages. */
import { type IncomingMessage, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from "fastify";
import { originReader } from "../http/address.ts";
import { makeRequestId, OutageLog, requestIdHeader } from "../http/log.ts";
import { ArchiveAway } from "../query/refusals.ts";
import type { Shelf } from "../query/shelf.ts";
import {
  type AnswerWatch,
  afterAnswers,
  endWith,
  type FollowedBy,
  follow,
  followConnections,
  followedOf,
} from "./connections.ts";
import { ApiError, errorBody, sendError, severalHosts } from "./errors.ts";
import { apiHeaders } from "./headers.ts";
import { openPostDoor, type PostedPath } from "./post-door.ts";
import { FileLinks } from "./signed-links.ts";
import { answerPrograms, type Door, hasSeveralHosts, openV1 } from "./v1.ts";

export type AppDependencies = Pick<Door, "gate" | "manageUrl"> & {
  readonly shelf: Shelf;
  readonly logger: FastifyBaseLogger;
  /** Where callers reach the API, as the operator has said; null: nobody has said. */
  readonly apiUrl?: string | null;
  /** Signs addresses of files; without it none are offered. */
  readonly links?: FileLinks;
  /** The clock by which versions of files and signed addresses end. */
  readonly nowMs?: () => number;
  /** Called at every request; null: nobody watches. */
  readonly watch?: AnswerWatch | null;
  /** Proxies whose X-Forwarded-For is believed; null: nobody's. */
  readonly trustProxy?: string | null;
  /** A path outside of /v1 where programs post messages; null: there is none. */
  readonly posted?: PostedPath | null;
  /** Answers browsers at a path that does not exist outside of /v1; false: it has not, and an error is sent. */
  readonly sendMissingPage?: (request: FastifyRequest, reply: FastifyReply) => boolean;
};

/** The server gives up on a request that has not arrived whole after this time. */
const requestTimeoutMs = 30_000;
/** This is longer than load balancers keep idle connections (60 s), so that they are the ones who close. */
const keepAliveTimeoutMs = 75_000;
/** No request of ours has a body. */
const bodyLimitBytes = 1024;
const maxHeaderBytes = 16_384;

export function buildApp(deps: AppDependencies): FastifyInstance {
  const { shelf, gate, manageUrl, logger, watch = null, trustProxy = null, apiUrl = null, nowMs = Date.now } = deps;
  const followedBy = { log: logger, watch };
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
    genReqId: (request) => followedOf(request as IncomingMessage)?.id ?? makeRequestId(),
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    bodyLimit: bodyLimitBytes,
    trustProxy: trustProxy ?? false,
    // A server that is closing answers what still arrives like anything else, and closes the connection after it.
    return503OnClosing: false,
    // Node by itself would refuse a request without Host, and without our envelope. We do not need a Host.
    http: { maxHeaderSize: maxHeaderBytes, requireHostHeader: false },
    routerOptions: { maxParamLength: maxHeaderBytes },
    frameworkErrors: (error, request, reply) => answerUnroutable(deps, followedBy, error, request, reply),
    clientErrorHandler: answerClientErrors(logger),
  });
  const outageOf = (why: string) =>
    new OutageLog(logger, {
      met: `requests are answered with 503: ${why}`,
      over: `requests are answered again that were not, because ${why}`,
    });
  const archiveOutage = outageOf("the archive cannot be read");
  const { addressOf, isByTls } = originReader(trustProxy);
  const door = { gate, manageUrl, addressOf, outage: outageOf("the keys cannot be checked") };
  const parts = { door, shelf, log: logger, watch, archiveOutage };
  const answerV1 = openV1({
    ...parts,
    openApi: { manageUrl, apiUrl: apiUrl ?? "/" },
    files: { links: deps.links ?? new FileLinks(null, nowMs), nowMs, apiUrl, isByTls },
  });
  const { posted = null } = deps;
  const atPosted = posted === null ? null : { path: posted.path, answer: openPostDoor(posted, parts) };
  answerPrograms(app.server, answerV1, atPosted);
  followConnections(app.server);
  // Node would answer an unknown Expect with a bare 417; RFC 9110 10.1.1 lets a server ignore it.
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));

  app.addHook("onRequest", async (request, reply) => {
    const followed = follow(request.raw, reply.raw, followedBy, request.id);
    followed.route = request.routeOptions.url ?? null;
    reply.header(requestIdHeader, request.id);
    if (shelf.current.isSample) reply.header("x-dataset", "sample");
    if (hasSeveralHosts(request.raw)) return sendError(reply.headers(apiHeaders), severalHosts());
  });
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof ArchiveAway) archiveOutage.met(error.cause);
    return sendError(reply, error);
  });
  app.setNotFoundHandler((request, reply) => {
    reply.headers(apiHeaders);
    if (deps.sendMissingPage?.(request, reply) === true) return reply;
    return sendError(reply, new ApiError("not_found"));
  });
  return app as unknown as FastifyInstance;
}

/** Answers what the router of the pages refused, such as a percent sign that stands for nothing; no hook runs for these. */
function answerUnroutable(
  { sendMissingPage }: AppDependencies,
  by: FollowedBy,
  error: { readonly code: string },
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  follow(request.raw, reply.raw, by, request.id);
  reply.headers(apiHeaders).header(requestIdHeader, request.id);
  if (sendMissingPage?.(request, reply) === true) return;
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
function answerClientErrors(log: FastifyBaseLogger): (error: NodeJS.ErrnoException, socket: Socket) => void {
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

function refuse(log: FastifyBaseLogger, socket: Socket, error: ApiError): void {
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
    ...apiHeaders,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  endWith(socket, `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${lines.join("")}\r\n${body}`);
}
