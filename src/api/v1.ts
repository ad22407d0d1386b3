/**
 * The life of a request of a program, under /v1 and at /mcp: it is followed to its end, let in, answered or refused. Under /v1 that is in
 * the order of the contract: the key is looked at before anything else, then the path, the method, the parameters, and what they
 * ask for [D-25]. Only 2xx and 304 count [D-38], so a request that is refused is given back to the quota before the error is sent.
 * The framework has no part in it: it costs more than all that we do for a request.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { FastifyBaseLogger } from "fastify";
import type { Gate } from "../access/gate.ts";
import { type OutageLog, requestIdHeader } from "../http/log.ts";
import { ArchiveAway } from "../query/refusals.ts";
import type { Shelf } from "../query/shelf.ts";
import { type AnsweredEndpoint, type FileEndpoint, GoodAnswers, type PathTexts } from "./answer.ts";
import { type AdmittedKey, type Followed, type FollowedBy, follow } from "./connections.ts";
import { answeredEndpoints } from "./endpoints.ts";
import {
  ApiError,
  errorBody,
  errorHeaders,
  nothingAt,
  severalHosts,
  toApiError,
  unreadable,
  withManageUrl,
} from "./errors.ts";
import { FilesDoor, type FilesDoorFacts } from "./files.ts";
import { answerHeaders, apiHeaderList, preflightHeaders } from "./headers.ts";
import { type DocumentFacts, openApiPath, openApiSender } from "./openapi/document.ts";

/** The first check of every request of a program: whose key it carries, and whether that key may ask [D-25]. */
export type Door = {
  readonly gate: Gate;
  /** The address where people manage their keys; refusals point to it. */
  readonly manageUrl: string;
  readonly outage: OutageLog;
  /** The caller's address: only wrong keys are counted by it. */
  readonly addressOf: (request: IncomingMessage) => string;
};

export type LifeParts = FollowedBy & {
  readonly door: Door;
  readonly shelf: Shelf;
  readonly log: FastifyBaseLogger;
  readonly archiveOutage: OutageLog;
};

export type V1Dependencies = LifeParts & { readonly openApi: DocumentFacts; readonly files: FilesDoorFacts };

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Has programs answered before the framework, which gets what is for nobody here. */
export function answerPrograms(
  server: Server,
  answerV1: (request: IncomingMessage, response: ServerResponse, target: Target) => void,
  posted: { readonly path: string; readonly answer: Listener } | null,
): void {
  const [framework] = server.listeners("request") as Listener[];
  if (framework === undefined) throw new Error("the server has nobody who answers its requests");
  server.off("request", framework);
  server.on("request", (request, response) => {
    // A server may ignore a wish for another protocol (RFC 9110 7.8). Node's parser stops there all the same and loses what came
    // behind the request, so this answer says that the connection ends with it.
    if (request.headers.upgrade !== undefined) response.setHeader("connection", "close");
    const { url = "" } = request;
    const target = targetBelowV1(url);
    if (target !== null) answerV1(request, response, target);
    else if (posted !== null && url.replace(/\/?(?:\?.*)?$/s, "") === posted.path) posted.answer(request, response);
    else framework(request, response);
  });
}

/** Returns the function that answers a request whose target is below /v1. */
export function openV1(
  deps: V1Dependencies,
): (request: IncomingMessage, response: ServerResponse, target: Target) => void {
  const live = requestLife(deps, apiHeaderList);
  const answers = new GoodAnswers(deps.shelf);
  const files = new FilesDoor(deps.shelf, deps.files);
  const sendOpenApi = openApiSender(deps.openApi);

  return (request, response, { path, query }) => {
    const route = path === null ? null : routeAt(path);
    live(request, response, path === openApiPath ? path : (route?.template ?? null), async (followed, letIn) => {
      const { method, headers } = request;
      const always = [...apiHeaderList, requestIdHeader, followed.id];
      // A browser asks before a request with a key, and cannot send the key.
      if (
        method === "OPTIONS" &&
        headers.origin !== undefined &&
        headers["access-control-request-method"] !== undefined
      ) {
        response.writeHead(200, [...always, ...preflightHeaders]).end();
        return;
      }
      // The OpenAPI document is public, and not counted.
      if (path === openApiPath) {
        refuseOtherMethod(request);
        await sendOpenApi(request, response, always);
        return;
      }
      const isOfFile = route?.endpoint.isOfFile === true;
      const admission = await letIn(isOfFile ? files.signedKeyId(route, request, query) : null);
      if (admission === null) return;
      if (path === null) throw unreadable();
      if (route === null) throw nothingAt(request.url ?? "");
      refuseOtherMethod(request);
      const { endpoint, template, inPath } = route;
      const asked = { request, response, template, inPath, query, followed, admission };
      if (endpoint.isOfFile) await files.send({ ...asked, endpoint });
      else await answers.send({ ...asked, endpoint });
    });
  };
}

function refuseOtherMethod({ method }: IncomingMessage): void {
  if (method !== "GET" && method !== "HEAD") throw new ApiError("method_not_allowed");
}

