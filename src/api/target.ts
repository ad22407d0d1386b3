/**
 * Reads the target of a request (RFC 9112 3.2), however it is spelled: `/v1/%73ports` and `http://host/v1/sports` are
 * `/v1/sports`. Escaped slashes stay escaped, as they separate nothing.
 */
import { answeredEndpoints } from "./endpoints.ts";
import type { AnsweredEndpoint, FileEndpoint, PathTexts } from "./list.ts";

export type Target = {
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

export type RouteTo<Endpoint> = {
  readonly endpoint: Endpoint;
  /** The path as the log and the metrics name it, such as `/v1/games/:game_id`. */
  readonly template: string;
  readonly inPath: PathTexts;
};

export type Route = RouteTo<AnsweredEndpoint> | RouteTo<FileEndpoint>;

export function isFileRoute(route: Route): route is RouteTo<FileEndpoint> {
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
export function routeAt(path: string): Route | null {
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
