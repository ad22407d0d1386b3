/** Every URL of the API, below /v1. */
import type { Endpoint } from "../endpoint.ts";
import { contents } from "./contents.ts";
import { game } from "./game.ts";
import { games } from "./games.ts";
import { lines } from "./lines.ts";
import { odds } from "./odds.ts";
import type { EndpointPath } from "./paths.ts";
import { seasons } from "./seasons.ts";
import { sports } from "./sports.ts";
import { teams } from "./teams.ts";

export const endpoints: Readonly<Record<EndpointPath, Endpoint>> = {
  "": contents,
  "/sports": sports,
  "/teams": teams,
  "/seasons": seasons,
  "/games": games,
  "/games/:game_id": game,
  "/games/:game_id/lines": lines,
  "/odds": odds,
};
