/**
 * The paths of the API below /v1, as the router writes them, with what each is for. The endpoints and what OpenAPI says of
 * them are keyed by this type, so that a path without an endpoint, or an endpoint without a description, does not compile.
 */
export const endpointSummaries = {
  "": "List endpoints",
  "/sports": "List sports",
  "/teams": "List teams",
  "/seasons": "List seasons",
  "/books": "List books",
  "/games": "List games",
  "/games/:game_id": "Get a game",
  "/games/:game_id/lines": "List the lines of a game",
  "/odds": "List odds",
  "/bets": "List bets",
  "/trends": "Get the record of a set of bets",
  "/periods": "List periods",
  "/period_odds": "List period odds",
  "/changes": "List changes",
  "/revisions": "List revisions",
  "/ids/games": "List ids of games",
  "/ids/teams": "List ids of teams",
  "/coverage": "List coverage",
} as const;

export type EndpointPath = keyof typeof endpointSummaries;

export const endpointPaths = Object.keys(endpointSummaries) as readonly EndpointPath[];

/** The path as callers read it: `/v1/games/{game_id}`. */
export function documentedPath(path: EndpointPath): string {
  return `/v1${path.replace(/:(\w+)/g, "{$1}")}`;
}
