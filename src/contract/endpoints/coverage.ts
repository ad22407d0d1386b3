import { endpoint } from "../endpoint.ts";
import { anySport, season } from "../parameters/games.ts";
import { paging } from "../parameters/pages.ts";

export const coverage = endpoint({
  path: "/coverage",
  operation: "listCoverage",
  tag: "Reference",
  summary: "List coverage",
  sentence:
    "How far lines go: for each season, period, market and book, in how many games it has an opening and a closing line or " +
    "price.",
  details:
    "Look before you build on them. It also says how long before the start the closes were captured. Rows come by sport, as " +
    "/v1/sports has them, season, period, market and book, the consensus first. Team totals of both teams count together. " +
    "Where a book has nothing there is no row.",
  parameters: { sport: anySport, season, ...paging },
  answer: "CoverageList",
  shape: 2,
});
