/** `/v1/periods` and `/v1/period_odds`. */
import type { Static } from "typebox";
import { listedPeriods, pricedPeriods } from "../../domain/periods.ts";
import { orNull } from "../../domain/schemas.ts";
import { bookMembers, MoneylineSet, marketTexts, OddsResult, SpreadSet, TotalSet } from "../book-members.ts";
import { endpoint, page } from "../endpoint.ts";
import { enumTexts } from "../enum-texts.ts";
import { book } from "../filters/books.ts";
import { gameFilters, paging } from "../filters/games.ts";
import { periodMarket, pricedPeriod, scoredPeriod } from "../filters/markets.ts";
import { gameHeadMembers } from "../game-members.ts";
import { as, choice, object } from "../members.ts";
import { PeriodScore, Result } from "./games.ts";

/** The consensus of a game, and the opening prices of its total besides. */
export const PeriodConsensus = object(
  "PeriodConsensus",
  "The modal line of the US books on a period, at its mean implied probability.",
  {
    moneyline: as(MoneylineSet, marketTexts.period, [-238, -262, 195, 212]),
    spread: as(SpreadSet, marketTexts.spread, [-4, -4.5, -110, -114, -110, -106]),
    total: as(TotalSet, marketTexts.total, [23.5, 23.5, -108, -110, -112, -110]),
  },
);

export const PeriodRow = object(
  "PeriodRow",
  "A period that was played, with its score graded against its own consensus close.",
  {
    ...gameHeadMembers,
    period: choice(listedPeriods, enumTexts.period, "1h"),
    score: as(PeriodScore, "score of the period", [21, 20]),
    consensus: orNull(as(PeriodConsensus, "modal line across US books on the period; null when no US book posted any")),
    result: as(Result, "the period's score, graded against the period's own consensus close", [1, false, true, "home"]),
  },
);

export const PeriodOddsRow = object(
  "PeriodOddsRow",
  "One book's lines of a period of a game, graded against that book's close.",
  {
    ...gameHeadMembers,
    period: choice(pricedPeriods, enumTexts.period, "1h"),
    ...bookMembers,
    moneyline: as(MoneylineSet, marketTexts.period, [-240, -265, 196, 215]),
    spread: as(SpreadSet, marketTexts.spread, [-4, -4.5, -110, -115, -110, -105]),
    total: as(TotalSet, marketTexts.total, [23.5, 23.5, -110, -110, -110, -110]),
    result: as(
      OddsResult,
      "the period's score, graded against this book's own close; all members null when it was not played",
      [false, false, true, false],
    ),
  },
);

export type PeriodConsensus = Static<typeof PeriodConsensus>;
export type PeriodRow = Static<typeof PeriodRow>;
export type PeriodOddsRow = Static<typeof PeriodOddsRow>;

export const periods = endpoint("/periods", "listPeriods", "List periods", {
  tag: "Periods",
  sentence:
    "One row per game and period that was played, with its score, its own consensus, and the score graded against that " +
    "consensus.",
  details: "Rows come oldest first.",
  parameters: { ...gameFilters, period: scoredPeriod, ...paging },
  oneOf: ["season", "from", "to", "team", "game_id"],
  answer: page("PeriodList", "A page of periods.", PeriodRow),
  shape: 2,
});

export const periodOdds = endpoint("/period_odds", "listPeriodOdds", "List period odds", {
  tag: "Periods",
  sentence:
    "One row per game, period and book that posted anything on that period, graded against that book's own close.",
  details: "All members of `result` are null when the period was not played. Rows come oldest first.",
  parameters: { ...gameFilters, period: pricedPeriod, book, market: periodMarket, ...paging },
  oneOf: ["season", "from", "to", "team", "game_id"],
  answer: page("PeriodOddsList", "A page of period odds rows.", PeriodOddsRow),
  shape: 3,
});