/** Answers a request once `letIn` has let it in, which gives null where the caller has left and nobody is to be answered. */
type Work = (followed: Followed, letIn: (keyId: string | null) => Promise<AdmittedKey | null>) => Promise<void>;

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

  /** @throws what comes after the first byte was sent. */
  async function live(request: IncomingMessage, response: ServerResponse, followed: Followed, work: Work) {
    try {
      if (hasSeveralHosts(request)) throw severalHosts();
      await work(followed, (keyId) => letIn(door, request, followed, keyId));
      archiveOutage.passed();
    } catch (thrown) {
      if (response.headersSent) throw thrown;
      refuse(response, followed, thrown);
    }
  }

  function refuse(response: ServerResponse, followed: Followed, thrown: unknown): void {
    const error = toApiError(thrown);
    // An outage is logged where it is noticed, and not for each request.
    if (thrown instanceof ArchiveAway) archiveOutage.met(thrown.cause);
    else if (error.code === "internal") log.error({ requestId: followed.id, err: thrown }, "a request failed");
    const meters = followed.giveBack() ?? followed.admission?.meters ?? null;
    const body = errorBody(error);
    const headers = answerHeaders(always, followed.id, meters, followed.admission?.ok === true ? shelf.current : null);
    headers.push(...Object.entries(errorHeaders(error)).flat(), "content-length", String(Buffer.byteLength(body)));
    response.writeHead(error.status, headers).end(body);
  }
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
 * @throws ApiError 401, 403, 429 or 503 for a request that is not let in.
 */
async function letIn(door: Door, request: IncomingMessage, followed: Followed, keyId: string | null) {
  const { gate, outage, manageUrl } = door;
  const deciding = keyId === null ? gate.admit(new SentCredentials(request, door)) : gate.admitById(keyId);
  const admission = await followed.decided(deciding);
  if (admission === null) return null;
  if (!admission.ok && admission.code === "unavailable") outage.met(admission.cause);
  else outage.passed();
  if (admission.ok) return admission;
  const { code, message, retryAfterS } = admission;
  const isOfKey = code === "unauthorized" || code === "forbidden";
  throw new ApiError(code, isOfKey ? withManageUrl(message, manageUrl) : message, { retryAfterS });
}

/**
 * The target of a request (RFC 9112 3.2), however it is spelled: `/v1/%73ports` and `http://host/v1/sports` are
 * `/v1/sports`. Escaped slashes stay escaped, as they separate nothing.
 */
type Target = {
  /** Null: it cannot be decoded. */
  readonly path: string | null;
  /** The query string as it came, without the question mark. */
  readonly query: string;
};

const schemeAndHost = /^https?:\/\/[^/?#]*/i;
const belowV1 = /^\/v1(?:\/|$)/;

/** The target of a request to the API; null: the request is for something outside of /v1. */
function targetBelowV1(url: string): Target | null {
  const target = url.startsWith("/") ? url : url.replace(schemeAndHost, "");
  const end = target.search(/[?#]/);
  const written = end === -1 ? target : target.slice(0, end);
  const path = decoded(written);
  if (!belowV1.test(path ?? written)) return null;
  return { path, query: end === -1 ? "" : target.slice(end + 1) };
}

function decoded(path: string): string | null {
  if (!path.includes("%")) return path;
  try {
    // A percent sign that was escaped stays so, or decoding the id of a game would decode it twice.
    return decodeURI(path.replaceAll("%25", "%2525"));
  } catch {
    return null;
  }
}

/** An endpoint that was found for a path. */
type Route = {
  readonly endpoint: AnsweredEndpoint | FileEndpoint;
  /** The path as the log and the metrics name it, such as `/v1/games/:game_id`. */
  readonly template: string;
  readonly inPath: PathTexts;
};

const fixed = new Map<string, Route>();
/** Those with texts in their path, each with its shape and the names of the texts. */
const shaped: { readonly route: Route; readonly shape: RegExp; readonly names: readonly string[] }[] = [];
for (const [path, endpoint] of Object.entries(answeredEndpoints)) {
  const route = { endpoint, template: `/v1${path}`, inPath: {} };
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  if (names.length === 0) fixed.set(route.template, route);
  else shaped.push({ route, names, shape: new RegExp(`^${route.template.replace(/:\w+/g, "([^/]+)")}$`) });
}
fixed.set("/v1/", { endpoint: answeredEndpoints[""], template: "/v1/", inPath: {} });

/** The endpoint that answers at a decoded path; null: there is none. */
function routeAt(path: string): Route | null {
  const known = fixed.get(path);
  if (known !== undefined) return known;
  for (const { route, shape, names } of shaped) {
    const [, ...texts] = shape.exec(path) ?? [];
    if (texts.length === 0) continue;
    const inPath = Object.fromEntries(texts.map((text, place) => [names[place], decodeURIComponent(text)]));
    return { ...route, inPath };
  }
  return null;
}
