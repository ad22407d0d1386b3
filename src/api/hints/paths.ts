/** The error for a path that does not exist, with the path that was meant. Only callers with a good key are told [D-25]. */
import { withoutKeys } from "../../access/keys/keys.ts";
import { documentedPath } from "../../contract/endpoint.ts";
import { readGameId } from "../../contract/filters/games.ts";
import { nearest, quoted } from "../../contract/hints.ts";
import { endpoints } from "../../contract/lists/all.ts";
import { sports } from "../../domain/sports.ts";
import { ApiError } from "../errors.ts";

const longestRead = 200;

/** @param url the request's path and query. */
export function nothingAt(url: string): ApiError {
  const [path = ""] = url.split(/[?#]/, 1);
  const meant = listOfGame(path) ?? pathMeant(path);
  const hint = meant === null ? ":" : `; did you mean ${meant}?`;
  return new ApiError("not_found", `there is nothing at ${shown(path)}${hint} /v1 lists all endpoints`, {
    hint: asked(meant),
  });
}

/** The error for a path outside `/v1`, where callers often look for what is below it. */
export function nothingOutside(url: string): ApiError {
  const [path = ""] = url.split(/[?#]/, 1);
  if (path.length > longestRead) return new ApiError("not_found");
  const names = path.split("/").filter((segment) => segment !== "" && !/^(api|v\d{1,3})$/i.test(segment));
  const meant = pathMeant(["", "v1", ...names].join("/"));
  if (meant === null) return new ApiError("not_found");
  return new ApiError("not_found", `there is nothing at ${shown(path)}: the API is at /v1; did you mean ${meant}?`, {
    hint: asked(meant),
  });
}

/** A path in which a value has to be put cannot be sent as it is. */
function asked(meant: string | null): string | null {
  return meant?.includes("{") ? null : meant;
}

function shown(path: string): string {
  return withoutKeys(quoted(path));
}

/** For `/v1/games/ID/odds`: a list of rows of games, asked for those of one game. */
function listOfGame(path: string): string | null {
  if (path.length > longestRead) return null;
  const [, gameId = "", name = ""] = /^\/v1\/games\/([^/]+)\/([^/]+)\/?$/.exec(path) ?? [];
  const lists = endpoints.filter(({ parameters }) => Object.hasOwn(parameters, "game_id"));
  const names = lists.map(({ path: each }) => documentedPath(each).split("/")).filter((each) => each.length === 3);
  const meant = nearest(
    name,
    names.map((each) => each[2] ?? ""),
  );
  const sport = sports.find((each) => gameId.toLowerCase().startsWith(`${each}-`));
  const id = readGameId(gameId);
  if (meant === null || sport === undefined || id === null) return null;
  return `/v1/${meant}?sport=${sport}&game_id=${id}`;
}

/** The path whose names are nearest to those of the request, one after the other; where a value goes, anything may be. */
function pathMeant(path: string): string | null {
  if (path.length > longestRead) return null;
  const segments = path.split("/").filter((segment) => segment !== "");
  const documented = endpoints.map(({ path: each }) => documentedPath(each).split("/").slice(1));
  let left = documented.filter((each) => each.length === segments.length && each.length > 1);
  for (const [at, segment] of segments.entries()) {
    const names = [...new Set(left.map((each) => each[at] ?? ""))];
    if (at === 0 || names.some((name) => name.startsWith("{"))) continue;
    const name = nearest(segment, names);
    left = left.filter((each) => each[at] === name);
  }
  const [meant] = left;
  return meant === undefined ? null : `/${meant.join("/")}`;
}
