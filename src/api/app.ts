/** The API without a socket: hooks and routes in the order in which a request meets them. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import cors from "@fastify/cors";
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from "fastify";
import { addressReader } from "../http/address.ts";
import { canReadAgain, followAnswers, readAgain, refuseRequestsBehind } from "../http/connections.ts";
import { pathsOf } from "../http/other-methods.ts";
import { openOutageLog } from "../http/outage-log.ts";
import { makeRequestId, requestIdHeader } from "../http/request-id.ts";
import { ArchiveAway, type Shelf } from "../shelf/shelf.ts";
import { authenticate, type Door, ownerOf, settle } from "./authentication.ts";
import { apiHeaders, isPreflight, preflightOptions } from "./browsers.ts";
import { ApiError, sendError } from "./errors.ts";
import { type AnswerWatch, follow, followedOf } from "./follow.ts";
import { nothingAt, nothingOutside } from "./hints/paths.ts";
import { answerOrdinary, decidedOf } from "./lean.ts";
import { answerClientErrors, answerUnroutable, hasSeveralHosts, refuseTunnels } from "./malformed.ts";
import { serveOpenApi } from "./openapi/route.ts";
import { keepRaw, type RawQuery } from "./query-string.ts";
import { endpoints } from "./routes/all.ts";
import { sendAnswer } from "./send-answer.ts";
import { SetsToday, setsHeader } from "./sets-today.ts";

export type AppDependencies = Omit<Door, "outage" | "watch"> & {
  readonly shelf: Shelf;
  readonly logger: FastifyBaseLogger;
  /** Where callers reach the API, as the operator has said; null: nobody has said. */
  readonly apiUrl?: string | null;
  /** Is told of every request; null: nobody watches. */
  readonly watch?: AnswerWatch | null;
  /** Proxies whose X-Forwarded-For is believed; null: nobody's. */
  readonly trustProxy?: string | null;
  /** Leads addresses that the router cannot decode to a page that answers them. */
  readonly rewriteUrl?: (request: { readonly url?: string | undefined }) => string;
  /** Answers browsers at a path that does not exist outside of /v1; false: it has not, and the API answers. */
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
  const { gate, manageUrl, logger, watch = null } = deps;
  const door: Door = { gate, manageUrl, watch, outage: openOutageLog(logger, "the keys cannot be checked") };
  const archiveOutage = openOutageLog(logger, "the archive cannot be read");
  const app = fastify({
    loggerInstance: deps.logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
    genReqId: (request) => followedOf(request as IncomingMessage)?.id ?? makeRequestId(),
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    bodyLimit: bodyLimitBytes,
    trustProxy: deps.trustProxy ?? false,
    ...(deps.rewriteUrl === undefined ? {} : { rewriteUrl: deps.rewriteUrl }),
    // A server that is closing answers what still arrives like anything else, and closes the connection after it.
    return503OnClosing: false,
    // Node by itself would refuse a request without Host, and without our envelope. We do not need a Host.
    http: { maxHeaderSize: maxHeaderBytes, requireHostHeader: false, shouldUpgradeCallback: canReadAgain },
    routerOptions: {
      querystringParser: keepRaw,
      // A path parameter that is too long to be a game id is an unknown game, not another kind of error.
      maxParamLength: maxHeaderBytes,
      caseSensitive: true,
      ignoreTrailingSlash: false,
      ignoreDuplicateSlashes: false,
    },
    frameworkErrors: (error, request, reply) => void answerUnroutable(door, error, request, reply),
    clientErrorHandler: answerClientErrors(deps.logger),
  });
  const trustProxy = deps.trustProxy ?? null;
  const setsToday = new SetsToday();
  answerFirst(app.server, (framework) =>
    answerOrdinary(
      {
        door,
        shelf: deps.shelf,
        archiveOutage,
        followedBy: { log: logger, watch },
        setsToday,
        addressOf: addressReader(trustProxy),
      },
      framework,
    ),
  );
  followAnswers(app.server);
  refuseTunnels(app.server, deps.logger);
  app.server.on("upgrade", (request, _socket, rest) => readAgain(app.server, request, rest));
  // Node would answer an unknown Expect with a bare 417; RFC 9110 10.1.1 lets a server ignore it.
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));

  app.addHook("onRequest", async (request, reply) => {
    const followed = follow(request.raw, reply.raw, { log: logger, watch }, request.id);
    followed.route = request.routeOptions.url ?? null;
    reply.header(requestIdHeader, request.id);
    // Under /v1 only callers with a good key are told of data [D-25].
    if (deps.shelf.current.isSample && !request.url.startsWith("/v1")) reply.header("x-dataset", "sample");
    if (!hasSeveralHosts(request.raw)) return;
    return sendError(reply.headers(apiHeaders), new ApiError("invalid_param", "there is more than one Host header"));
  });
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof ArchiveAway)) return sendError(reply, error);
    archiveOutage.met(error.cause);
    return sendError(reply, new ApiError("unavailable"));
  });
  app.setNotFoundHandler((request, reply) => {
    reply.headers(apiHeaders);
    if (deps.sendMissingPage?.(request, reply) === true) return reply;
    return sendError(reply, nothingOutside(request.url));
  });

  serveOpenApi(app as unknown as FastifyInstance, { manageUrl, apiUrl: deps.apiUrl ?? null });
  app.register(
    async (v1) => {
      v1.addHook("onRequest", async (request, reply) => {
        reply.headers(apiHeaders);
        if (isPreflight(request)) return;
        const decided = decidedOf(request.raw);
        if (decided !== null && decided.admission === null) throw decided.failure;
        if (!(await authenticate(door, request, reply, decided?.admission))) return reply.hijack();
        if (deps.shelf.current.isSample) reply.header("x-dataset", "sample");
        if (decided?.failure !== undefined) throw decided.failure;
        // Unknown paths are refused here and not in the handler, so that no body is read first.
        if (isUnknownPath(request)) {
          throw isOtherMethod(request) ? new ApiError("method_not_allowed") : nothingAt(request.url);
        }
      });
      // Only errors pass here. Good answers are written to the socket itself, and have nothing to give back.
      v1.addHook("onSend", async (request, reply) => settle(request, reply));
      await v1.register(cors, preflightOptions);
      // Unknown paths under /v1 must meet the hook above, and the framework runs it only for a scope with a handler of its
      // own. The hook throws, so this handler is never reached.
      v1.setNotFoundHandler((_request, reply) => sendError(reply, new ApiError("not_found")));
      for (const [path, { answer }] of Object.entries(endpoints)) {
        // The plugin has only preflights to answer: the headers of all else are written already.
        // The framework answers "/" of a prefix with and without the slash: /v1 and /v1/.
        v1.get(path || "/", { config: { cors: false } }, async (request, reply) => {
          const { raw: query } = request.query as RawQuery;
          const { game_id: gameIdText = "" } = request.params as { readonly game_id?: string };
          const { accept } = request.headers;
          const answered = await answer(deps.shelf, { query, accept, gameIdText });
          const caller = followedOf(request.raw)?.caller ?? null;
          const sets = setsHeader(setsToday, `/v1${path}`, caller, query);
          if (sets !== null) reply.header("x-sets-today", sets);
          await sendAnswer(reply, answered, ownerOf(caller));
          archiveOutage.passed();
          return reply;
        });
      }
    },
    { prefix: "/v1" },
  );
  return app as unknown as FastifyInstance;
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Has another listener answer the requests of a server, which hands those on that are for the one before. */
function answerFirst(server: Server, listenerBefore: (before: Listener) => Listener): void {
  const [framework] = server.listeners("request") as Listener[];
  if (framework === undefined) throw new Error("the server has nobody who answers its requests");
  server.off("request", framework);
  server.on(
    "request",
    listenerBefore((request, response) => {
      refuseRequestsBehind(request, response);
      framework(request, response);
    }),
  );
}

/**
 * Whether a request asks for nothing that exists. The router takes `/v1/games/` for a game without an id, which to callers
 * is an unknown path. OPTIONS is answered for preflights only, whatever the plugin has registered.
 */
function isUnknownPath({ is404, method, params }: FastifyRequest): boolean {
  return is404 || method === "OPTIONS" || (params as { readonly game_id?: string }).game_id === "";
}

const isOurPath = pathsOf([...Object.keys(endpoints), "/", "/openapi.json"].map((path) => `/v1${path}`));

/**
 * Whether GET would find something where another method does not. It is asked after the key [D-25], of every method that
 * there is, so that routes for the other methods would not do.
 */
function isOtherMethod({ method, url }: FastifyRequest): boolean {
  if (method === "GET" || method === "HEAD") return false;
  return isOurPath(url);
}
