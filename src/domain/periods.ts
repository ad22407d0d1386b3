/** The periods of each sport, in the order in which lists have a row for each of them, and the names that callers see for the periods and markets of lines. */
import { bySport, type Market, type OddsPeriod, oddsPeriods, type ScorePeriod, sportFacts } from "./sports.ts";

/** A period that odds are published for, and that is not the full game. */
export type PricedPeriod = Exclude<OddsPeriod, "full">;

/** The periods that odds are published for come first, in the order of `period_odds` [D-22]. Places must never change. */
export const listedPeriods = [
  ...["1h", "2h", "q1", "q2", "q3", "q4", "p1", "inn1", "inn5"],
  ...["p2", "p3", "ot"],
] as const satisfies readonly ScorePeriod[];

export const pricedPeriods = oddsPeriods.slice(1) as readonly PricedPeriod[];

/** The keys that `period_scores` of a sport can have [D-9]. */
export const scoredPeriodsOf = bySport((sport) =>
  listedPeriods.filter((period) => period === "ot" || period in sportFacts[sport].scorePeriods),
);

/** The periods that a sport publishes odds for. */
export const pricedPeriodsOf = bySport((sport) =>
  pricedPeriods.filter((period) => sportFacts[sport].publishedMarkets[period] !== undefined),
);

/** The whole game is the period `game` for callers. The order is that of `oddsPeriods`. */
export const linePeriods = ["game", ...oddsPeriods.slice(1)] as readonly LinePeriod[];
export type LinePeriod = "game" | Exclude<OddsPeriod, "full">;

/** The team totals of both teams are one market for callers. */
export const lineMarkets = ["moneyline", "spread", "total", "team_total"] as const;
export type LineMarket = (typeof lineMarkets)[number];

export function linePeriodOf(period: OddsPeriod): LinePeriod {
  return period === "full" ? "game" : period;
}

export function lineMarketOf(market: Market): LineMarket {
  return market === "home_team_total" || market === "away_team_total" ? "team_total" : market;
}
