/**
 * Answers every request under /v1, good or bad, in the order of the contract: the key is looked at before anything is told,
 * then the path, the method, the parameters, and what they ask for [D-25]. The framework has no part in it: it costs more
 * than all that we do for a request.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { requestIdHeader } from "../http/log.ts";
import { GoodAnswers } from "./answering.ts";
import { answeredEndpoints } from "./endpoints.ts";
import { ApiError, nothingAt, unreadable } from "./errors.ts";
import { FilesDoor, type FilesDoorFacts } from "./files.ts";
import { apiHeaderList, isPreflight, preflightHeaders } from "./headers.ts";
import type { FileEndpoint, Route, RouteTo } from "./list.ts";
import { type OpenApiFacts, openApiPath, openApiSender } from "./openapi/document.ts";
import { type LifeParts, requestLife } from "./request-life.ts";

export type V1Dependencies = LifeParts & { readonly openApi: OpenApiFacts; readonly files: FilesDoorFacts };

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
      const headers = [...apiHeaderList, requestIdHeader, followed.id];
      if (isPreflight(request)) {
        response.writeHead(200, [...headers, ...preflightHeaders]).end();
        return;
      }
      // The OpenAPI document is public, and not counted.
      if (path === openApiPath) {
        refuseOtherMethod(request);
        await sendOpenApi(request, response, headers);
        return;
      }
      const isOfFile = route !== null && isFileRoute(route);
      const admission = await letIn(isOfFile ? files.signedKeyId(route, request, query) : null);
      if (admission === null) return;
      if (path === null) throw unreadable();
      if (route === null) throw nothingAt(request.url ?? "");
      refuseOtherMethod(request);
      if (isOfFile) await files.send({ request, response, route, query, followed, admission });
      else await answers.send({ request, response, route, query, followed, admission });
    });
  };
}

function refuseOtherMethod({ method }: IncomingMessage): void {
  if (method !== "GET" && method !== "HEAD") throw new ApiError("method_not_allowed");
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
export function targetBelowV1(url: string): Target | null {
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

function isFileRoute(route: Route): route is RouteTo<FileEndpoint> {
  return route.endpoint.isOfFile;
}

const fixed = new Map<string, Route>();
/** Those with texts in their path, each with its shape and the names of the texts. */
const shaped: { readonly route: Route; readonly shape: RegExp; readonly names: readonly string[] }[] = [];
for (const [path, endpoint] of Object.entries(answeredEndpoints)) {
  const route = { endpoint, template: `/v1${path}`, inPath: {} } as Route;
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
    return {
      ...route,
      inPath: Object.fromEntries(texts.map((text, place) => [names[place], decodeURIComponent(text)])),
    };
  }
  return null;
}
