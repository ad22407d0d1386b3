/** The filters that lists of bets share: those of their games, of the bets themselves, and of what surrounded them. */

import type { formFilters } from "../../contract/filters/form.ts";
import type { priceAtFilters } from "../../contract/filters/moments.ts";
import type { situationFilters } from "../../contract/filters/situations.ts";
import type { betFilters, betOnFilters } from "../../contract/lists/bets.ts";
import type { ValuesOf } from "../../contract/parameter.ts";
import { type AskedGames, gameFilterOf } from "../game-filters.ts";
import { askedMoment } from "../snapshots/asked-moment.ts";
import type { BetFilter } from "./filter.ts";
import { formOf } from "./form.ts";
import { asksForConditions, type Situation } from "./situation.ts";
import type { TeamBetOn } from "./team-test.ts";

type AskedSituation = ValuesOf<typeof situationFilters>;
type AskedBetOn = ValuesOf<typeof betOnFilters>;
type AskedForm = ValuesOf<typeof formFilters>;
type AskedPriceAt = ValuesOf<typeof priceAtFilters>;
type AskedBets = AskedGames & ValuesOf<typeof betFilters> & AskedSituation & AskedBetOn & AskedForm & AskedPriceAt;

export function betFilterOf(asked: AskedBets, bookIds: readonly number[] | null): BetFilter {
  return {
    ...gameFilterOf(asked),
    betTypes: asked.bet_type,
    market: asked.market,
    period: asked.period,
    selection: asked.selection,
    role: asked.role,
    result: asked.result,
    minLine: asked.min_line,
    maxLine: asked.max_line,
    minPrice: asked.min_price,
    maxPrice: asked.max_price,
    bookIds,
    openMoved: asked.open_moved,
    situation: unlessEmpty(situationOf(asked)),
    betOn: unlessEmpty(betOnOf(asked)),
    form: formOf(asked),
    atMoment: askedMoment(asked),
  };
}

/** Null when nothing is asked of it. */
function unlessEmpty<Asked extends object>(asked: Asked): Asked | null {
  return Object.values(asked).every((value) => value === null) ? null : asked;
}

function situationOf(asked: AskedSituation): Situation {
  return {
    homeRestMin: asked.home_rest_min,
    homeRestMax: asked.home_rest_max,
    awayRestMin: asked.away_rest_min,
    awayRestMax: asked.away_rest_max,
    month: asked.month,
    weekday: asked.weekday,
    startHourMin: asked.start_hour_min,
    startHourMax: asked.start_hour_max,
    conference: asked.conference,
    division: asked.division,
    windMin: asked.wind_min,
    windMax: asked.wind_max,
    temperatureMin: asked.temperature_min,
    temperatureMax: asked.temperature_max,
    indoor: asked.indoor,
  };
}

function betOnOf(asked: AskedBetOn): TeamBetOn {
  return {
    on: asked.on,
    restMin: asked.rest_min,
    restMax: asked.rest_max,
    opponentRestMin: asked.opponent_rest_min,
    opponentRestMax: asked.opponent_rest_max,
  };
}

/**
 * A filter as cursors and ETags name it. What came after the first release is named only where it is asked for, so that the
 * cursors which callers hold go on being good.
 */
export function namedFilter({
  openMoved,
  minPrice,
  maxPrice,
  situation,
  betOn,
  form,
  atMoment,
  ...filter
}: BetFilter): Readonly<Record<string, unknown>> {
  return {
    ...filter,
    ...(openMoved === null ? {} : { openMoved }),
    ...(minPrice === null && maxPrice === null ? {} : { minPrice, maxPrice }),
    ...(situation === null ? {} : { situation: namedSituation(situation) }),
    ...(betOn === null ? {} : { betOn }),
    ...(form === null ? {} : { form }),
    ...(atMoment === null ? {} : { atMoment }),
  };
}

function namedSituation(situation: Situation): Readonly<Record<string, unknown>> {
  const { startHourMin, startHourMax, ...dated } = situation;
  const { windMin, windMax, temperatureMin, temperatureMax, indoor, ...before } = dated;
  return {
    ...(asksForConditions(situation) ? dated : before),
    ...(startHourMin === null && startHourMax === null ? {} : { startHourMin, startHourMax }),
  };
}
