/** The API without a socket: hooks and routes in the order in which a request meets them. */
import cors from "@fastify/cors";
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from "fastify";
import { canReadAgain, followAnswers, readAgain } from "../http/connections.ts";
import { openOutageLog } from "../http/outage-log.ts";
import { makeRequestId, requestIdHeader } from "../http/request-id.ts";
import { ArchiveAway, type Shelf } from "../shelf/shelf.ts";
import { watchAnswer } from "./answers.ts";
import { authenticate, type Door, settle } from "./authentication.ts";
import { apiHeaders, isPreflight, preflightOptions } from "./browsers.ts";
import { ApiError, sendError } from "./errors.ts";
import { answerClientErrors, answerUnroutable, hasSeveralHosts, refuseTunnels } from "./malformed.ts";
import { serveOpenApi } from "./openapi/route.ts";
import { keepRaw } from "./query-string.ts";
import { endpoints } from "./routes/all.ts";

export type AppDependencies = Omit<Door, "outage"> & {
  readonly shelf: Shelf;
  readonly logger: FastifyBaseLogger;
  /** Proxies whose X-Forwarded-For is believed; null: nobody's. */
  readonly trustProxy?: string | null;
  /** Leads addresses that the router could not decode to where a page answers them. */
  readonly rewriteUrl?: (request: { readonly url?: string | undefined }) => string;
  /** Answers browsers at a path that does not exist outside of /v1; false: it has not, and the API answers. */
  readonly sendMissingPage?: (request: FastifyRequest, reply: FastifyReply) => boolean;
};

/** A request that has not arrived whole after this long is given up. */
const requestTimeoutMs = 30_000;
/** Longer than load balancers keep their idle connections (60 s), so that they close first. */
const keepAliveTimeoutMs = 75_000;
/** No request of ours has a body. */
const bodyLimitBytes = 1024;
const maxHeaderBytes = 16_384;

export function buildApp(deps: AppDependencies): FastifyInstance {
  const { gate, manageUrl, logger } = deps;
  const door: Door = { gate, manageUrl, outage: openOutageLog(logger, "the keys cannot be checked") };
  const archiveOutage = openOutageLog(logger, "the archive cannot be read");
  const app = fastify({
    loggerInstance: deps.logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
    genReqId: makeRequestId,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    bodyLimit: bodyLimitBytes,
    trustProxy: deps.trustProxy ?? false,
    ...(deps.rewriteUrl === undefined ? {} : { rewriteUrl: deps.rewriteUrl }),
    // While closing, what still arrives is answered like anything else, and its connection closed.
    return503OnClosing: false,
    // Node would refuse a request without Host by itself, without an envelope; we have no use for Host.
    http: { maxHeaderSize: maxHeaderBytes, requireHostHeader: false, shouldUpgradeCallback: canReadAgain },
    routerOptions: {
      querystringParser: keepRaw,
      // A game id too long to be one is an unknown game, not another kind of error.
      maxParamLength: maxHeaderBytes,
      caseSensitive: true,
      ignoreTrailingSlash: false,
      ignoreDuplicateSlashes: false,
    },
    frameworkErrors: (error, request, reply) => void answerUnroutable(door, error, request, reply),
    clientErrorHandler: answerClientErrors(deps.logger),
  });
  followAnswers(app.server);
  refuseTunnels(app.server, deps.logger);
  app.server.on("upgrade", (request, _socket, rest) => readAgain(app.server, request, rest));
  // Node would answer an unknown Expect with a bare 417; RFC 9110 10.1.1 lets a server ignore it.
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));

  app.addHook("onRequest", async (request, reply) => {
    watchAnswer(request, reply);
    reply.header(requestIdHeader, request.id);
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
    return sendError(reply, new ApiError("not_found"));
  });

  serveOpenApi(app as unknown as FastifyInstance, deps);
  app.register(
    async (v1) => {
      v1.addHook("onRequest", async (request, reply) => {
        reply.headers(apiHeaders);
        if (isPreflight(request)) return;
        if (!(await authenticate(door, request, reply))) return reply.hijack();
        if (deps.shelf.current.isSample) reply.header("x-dataset", "sample");
        // Refused here and not in the handler, so that no body is read first.
        if (isUnknownPath(request)) throw new ApiError(isOtherMethod(request) ? "method_not_allowed" : "not_found");
      });
      // Errors pass here; good answers with rows do not, and need not.
      v1.addHook("onSend", async (request, reply) => settle(request, reply));
      await v1.register(cors, preflightOptions);
      // Unknown paths under /v1 must meet the hook above, which needs a handler of their own; it is never reached.
      v1.setNotFoundHandler((_request, reply) => sendError(reply, new ApiError("not_found")));
      for (const [path, { answer }] of Object.entries(endpoints)) {
        // The plugin has only preflights to answer: the headers of all else are written already.
        v1.get(path, { config: { cors: false } }, async (request, reply) => {
          await answer(deps.shelf, request, reply);
          archiveOutage.passed();
          return reply;
        });
      }
    },
    { prefix: "/v1" },
  );
  return app as unknown as FastifyInstance;
}

/**
 * The router takes `/v1/games/` for a game without an id; to callers it is a path that does not exist. Nor does any for
 * OPTIONS, whatever the plugin has registered.
 */
function isUnknownPath({ is404, method, params }: FastifyRequest): boolean {
  return is404 || method === "OPTIONS" || (params as { readonly game_id?: string }).game_id === "";
}

const ourPaths = [...Object.keys(endpoints), "/openapi.json"].map(
  (path) => new RegExp(`^/v1${path.replace(/:\w+/, "[^/]+")}$`),
);

/** Whether GET would find something where another method does not. */
function isOtherMethod({ method, url }: FastifyRequest): boolean {
  if (method === "GET" || method === "HEAD") return false;
  // As the router reads it: `/v1/%73ports` and `http://host/v1/sports` are /v1/sports.
  const [path = ""] = url.replace(/^https?:\/\/[^/]*/i, "").split(/[?#]/, 1);
  return ourPaths.some((ours) => ours.test(decodeURI(path)));
}
