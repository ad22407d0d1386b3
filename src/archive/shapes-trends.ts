/** The row of `/v1/trends`. The order of the members is the order in every answer. */
import type { Static } from "typebox";
import { oneOf } from "../domain/schemas.ts";
import { verdicts } from "../domain/trends/verdict.ts";
import { closed, integer, nullableNumber, nullableText } from "./shape-members.ts";

export const TrendEstimate = closed({ value: nullableNumber(), low: nullableNumber(), high: nullableNumber() });
export const TrendReturns = closed({ close: TrendEstimate, open: TrendEstimate });

export const TrendRow = closed({
  group: nullableText(),
  bets: integer(),
  won: integer(),
  lost: integer(),
  push: integer(),
  ungraded: integer(),
  shared: integer(),
  win_rate: TrendEstimate,
  break_even: nullableNumber(),
  return_on_investment: TrendReturns,
  closing_line_value: nullableNumber(),
  p_value: nullableNumber(),
  p_adjusted: nullableNumber(),
  verdict: oneOf(verdicts),
});

export type TrendRow = Static<typeof TrendRow>;
