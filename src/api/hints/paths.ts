/** The error for a path that does not exist, with the path that was meant. Only callers with a good key are told [D-25]. */
import { ApiError } from "../errors.ts";
import { documentedPath, endpointPaths } from "../routes/paths.ts";
import { nearest } from "./nearest.ts";
import { quoted } from "./quoted.ts";

const longestRead = 200;

/** @param url the request's path and query. */
export function nothingAt(url: string): ApiError {
  const [path = ""] = url.split(/[?#]/, 1);
  const meant = pathMeant(path);
  const hint = meant === null ? ":" : `; did you mean ${meant}?`;
  return new ApiError("not_found", `there is nothing at ${quoted(path)}${hint} /v1 lists all endpoints`);
}

function pathMeant(path: string): string | null {
  if (path.length > longestRead) return null;
  const [, first = "", second, ...more] = path.split("/").filter((segment) => segment !== "");
  if (first === "" || more.length > 0) return null;
  const documented = endpointPaths.map(documentedPath);
  const candidates = documented.filter((each) => each.split("/").length === (second === undefined ? 3 : 4));
  const name = nearest(first, [...new Set(candidates.map((each) => each.split("/")[2] ?? ""))]);
  return candidates.find((each) => each.split("/")[2] === name) ?? null;
}
