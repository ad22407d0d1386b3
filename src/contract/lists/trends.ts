/** `/v1/trends`: the record of a set of bets, and what it is worth. */
import type { Static } from "typebox";
import { orNull } from "../../domain/schemas.ts";
import { verdicts } from "../../domain/trends/chance.ts";
import { type Grouping, groupings } from "../../domain/trends/game-sums.ts";
import { endpoint, listMeta, page } from "../endpoint.ts";
import { enumTexts } from "../enum-texts.ts";
import { oneBook } from "../filters/books.ts";
import { formFilters } from "../filters/form.ts";
import { date, gameFilters, paging } from "../filters/games.ts";
import { checkPriceAt, priceAtFilters } from "../filters/markets.ts";
import { betOnFilters, situationFilters } from "../filters/situations.ts";
import { as, choice, count, fromZeroToOne, integer, nullable, object, points } from "../members.ts";
import { choiceOf, WrongParameter, wholeNumber, withDefault } from "../parameter.ts";
import { betFilters } from "./bets.ts";
import { momentMember } from "./snapshots.ts";

const bets = (description: string, example: number) => count(description, example, 10_000_000);
const betsOrNull = (description: string, example: number) => nullable.count(description, example, 10_000_000);

const estimated = (description: string, example: number) =>
  nullable.number(description, example, { minimum: -1, maximum: 10_000 });

const TrendEstimate = object("TrendEstimate", "What a set shows, and the 95% interval of what is behind it.", {
  value: estimated("what the bets show, 4 decimals", 0.5297),
  low: estimated("lower end of the 95% interval, 4 decimals", 0.481),
  high: estimated("upper end of the 95% interval, 4 decimals", 0.5779),
});

const TrendReturns = object(
  "TrendReturns",
  "Units won on a stake of one unit at the closing and at the opening price.",
  {
    close: as(TrendEstimate, "at the closing prices", [0.0132, -0.0777, 0.1044]),
    open: as(TrendEstimate, "at the opening prices, against the opening lines", [0.0093, -0.0816, 0.1008]),
  },
);

const probabilities = { minimum: -1, maximum: 1 };

const TrendClosingLine = object(
  "TrendClosingLine",
  "Whether the opens of the set were better than its closes; all null where the set was chosen by what the close knows.",
  {
    better: betsOrNull(
      "bets whose open was better for the bettor than the close: by the line, else by the price; null with open_moved or result",
      171,
    ),
    worse: betsOrNull("bets whose open was worse for the bettor than the close; null with open_moved or result", 128),
    same: betsOrNull("bets whose close has the line and the price of the open; null with open_moved or result", 113),
    beat: as(
      TrendEstimate,
      "better / (better + worse), with the 95% interval of a rate; all null without any",
      [0.5719, 0.5153, 0.6267],
    ),
    points: nullable.number(
      "mean of the points by which the open was better than the close, above 0 good for the bettor, 2 decimals; null for moneylines",
      0.28,
      points,
    ),
    probability: nullable.number(
      "mean of the close's no-vig probability minus the open's, of the bets whose line did not move and that have all four prices, " +
        "4 decimals; null without any",
      0.0012,
      probabilities,
    ),
    probability_bets: betsOrNull("how many bets probability is of; null with open_moved or result", 187),
  },
);

const TrendAtMoment = object(
  "TrendAtMoment",
  "What the bets returned at the lines and the prices of a moment before the start.",
  {
    minutes_before: momentMember,
    bets: bets("bets with a price and a result at the moment; all other numbers here are of these", 398),
    won: bets("bets that won against the line of the moment", 205),
    lost: bets("bets that lost against it", 184),
    push: bets("bets whose stake came back", 9),
    return_on_investment: as(
      TrendEstimate,
      "mean profit of a bet in units at the prices of the moment, with its interval; all null where that at the open is",
      [0.0121, -0.0792, 0.1034],
    ),
  },
);

