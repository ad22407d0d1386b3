import { endpoint } from "../endpoint.ts";
import { book } from "../parameters/books.ts";
import { gameFilters } from "../parameters/games.ts";
import { periodMarket, pricedPeriod } from "../parameters/markets.ts";
import { paging } from "../parameters/pages.ts";

export const periodOdds = endpoint({
  path: "/period_odds",
  operation: "listPeriodOdds",
  tag: "Periods",
  summary: "List period odds",
  sentence:
    "One row per game, period and book that posted anything on that period, graded against that book's own close.",
  details: "All members of `result` are null when the period was not played. Rows come oldest first.",
  parameters: { ...gameFilters, period: pricedPeriod, book, market: periodMarket, ...paging },
  oneOf: ["season", "from", "to", "team", "game_id"],
  answer: "PeriodOddsList",
  shape: 3,
});
