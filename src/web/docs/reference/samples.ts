/**
 * A first request to an endpoint in the four languages of the docs, with nothing but what each has of its own (and pandas,
 * which every reader of tables in Python has). Most are those of "Get this". A test runs all of them.
 */
import { pandasSample, rSample, typescriptSample } from "../../get-this/programs.ts";
import type { AskedRequest } from "../../get-this/request.ts";
import type { CodeSample } from "../code.ts";
import type { ReferenceEndpoint } from "./endpoints.ts";

/** So few rows that they are read at a glance. */
const rows = 3;

/** The path and the query of a good first request, without the address of the server. */
export function requestOf({ path, parameters }: ReferenceEndpoint): string {
  const filled = path.replaceAll(
    /\{(\w+)\}/g,
    (_, name) => parameters.find((each) => each.name === name)?.example ?? "",
  );
  const query = parameters
    .filter(({ place, isTried, name }) => place === "query" && (isTried || name === "limit"))
    .map(({ name, example }) => `${name}=${name === "limit" ? rows : example}`);
  return query.length === 0 ? filled : `${filled}?${query.join("&")}`;
}

/** @param address of the server, without a slash at its end. */
export function endpointSamples(endpoint: ReferenceEndpoint, address: string): readonly CodeSample[] {
  const jsonUrl = address + requestOf(endpoint);
  const csvUrl = `${jsonUrl}${jsonUrl.includes("?") ? "&" : "?"}format=csv`;
  const isTable = endpoint.exampleCsv !== null;
  const request: AskedRequest = { name: "rows", shape: isTable ? "page" : "json", csvUrl, jsonUrl };
  return [
    { language: "sh", code: curl(jsonUrl) },
    { language: "python", code: pandasSample(request) },
    { language: "r", code: isTable ? rSample(request) : r(jsonUrl) },
    { language: "ts", code: typescriptSample(request) },
  ];
}

const curl = (url: string) => `curl -sS --fail-with-body \\
  -H "Authorization: Bearer $API_KEY" \\
  "${url}"
`;

/** JSON as text, because R reads it with a package alone. */
const r = (url: string) => `key <- paste("Bearer", Sys.getenv("API_KEY"))
answer <- readLines(url(
  "${url}",
  headers = c(Authorization = key)
), warn = FALSE)
cat(answer, "\
") # or jsonlite::fromJSON(answer)$data
`;