export const TrendRow = object(
  "TrendRow",
  "The record of a set of bets, or of one group of it, and what it is worth.",
  {
    group: nullable.text(
      "the value of group_by that the row is of; none where its bets have no such value; null: all bets of the set",
      null,
      { maxLength: 40 },
    ),
    bets: bets("bets of the set or of the group", 412),
    won: bets("bets that won against their closing line", 214),
    lost: bets("bets that lost against their closing line", 190),
    push: bets("bets whose stake came back, the score being exactly the line", 8),
    void: bets("bets whose stake came back by a house rule, which are in no rate and no return", 0),
    ungraded: bets("bets without a close, which are in no rate", 0),
    shared: bets(
      "how many of the bets are in another group, too: totals of both teams when the groups are teams, else 0; in the row of all, " +
        "bets that are in two groups",
      0,
    ),
    both_sides: bets(
      "how many of the bets have their opposite among them: the other side of the same market and period of the same game, at the " +
        "same book",
      0,
    ),
    win_rate: as(
      TrendEstimate,
      "share of the won bets in those won and lost, with Wilson's 95% interval of so many bets divided by design_effect; all null " +
        "without any",
    ),
    design_effect: nullable.number(
      "how many bets won or lost are as good as one independent fact, since bets of one game are not: next to 1 with one bet a " +
        "game; 4 decimals; null without any",
      1,
      { minimum: 1, maximum: 10_000_000 },
    ),
    break_even: nullable.number(
      "mean implied probability of the closing prices, void bets aside: the win rate that wins and loses nothing when all " +
        "prices are alike; null without any",
      0.5231,
      fromZeroToOne,
    ),
    return_on_investment: as(
      TrendReturns,
      "mean profit of a bet in units, with a 95% interval by game, which is null below ten games",
    ),
    closing_line_value: nullable.number(
      "mean of the no-vig probability of the close minus that of the open, of all bets that have both, 4 decimals; null without any",
      0.0031,
      probabilities,
    ),
    closing_line: as(
      TrendClosingLine,
      "whether the opens were better for the bettor than the closes; all null with open_moved or result, which choose the bets by " +
        "what the close knows",
    ),
    p_value: nullable.number(
      "chance of so many or so few wins, or of a record as far to the other side, if the no-vig probabilities of the closes " +
        "are right: twice the smaller of the two tails, at most 1; 6 decimals; null below ten games with such a bet, with result, and where more than half of the bets are both_sides",
      0.239,
      fromZeroToOne,
    ),
    p_adjusted: nullable.number(
      "p_value, allowed for tries and, in the row of a group, for how many groups there are (Holm); at most 1",
      0.239,
      fromZeroToOne,
    ),
    verdict: nullable.choice(verdicts, `${enumTexts.verdict}; null where p_value is`, "no evidence"),
    at_moment: orNull(as(TrendAtMoment, "the return at the moment of price_at; null without price_at")),
  },
);

export type TrendRow = Static<typeof TrendRow>;

export const mostTries = 10_000;
const triesBounds = { least: 1, most: mostTries, digits: 5 };

export const trendParameters = {
  group_by: withDefault<Grouping>(
    choiceOf({
      meaning: `one of ${groupings.join(", ")}: a row for each besides that of all bets`,
      values: groupings,
      example: "season",
      others: { bet_type: "bettype market", selection: "side", season: "year", line: "spread" },
    }),
    "none",
  ),
  tries: withDefault(
    wholeNumber({
      ...triesBounds,
      meaning: `how many sets of bets you have looked at, 1 to ${mostTries}; p_adjusted allows for so many`,
      example: 20,
    }),
    1,
  ),
  /** The day that divides a set into what was before it and what came since. */
  split: date(
    "a day, YYYY-MM-DD: a row for the games before it and one for those since; not with group_by",
    "2025-09-01",
  ),
  tries_since: wholeNumber({
    ...triesBounds,
    meaning: `with split: how often you have looked at the bets since it, 1 to ${mostTries}; as tries when absent`,
    example: 1,
  }),
};

/** @throws WrongParameter when a set is to be divided in two ways, or a count is of a part that is not asked for. */
function checkSplit(asked: {
  readonly split: string | null;
  readonly tries_since: number | null;
  readonly group_by: Grouping;
}): void {
  const { split, tries_since: triesSince, group_by: groupBy } = asked;
  if (split === null && triesSince !== null)
    throw new WrongParameter("tries_since", "tries_since is of the bets since split: give split, too");
  if (split !== null && groupBy !== "none")
    throw new WrongParameter("split", "split divides the set by itself: leave group_by out");
}

const aTry = { minimum: 1, maximum: 10_000 };
const TrendMeta = listMeta("TrendMeta", "About a page of trends.", {
  group_by: choice(groupings, "what the rows after the first are of", "none"),
  tries: integer("the tries that p_adjusted and verdict allow for", 1, aTry),
  split: nullable.date("the day that divides the set into before and since; null without one", null),
  tries_since: nullable.integer("the tries that p_adjusted of since allows for; null without split", null, aTry),
  family: count("how many groups have a p_value, on all pages: p_adjusted of a group allows for so many", 0, 65_536),
});
export const trends = endpoint("/trends", "getTrends", "Get the record of a set of bets", {
  tag: "Bets",
  sentence:
    "The record of a set of bets: how many won, what they returned, how sure one can be of that, and whether chance explains " +
    "it.",
  details:
    "The set is all that the filters of /v1/bets let through, of one book, or of the consensus without `book`; only `sport` " +
    "is required. The first row is of all bets and has null for its `group`; with `group_by`, a row for each group follows. " +
    "With `group_by=book` and without `book`, the set has the bets of every book. Say with `tries` how many sets you have " +
    "looked at.",
  parameters: {
    ...gameFilters,
    ...betFilters,
    book: oneBook,
    ...situationFilters,
    ...betOnFilters,
    ...formFilters,
    ...priceAtFilters,
    ...trendParameters,
    ...paging,
  },
  check(asked) {
    checkSplit(asked);
    checkPriceAt(asked);
  },
  answer: page("TrendList", "A page of trends.", TrendRow, { meta: TrendMeta, goesOn: false }),
  shape: 6,
  headers: ["X-Sets-Today"],
});
