/** The names that callers see for the periods and the markets of lines. */
import { type Market, type OddsPeriod, oddsPeriods } from "./sports.ts";

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
