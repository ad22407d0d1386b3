/** The meaning and the bounds of the members of trends; see `fields.ts`. */
import { enumTexts } from "./enums.ts";
import type { FieldNote } from "./field-note.ts";

const count = { minimum: 0, maximum: 10_000_000 };
const share = { minimum: 0, maximum: 1 };
const units = { minimum: -1, maximum: 10_000 };

/** The members of trends that mean something else there, or are there alone. */
export const trendNotes: Readonly<Record<string, FieldNote>> = {
  "TrendRow.group": {
    description:
      "the value of group_by that the row is of; none where its bets have no such value; null: all bets of the set",
    maxLength: 40,
  },
  "TrendRow.bets": { description: "bets of the set or of the group", ...count },
  "TrendRow.won": { description: "bets that won against their closing line", ...count },
  "TrendRow.lost": { description: "bets that lost against their closing line", ...count },
  "TrendRow.push": { description: "bets whose stake came back", ...count },
  "TrendRow.ungraded": { description: "bets without a close, which are in no rate", ...count },
  "TrendRow.shared": {
    description:
      "how many of the bets are in another group, too: totals of both teams when the groups are teams, else 0; in the row of all, " +
      "bets that are in two groups",
    ...count,
  },
  "TrendRow.win_rate": {
    description: "share of the won bets in those won and lost, with Wilson's 95% interval; all null without any",
  },
  "TrendRow.break_even": {
    description:
      "mean implied probability of the closing prices: the win rate that wins and loses nothing when all prices are " +
      "alike; null without any",
    ...share,
  },
  "TrendRow.return_on_investment": {
    description: "mean profit of a bet in units, with the 95% interval of a bootstrap by game",
  },
  "TrendRow.closing_line_value": {
    description:
      "mean of the no-vig probability of the close minus the implied probability of the open; null without any",
    minimum: -1,
    maximum: 1,
  },
  "TrendRow.p_value": {
    description:
      "chance of so many or so few wins, or of a record as far to the other side, if the no-vig probabilities of the closes " +
      "are right; 6 decimals; null without any",
    ...share,
  },
  "TrendRow.p_adjusted": { description: "p_value times tries, at most 1", ...share },
  "TrendRow.verdict": { description: enumTexts.verdict },
  "TrendReturns.close": { description: "at the closing prices" },
  "TrendReturns.open": { description: "at the opening prices, against the opening lines" },
  "TrendEstimate.value": { description: "what the bets show, 4 decimals", ...units },
  "TrendEstimate.low": { description: "lower end of the 95% interval, 4 decimals", ...units },
  "TrendEstimate.high": { description: "upper end of the 95% interval, 4 decimals", ...units },
  "TrendMeta.group_by": { description: "what the rows after the first are of" },
  "TrendMeta.tries": { description: "the tries that p_adjusted and verdict allow for", minimum: 1, maximum: 10_000 },
};
