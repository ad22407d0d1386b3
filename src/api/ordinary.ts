/**
 * Reads the head of an ordinary request: GET of a path that there is, spelled as the docs spell it, without a body and
 * without a header that is given twice. Nearly all requests are ordinary and are answered without the framework; whatever is
 * unusual is left to it.
 */
import type { IncomingMessage } from "node:http";
import type { Endpoint, Question } from "./endpoint.ts";
import { endpoints } from "./routes/all.ts";

export type Ordinary = Question & {
  readonly endpoint: Endpoint;
  /** The template of the path, as the log and the metrics name it. */
  readonly route: string;
  readonly headers: OrdinaryHeaders;
};

export class OrdinaryHeaders {
  authorization: string | undefined = undefined;
  apiKey: string | undefined = undefined;
  accept: string | undefined = undefined;
  acceptEncoding: string | undefined = undefined;
  ifNoneMatch: string | undefined = undefined;
}

type Route = { readonly endpoint: Endpoint; readonly route: string };

const paths = new Map<string, Route>();
for (const [path, endpoint] of Object.entries(endpoints)) {
  if (path.includes(":")) continue;
  paths.set(`/v1${path}`, { endpoint, route: `/v1${path}` });
}
paths.set("/v1/", { endpoint: endpoints[""], route: "/v1/" });

const games: Route = { endpoint: endpoints["/games/:game_id"], route: "/v1/games/:game_id" };
const lines: Route = { endpoint: endpoints["/games/:game_id/lines"], route: "/v1/games/:game_id/lines" };
const gamePath = /^\/v1\/games\/([A-Za-z0-9-]{1,40})(\/lines)?$/;

/** Null when it is not ordinary. */
export function readOrdinary({ method, url = "", rawHeaders, httpVersionMinor }: IncomingMessage): Ordinary | null {
  // In a URL as it comes on the wire, # begins nothing: the framework decides what it is.
  if (method !== "GET" || httpVersionMinor !== 1 || !url.startsWith("/v1") || url.includes("#")) return null;
  const mark = url.indexOf("?");
  const path = mark === -1 ? url : url.slice(0, mark);
  let found = paths.get(path);
  let gameIdText = "";
  if (found === undefined) {
    const [, id, isOfLines] = gamePath.exec(path) ?? [];
    if (id === undefined) return null;
    gameIdText = id;
    found = isOfLines === undefined ? games : lines;
  }
  const headers = readHeaders(rawHeaders);
  if (headers === null) return null;
  const query = mark === -1 ? "" : url.slice(mark + 1);
  return { ...found, query, gameIdText, accept: headers.accept, headers };
}

/** Headers that change how a request is to be read. A request with one of them is not ordinary. */
const unusual = new Set([
  "expect",
  "upgrade",
  "content-length",
  "transfer-encoding",
  "http2-settings",
  "te",
  "trailer",
]);

function readHeaders(rawHeaders: readonly string[]): OrdinaryHeaders | null {
  const headers = new OrdinaryHeaders();
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] as string).toLowerCase();
    const value = rawHeaders[at + 1] as string;
    switch (name) {
      case "host":
        if (++hosts > 1) return null;
        break;
      case "authorization":
        if (headers.authorization !== undefined) return null;
        headers.authorization = value;
        break;
      case "x-api-key":
        if (headers.apiKey !== undefined) return null;
        headers.apiKey = value;
        break;
      case "accept":
        if (headers.accept !== undefined) return null;
        headers.accept = value;
        break;
      case "accept-encoding":
        if (headers.acceptEncoding !== undefined) return null;
        headers.acceptEncoding = value;
        break;
      case "if-none-match":
        if (headers.ifNoneMatch !== undefined) return null;
        headers.ifNoneMatch = value;
        break;
      default:
        if (unusual.has(name)) return null;
    }
  }
  return headers;
}
