/** The rows of the lists of periods, as `shapes.ts` declares those of service.md. */
import type { Static } from "typebox";
import { listedPeriods, pricedPeriods } from "../domain/periods.ts";
import { oneOf, orNull } from "../domain/schemas.ts";
import { closed, gameHeadMembers, integer, text } from "./shape-members.ts";
import { MoneylineSet, OddsRow, PeriodScore, Result, SpreadSet, TotalSet } from "./shapes.ts";

/** The consensus of a game, and the opening prices of its total besides. */
export const PeriodConsensus = closed({ moneyline: MoneylineSet, spread: SpreadSet, total: TotalSet });

export const PeriodRow = closed({
  ...gameHeadMembers,
  period: oneOf(listedPeriods),
  score: PeriodScore,
  consensus: orNull(PeriodConsensus),
  result: Result,
});

export const PeriodOddsRow = closed({
  ...gameHeadMembers,
  period: oneOf(pricedPeriods),
  book_id: integer(),
  book: text(),
  book_name: text(),
  moneyline: MoneylineSet,
  spread: SpreadSet,
  total: TotalSet,
  result: OddsRow.properties.result,
});

export type PeriodConsensus = Static<typeof PeriodConsensus>;
export type PeriodRow = Static<typeof PeriodRow>;
export type PeriodOddsRow = Static<typeof PeriodOddsRow>;
