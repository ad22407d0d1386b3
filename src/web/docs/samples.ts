/**
 * A first request to an endpoint in the four languages of the docs, and to a file in two, with nothing but what each has of its own (and
 * pandas, which every reader of tables in Python has, and jsonlite in R). Most are those of "Get this". A test runs all of them.
 */
import { type Endpoint, isTried } from "../../contract/endpoint.ts";
import { pandasSample, rSample, typescriptSample } from "../get-this/request.ts";
import type { CodeSample } from "./article.ts";

/** So few rows that they are read at a glance. */
const rows = 3;

/**
 * The path and the query of a good first request, without the address of the server.
 * @param path such as `/v1/games/{game_id}`.
 */
export function requestOf(path: string, { inPath, parameters }: Pick<Endpoint, "inPath" | "parameters">): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => String(inPath[name]?.example));
  const query = Object.entries(parameters).flatMap(([name, parameter]) =>
    name === "limit" ? [`limit=${rows}`] : isTried(name, parameter) ? [`${name}=${parameter.example}`] : [],
  );
  return query.length === 0 ? filled : `${filled}?${query.join("&")}`;
}

/** @param address of the server, without a slash at its end. */
export function endpointSamples(path: string, endpoint: Endpoint, address: string): readonly CodeSample[] {
  const jsonUrl = address + requestOf(path, endpoint);
  const isFile = endpoint.answer === null;
  const csvUrl = isFile ? jsonUrl : `${jsonUrl}${jsonUrl.includes("?") ? "&" : "?"}format=csv`;
  const shape = isFile || endpoint.hasCsv ? "page" : "json";
  const request = { name: "rows", shape, csvUrl, jsonUrl } as const;
  const inAll = [
    { language: "sh", code: curl(jsonUrl, isFile ? `-O -w "%{filename_effective}\\n" ` : "") },
    { language: "python", code: pandasSample(request) },
  ];
  // The page about files reads them in other languages, too.
  if (isFile) return inAll;
  return [...inAll, { language: "r", code: rSample(request) }, { language: "ts", code: typescriptSample(request) }];
}

const curl = (url: string, options = "") => `curl -sS --fail-with-body ${options}\\
  -H "Authorization: Bearer $API_KEY" \\
  "${url}"
`;
