/** Each endpoint of the contract has its answer here: one without an answer does not compile, nor one at the path of another. */
import type { EndpointPath } from "../../contract/endpoints/all.ts";
import type { Endpoint } from "../endpoint.ts";
import { bets } from "./bets.ts";
import { books } from "./books.ts";
import { changes } from "./changes.ts";
import { contents } from "./contents.ts";
import { coverage } from "./coverage.ts";
import { game } from "./game.ts";
import { games } from "./games.ts";
import { gameIds } from "./ids-games.ts";
import { teamIds } from "./ids-teams.ts";
import { lines } from "./lines.ts";
import { odds } from "./odds.ts";
import { periodOdds } from "./period-odds.ts";
import { periods } from "./periods.ts";
import { revisions } from "./revisions.ts";
import { seasons } from "./seasons.ts";
import { sports } from "./sports.ts";
import { teams } from "./teams.ts";
import { trends } from "./trends.ts";

export const endpoints: { readonly [Path in EndpointPath]: Endpoint<Path> } = {
  "": contents,
  "/sports": sports,
  "/teams": teams,
  "/seasons": seasons,
  "/books": books,
  "/games": games,
  "/games/:game_id": game,
  "/games/:game_id/lines": lines,
  "/odds": odds,
  "/bets": bets,
  "/trends": trends,
  "/periods": periods,
  "/period_odds": periodOdds,
  "/changes": changes,
  "/revisions": revisions,
  "/ids/games": gameIds,
  "/ids/teams": teamIds,
  "/coverage": coverage,
};
