/** Each endpoint of the contract has its answer here: one without an answer does not compile, nor one at the path of another. */
import type { EndpointPath } from "../../contract/lists/all.ts";
import type { AnsweredEndpoint, FileEndpoint } from "../endpoint.ts";
import { betsRoute } from "./bets.ts";
import { booksRoute } from "./books.ts";
import { changesRoute } from "./changes.ts";
import { contentsRoute } from "./contents.ts";
import { coverageRoute } from "./coverage.ts";
import { filesRoute } from "./files.ts";
import { gameRoute } from "./game.ts";
import { gamesRoute } from "./games.ts";
import { gameIdsRoute } from "./ids-games.ts";
import { teamIdsRoute } from "./ids-teams.ts";
import { linesRoute } from "./lines.ts";
import { oddsRoute } from "./odds.ts";
import { periodOddsRoute } from "./period-odds.ts";
import { periodsRoute } from "./periods.ts";
import { revisionsRoute } from "./revisions.ts";
import { seasonsRoute } from "./seasons.ts";
import { snapshotsRoute } from "./snapshots.ts";
import { sportsRoute } from "./sports.ts";
import { teamGamesRoute } from "./team-games.ts";
import { teamsRoute } from "./teams.ts";
import { trendsRoute } from "./trends.ts";

export const answeredEndpoints: {
  readonly [Path in EndpointPath]: Path extends `/files/${string}` ? FileEndpoint<Path> : AnsweredEndpoint<Path>;
} = {
  "": contentsRoute,
  "/sports": sportsRoute,
  "/teams": teamsRoute,
  "/seasons": seasonsRoute,
  "/books": booksRoute,
  "/games": gamesRoute,
  "/games/:game_id": gameRoute,
  "/team_games": teamGamesRoute,
  "/games/:game_id/lines": linesRoute,
  "/odds": oddsRoute,
  "/snapshots": snapshotsRoute,
  "/bets": betsRoute,
  "/trends": trendsRoute,
  "/periods": periodsRoute,
  "/period_odds": periodOddsRoute,
  "/changes": changesRoute,
  "/revisions": revisionsRoute,
  "/ids/games": gameIdsRoute,
  "/ids/teams": teamIdsRoute,
  "/files": filesRoute,
  "/files/:sport/:season/:file": { path: "/files/:sport/:season/:file", isOfFile: true, answer: "file" },
  "/files/:sport/:season/:file/link": { path: "/files/:sport/:season/:file/link", isOfFile: true, answer: "link" },
  "/coverage": coverageRoute,
};
