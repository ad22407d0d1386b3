/** The filters that lists of bets share: those of their games, of the bets themselves, and of what surrounded them. */
import type { BetFilter } from "../shelf/bets/filter.ts";
import { asksForConditions, type Situation } from "../shelf/bets/situation.ts";
import type { GameFilter } from "../shelf/pages.ts";
import { type AskedBetOn, betOnOf } from "./bet-on-parameters.ts";
import * as takeBet from "./bet-parameters.ts";
import type { Parameter, Parameters } from "./parameters.ts";
import { checkRangeOf } from "./ranges.ts";
import { type AskedSituation, situationOf } from "./situation-parameters.ts";

export const betParameters = {
  bet_type: takeBet.betType,
  market: takeBet.betMarket,
  period: takeBet.betPeriod,
  selection: takeBet.selection,
  role: takeBet.role,
  result: takeBet.result,
  min_line: takeBet.line("smallest"),
  max_line: takeBet.line("largest"),
};

type Values<Declared extends Parameters> = {
  readonly [Name in keyof Declared]: Declared[Name] extends Parameter<infer Value> ? Value : never;
};

type AskedBets = Values<typeof betParameters> &
  AskedSituation &
  AskedBetOn & { readonly open_moved: BetFilter["openMoved"] };

/** @throws ApiError when a range ends before it begins. */
export function betFilterOf(games: GameFilter, asked: AskedBets, bookIds: readonly number[] | null): BetFilter {
  const { min_line, max_line } = asked;
  checkRangeOf({ min_line, max_line }, "min_line", "max_line");
  return {
    ...games,
    betTypes: asked.bet_type,
    market: asked.market,
    period: asked.period,
    selection: asked.selection,
    role: asked.role,
    result: asked.result,
    minLine: min_line,
    maxLine: max_line,
    bookIds,
    openMoved: asked.open_moved,
    situation: situationOf(asked),
    betOn: betOnOf(asked),
  };
}

/**
 * A filter as cursors and ETags name it. What came after the first release is named only where it is asked for, so that the
 * cursors which callers hold go on being good.
 */
export function namedFilter({ openMoved, situation, betOn, ...filter }: BetFilter): Readonly<Record<string, unknown>> {
  return {
    ...filter,
    ...(openMoved === null ? {} : { openMoved }),
    ...(situation === null ? {} : { situation: namedSituation(situation) }),
    ...(betOn === null ? {} : { betOn }),
  };
}

function namedSituation(situation: Situation): Readonly<Record<string, unknown>> {
  if (asksForConditions(situation)) return situation;
  const { windMin, windMax, temperatureMin, temperatureMax, indoor, ...before } = situation;
  return before;
}
