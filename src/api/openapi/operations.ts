/** The operations of the document: every endpoint with its parameters as they are read, and a text for people. */
import type { Parameter, Parameters } from "../parameters.ts";
import { gameId } from "../parameters.ts";
import { endpoints } from "../routes/all.ts";
import { documentedPath, type EndpointPath, endpointPaths, endpointSummaries } from "../routes/paths.ts";
import { enumTexts } from "./enums.ts";
import { exampleArchive, exampleCursor } from "./examples.ts";
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
  "/ids/games": {
    operationId: "listGameIds",
    tag: "Ids",
    details:
      "One row per completed game, with the ids that it has at other sources, as these write them: null where it has none " +
      "or it is not known. At least one of `season`, `from`/`to`, `team` or `game_id` is required. " +
      `${paging} ${csv} There a list is one cell, joined by \`|\`.`,
    schema: "GameIdsList",
    description: "A page of ids of games.",
  },
  "/ids/teams": {
    operationId: "listTeamIds",
    tag: "Ids",
    details:
      "The teams of a sport, with the ids or names that they have at other sources; `former` has what these called them earlier " +
      `in the coverage. ${cursorPaging} ${csv} There a list is one cell, joined by \`|\`.`,
    schema: "TeamIdsList",
    description: "All teams of the sport.",
  },
  "/periods": {
    operationId: "listPeriods",
    tag: "Periods",
    details:
      "One row per game and period that was played, with its score, its own consensus, and the score graded against that " +
      `consensus. At least one of \`season\`, \`from\`/\`to\`, \`team\` or \`game_id\` is required. ${paging} ${csv}`,
    schema: "PeriodList",
    description: "A page of periods.",
  },
  "/period_odds": {
    operationId: "listPeriodOdds",
    tag: "Periods",
    details:
      "One row per game, period and book that posted anything on that period, graded against that book's own close. All " +
      "members of `result` are null when the period was not played. At least one of `season`, `from`/`to`, `team` or " +
      `\`game_id\` is required. ${paging} ${csv}`,
    schema: "PeriodOddsList",
    description: "A page of period odds rows.",
  },
  "/changes": {
    operationId: "listChanges",
    tag: "Changes",
    details:
      "What each revision after `since` changed, one row per revision and game, in order of revision, then game_id: all that " +
      "a copy of the data needs to become what the API answers today. `meta.revision` of the last page is the next `since`. " +
      "Give `meta.archive` back as `archive`, so that a copy of an archive that was restored or built anew is refused. A " +
      "revision that is later than the newest, or from before changes were kept, is 400, and the message says from which " +
      `revision to go on. ${cursorPaging} ${csv} With it, \`meta.revision\` and \`meta.archive\` are in headers.`,
    schema: "ChangeList",
    description: "A page of changes.",
    hasRevision: true,
  },
  "/revisions": {
    operationId: "listRevisions",
    tag: "Changes",
    details: `The revisions of the archive, oldest first, with how much each changed. ${cursorPaging} ${csv}`,
    schema: "RevisionList",
    description: "A page of revisions.",
    hasRevision: true,
  },
  "/books": {
    operationId: "listBooks",
    tag: "Reference",
    details:
      "Every sportsbook whose odds are published, by book_id, with the seasons in which it has games. A book that has none " +
      "yet is listed too. One page holds them all.",
    schema: "BookList",
    description: "All books.",
  },
  "/coverage": {
    operationId: "listCoverage",
    tag: "Reference",
    details:
      "How far lines go before you build on them: for each season, period, market and book, in how many games it has an " +
      "opening and a closing line or price, and how long before the start its closes were captured. Rows come by sport, as " +
      "/v1/sports has them, season, period, market and book, the consensus first. Team totals of both teams count together. " +
      `Where a book has nothing there is no row. ${cursorPaging} ${csv}`,
    schema: "CoverageList",
    description: "A page of coverage.",
  },
  "/trends": {
    operationId: "getTrends",
    tag: "Bets",
    details:
      "The record of a set of bets: how many won, what they returned, how sure one can be of that, and whether chance explains " +
      "it. The set is all that the filters of /v1/bets let through, of one book, or of the consensus without `book`; only " +
      "`sport` is required. The first row is of all bets and has null for its `group`; with `group_by`, a row for each group " +
      "follows. With `group_by=book` and without `book`, the set has the bets of every book. Say with `tries` how many sets " +
      `you have looked at. ${cursorPaging} ${csv}`,
    schema: "TrendList",
    description: "A page of trends.",
  },
  "/bets": {
    operationId: "listBets",
    tag: "Bets",
    details:
      "One row per game, bet type, selection and book, graded at the opening and at the closing line of that row, with the " +
      "profit of one unit staked. Lines are the selection's: that of an away team is minus the home line. Without `book`, " +
      "the rows are those of the consensus. At least one of `season`, `from`/`to`, `team`, `on` or `game_id` is required. " +
      `${paging} ${csv}`,
    schema: "BetList",
    description: "A page of bets.",
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
    parameters: [...inPath, ...queryOf(path, parameters)],
    responses: responsesOf(operation),
  };
}

function queryOf(path: EndpointPath, parameters: Parameters): readonly JsonObject[] {
  return Object.entries(parameters).map(([name, parameter]) =>
    parameterOf("query", name, parameter, examplesOfPaths[path]?.[name]),
  );
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
  since: 0,
  archive: exampleArchive,
  book: "draftkings,fanduel",
  market: "spread",
  period: "1h",
  bet_type: "spread,total",
  selection: "away",
  role: "underdog",
  result: "won",
  min_line: 7,
  max_line: 10.5,
  home_rest_min: 6,
  home_rest_max: 8,
  away_rest_min: 4,
  away_rest_max: 6,
  month: 9,
  weekday: "thu",
  conference: "NFC",
  division: "NFC East",
  open_moved: "toward",
  wind_min: 15,
  wind_max: 25,
  temperature_min: 20,
  temperature_max: 32,
  indoor: "false",
  on: "SF,DAL",
  rest_min: 13,
  rest_max: 15,
  opponent_rest_min: 6,
  opponent_rest_max: 7,
  group_by: "season",
  tries: 20,
  split: "2025-09-01",
  tries_since: 1,
  limit: 100,
  cursor: exampleCursor,
  format: "json",
};

/** The examples of parameters that take something else at an endpoint. */
const examplesOfPaths: Readonly<Partial<Record<EndpointPath, Readonly<Record<string, Json>>>>> = {
  "/trends": { book: "draftkings" },
};

function parameterOf(
  place: "path" | "query",
  name: string,
  parameter: Parameter<unknown>,
  example: Json = exampleValues[name] ?? null,
): JsonObject {
  const { description: _ofAnswers, ...written } = writeSchema(parameter.schema as unknown as JsonObject, "Query", name);
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
