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
  "TrendRow.both_sides": {
    description:
      "how many of the bets have their opposite among them: the other side of the same market and period of the same game, at the " +
      "same book",
    ...count,
  },
  "TrendRow.win_rate": {
    description:
      "share of the won bets in those won and lost, with Wilson's 95% interval of so many bets divided by design_effect; all null " +
      "without any",
  },
  "TrendRow.design_effect": {
    description:
      "how many bets won or lost are as good as one independent fact, since bets of one game are not: 1 with one bet a game; 4 " +
      "decimals; null without any",
    minimum: 1,
    maximum: 10_000_000,
  },
  "TrendRow.break_even": {
    description:
      "mean implied probability of the closing prices: the win rate that wins and loses nothing when all prices are " +
      "alike; null without any",
    ...share,
  },
  "TrendRow.return_on_investment": {
    description: "mean profit of a bet in units, with a 95% interval by game, which is null below ten games",
  },
  "TrendRow.closing_line_value": {
    description:
      "mean of the no-vig probability of the close minus that of the open, of all bets that have both, 4 decimals; null without any",
    minimum: -1,
    maximum: 1,
  },
  "TrendRow.closing_line": {
    description:
      "whether the opens were better for the bettor than the closes; all null with open_moved or result, which choose the bets by " +
      "what the close knows",
  },
  "TrendClosingLine.better": {
    description:
      "bets whose open was better for the bettor than the close: by the line, else by the price; null with open_moved or result",
    ...count,
  },
  "TrendClosingLine.worse": {
    description: "bets whose open was worse for the bettor than the close; null with open_moved or result",
    ...count,
  },
  "TrendClosingLine.same": {
    description: "bets whose close has the line and the price of the open; null with open_moved or result",
    ...count,
  },
  "TrendClosingLine.beat": {
    description: "better / (better + worse), with the 95% interval of a rate; all null without any",
  },
  "TrendClosingLine.points": {
    description:
      "mean of the points by which the open was better than the close, above 0 good for the bettor, 2 decimals; null for moneylines",
    minimum: -1000,
    maximum: 1000,
  },
  "TrendClosingLine.probability": {
    description:
      "mean of the close's no-vig probability minus the open's, of the bets whose line did not move and that have all four prices, " +
      "4 decimals; null without any",
    minimum: -1,
    maximum: 1,
  },
  "TrendClosingLine.probability_bets": {
    description: "how many bets probability is of; null with open_moved or result",
    ...count,
  },
  "TrendRow.p_value": {
    description:
      "chance of so many or so few wins, or of a record as far to the other side, if the no-vig probabilities of the closes " +
      "are right; 6 decimals; null without any, with result, and where more than half of the bets are both_sides",
    ...share,
  },
  "TrendRow.p_adjusted": {
    description:
      "p_value, allowed for tries and, in the row of a group, for how many groups there are (Holm); at most 1",
    ...share,
  },
  "TrendRow.verdict": {
    description: `${enumTexts.verdict}; null with result, and where more than half of the bets are both_sides`,
  },
  "TrendReturns.close": { description: "at the closing prices" },
  "TrendReturns.open": { description: "at the opening prices, against the opening lines" },
  "TrendEstimate.value": { description: "what the bets show, 4 decimals", ...units },
  "TrendEstimate.low": { description: "lower end of the 95% interval, 4 decimals", ...units },
  "TrendEstimate.high": { description: "upper end of the 95% interval, 4 decimals", ...units },
  "TrendMeta.group_by": { description: "what the rows after the first are of" },
  "TrendMeta.family": {
    description: "how many groups have a p_value, on all pages: p_adjusted of a group allows for so many",
    minimum: 0,
    maximum: 65_536,
  },
  "TrendMeta.split": { description: "the day that divides the set into before and since; null without one" },
  "TrendMeta.tries_since": {
    description: "the tries that p_adjusted of since allows for; null without split",
    minimum: 1,
    maximum: 10_000,
  },
  "TrendMeta.tries": { description: "the tries that p_adjusted and verdict allow for", minimum: 1, maximum: 10_000 },
};
