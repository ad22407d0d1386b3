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
for (const [path, endpoint] of Object.entries(answeredEndpoints)) {
  if (!endpoint.isOfFile) fixed.set(`/v1${path}`, { endpoint, template: `/v1${path}`, inPath: {} });
}
fixed.set("/v1/", { endpoint: answeredEndpoints[""], template: "/v1/", inPath: {} });

const gamePath = /^\/v1\/games\/([^/]+)(\/lines)?$/;
const filePath = /^\/v1\/files\/([^/]+)\/([^/]+)\/([^/]+)(\/link)?$/;

/** The endpoint that answers at a decoded path; null: there is none. */
export function routeAt(path: string): Route | null {
  const [, written, below] = gamePath.exec(path) ?? [];
  if (written === undefined) return fixed.get(path) ?? fileRouteAt(path);
  const template = below === undefined ? "/games/:game_id" : "/games/:game_id/lines";
  const inPath = { game_id: decodeURIComponent(written) };
  return { endpoint: answeredEndpoints[template], template: `/v1${template}`, inPath };
}

function fileRouteAt(path: string): Route | null {
  const [, sport, season, file, below] = filePath.exec(path) ?? [];
  if (sport === undefined || season === undefined || file === undefined) return null;
  const template = below === undefined ? "/files/:sport/:season/:file" : "/files/:sport/:season/:file/link";
  const [sportText, seasonText, fileText] = [sport, season, file].map(decodeURIComponent) as [string, string, string];
  const inPath = { sport: sportText, season: seasonText, file: fileText };
  return { endpoint: answeredEndpoints[template], template: `/v1${template}`, inPath };
}
