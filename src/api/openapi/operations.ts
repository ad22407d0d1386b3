/** The operations of the document: every endpoint with its parameters as they are read, and a text for people. */
import type { Parameter, Parameters } from "../parameters.ts";
import { gameId } from "../parameters.ts";
import { endpoints } from "../routes/all.ts";
import { documentedPath, type EndpointPath, endpointPaths, endpointSummaries } from "../routes/paths.ts";
import { enumTexts } from "./enums.ts";
import { exampleCursor } from "./examples.ts";
import { type GoodAnswer, responsesOf } from "./responses.ts";
import { asSentence, type Json, type JsonObject, writeSchema } from "./schemas.ts";

type Operation = GoodAnswer & {
  readonly operationId: string;
  readonly tag: string;
  readonly details: string;
};

const cursorPaging =
  "Pass `next_cursor` back as `cursor` with the same filters until it is null; `limit` and `format` may change between " +
  "pages.";
const paging = `Rows come oldest first. ${cursorPaging}`;
const csv = "CSV comes with `format=csv` or `Accept: text/csv`; its next cursor is in `X-Next-Cursor`.";

const operations: Readonly<Record<EndpointPath, Operation>> = {
  "": {
    operationId: "listEndpoints",
    tag: "Reference",
    details: "What there is: every endpoint, and where the documentation and this document are. `/v1/` is the same.",
    schema: "ContentsAnswer",
    description: "All endpoints.",
  },
  "/sports": {
    operationId: "listSports",
    tag: "Reference",
    details: "Every sport with its seasons, markets and most recent completed game. One page holds them all.",
    schema: "SportList",
    description: "All sports.",
  },
  "/teams": {
    operationId: "listTeams",
    tag: "Reference",
    details: "The teams of a sport. Their ids and abbreviations are what `team`, `home` and `away` take.",
    schema: "TeamList",
    description: "All teams of the sport.",
  },
  "/seasons": {
    operationId: "listSeasons",
    tag: "Reference",
    details: "The seasons of a sport that have a final game, with how far each has come.",
    schema: "SeasonList",
    description: "All seasons of the sport.",
  },
  "/games": {
    operationId: "listGames",
    tag: "Games",
    details: `One row per completed game, with consensus lines and the result graded against them. ${paging} ${csv}`,
    schema: "GameList",
    description: "A page of games.",
  },
  "/games/:game_id": {
    operationId: "getGame",
    tag: "Games",
    details: "One completed game with period scores, weather, and the full-game and period lines of every book.",
    schema: "GameAnswer",
    description: "The game.",
    canBeMissing: true,
  },
  "/games/:game_id/lines": {
    operationId: "listLines",
    tag: "Odds",
    details:
      "How the lines of one game moved: of each period, market and book the captures before the start, one row per run of equal " +
      `ones, in that order and then in order of time. ${cursorPaging} ${csv}`,
    schema: "LineList",
    description: "A page of runs of captures.",
    canBeMissing: true,
  },
  "/odds": {
    operationId: "listOdds",
    tag: "Odds",
    details:
      "One row per game and book, graded against that book's own close. At least one of `season`, `from`/`to`, `team` " +
      `or \`game_id\` is required. ${paging} ${csv}`,
    schema: "OddsList",
    description: "A page of odds rows.",
  },
};

export function paths(): JsonObject {
  return Object.fromEntries(endpointPaths.map((path) => [documentedPath(path), { get: operationOf(path) }]));
}

function operationOf(path: EndpointPath): JsonObject {
  const { parameters } = endpoints[path];
  const operation = operations[path];
  const { operationId, tag, details } = operation;
  const inPath = /:game_id/.test(path) ? [parameterOf("path", "game_id", { ...gameId, required: true })] : [];
  return {
    operationId,
    tags: [tag],
    summary: endpointSummaries[path],
    description: details,
    parameters: [...inPath, ...queryOf(parameters)],
    responses: responsesOf(operation),
  };
}

function queryOf(parameters: Parameters): readonly JsonObject[] {
  return Object.entries(parameters).map(([name, parameter]) => parameterOf("query", name, parameter));
}

/**
 * Documentation pages fill forms in with the `example` of a parameter. Only what makes a good first request is given as
 * one; the rest are examples of the schema, which are only shown.
 */
const exampleValues: Readonly<Record<string, Json>> = {
  sport: "nfl",
  from: "2025-09-01",
  to: "2025-09-30",
  season: 2025,
  team: "PHI",
  home: "PHI",
  away: "DAL",
  week: 1,
  season_type: "regular",
  game_id: "NFL-20250904-DAL-PHI",
  book: "draftkings,fanduel",
  market: "spread",
  period: "game",
  limit: 100,
  cursor: exampleCursor,
  format: "json",
};

function parameterOf(place: "path" | "query", name: string, parameter: Parameter<unknown>): JsonObject {
  const { description: _ofAnswers, ...written } = writeSchema(parameter.schema as unknown as JsonObject, "Query", name);
  const example = exampleValues[name] ?? null;
  const values = (enumTexts as Readonly<Record<string, string>>)[name];
  const isTried = parameter.required || name === "season";
  return {
    name,
    in: place,
    required: parameter.required,
    description:
      values === undefined ? asSentence(parameter.description) : `${asSentence(parameter.description)} ${values}.`,
    schema: isTried ? written : { ...written, examples: [example] },
    ...(isTried ? { example } : {}),
  };
}
