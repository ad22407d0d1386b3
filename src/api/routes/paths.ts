/**
 * The paths of the API below /v1, as the router writes them. The endpoints and what OpenAPI says of them are keyed by this
 * type, so that a path without an endpoint, or an endpoint without a description, does not compile.
 */
export const endpointPaths = ["/sports", "/teams", "/seasons", "/games", "/games/:game_id", "/odds"] as const;

export type EndpointPath = (typeof endpointPaths)[number];

/** The path as callers read it: `/v1/games/{game_id}`. */
export function documentedPath(path: EndpointPath): string {
  return `/v1${path.replace(/:(\w+)/g, "{$1}")}`;
}
