import { endpoint } from "../endpoint.ts";
import { gamesFilters } from "../parameters/games.ts";
import { paging } from "../parameters/pages.ts";

export const games = endpoint({
  path: "/games",
  operation: "listGames",
  tag: "Games",
  summary: "List games",
  sentence: "One row per completed game, with consensus lines and the result graded against them.",
  details: "Rows come oldest first.",
  parameters: { ...gamesFilters, ...paging },
  answer: "GameList",
  shape: 1,
});
