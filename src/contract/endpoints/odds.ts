import { endpoint } from "../endpoint.ts";
import { book } from "../parameters/books.ts";
import { gameFilters } from "../parameters/games.ts";
import { market } from "../parameters/markets.ts";
import { paging } from "../parameters/pages.ts";

const { sport, from, to, season, team, game_id } = gameFilters;

export const odds = endpoint({
  path: "/odds",
  operation: "listOdds",
  tag: "Odds",
  summary: "List odds",
  sentence: "One row per game and book, graded against that book's own close.",
  details: "Rows come oldest first.",
  parameters: { sport, from, to, season, team, game_id, book, market, ...paging },
  oneOf: ["season", "from", "to", "team", "game_id"],
  answer: "OddsList",
  shape: 2,
});
