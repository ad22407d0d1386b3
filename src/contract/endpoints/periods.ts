import { endpoint } from "../endpoint.ts";
import { gameFilters } from "../parameters/games.ts";
import { scoredPeriod } from "../parameters/markets.ts";
import { paging } from "../parameters/pages.ts";

export const periods = endpoint({
  path: "/periods",
  operation: "listPeriods",
  tag: "Periods",
  summary: "List periods",
  sentence:
    "One row per game and period that was played, with its score, its own consensus, and the score graded against that " +
    "consensus.",
  details: "Rows come oldest first.",
  parameters: { ...gameFilters, period: scoredPeriod, ...paging },
  oneOf: ["season", "from", "to", "team", "game_id"],
  answer: "PeriodList",
  shape: 2,
});
