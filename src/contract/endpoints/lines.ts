import { endpoint } from "../endpoint.ts";
import { book } from "../parameters/books.ts";
import { gameIdInPath } from "../parameters/games.ts";
import { linePeriod, market } from "../parameters/markets.ts";
import { paging } from "../parameters/pages.ts";

export const lines = endpoint({
  path: "/games/:game_id/lines",
  operation: "listLines",
  tag: "Odds",
  summary: "List the lines of a game",
  sentence: "How the lines of one game moved: of each period, market and book the captures before the start.",
  details: "There is one row per run of equal ones, in that order and then in order of time.",
  inPath: { game_id: gameIdInPath },
  parameters: { book, market, period: linePeriod, ...paging },
  answer: "LineList",
  shape: 3,
});
