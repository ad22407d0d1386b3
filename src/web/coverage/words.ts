/** The words of the pages on coverage for sports, periods, markets and books. */

import { findPublishedBook } from "../../domain/books.ts";
import type { LineMarket, LinePeriod } from "../../domain/market-names.ts";
import { bySport, isSport, type Sport, sportFacts } from "../../domain/sports.ts";

export const sportNames: Readonly<Record<Sport, string>> = bySport((sport) => sportFacts[sport].label);

const periodNames: Readonly<Record<LinePeriod, string>> = {
  game: "Whole game",
  "1h": "1st half",
  "2h": "2nd half",
  q1: "1st quarter",
  q2: "2nd quarter",
  q3: "3rd quarter",
  q4: "4th quarter",
  p1: "1st period",
  inn1: "1st inning",
  inn5: "First 5 innings",
};

export function periodName(period: string): string {
  return periodNames[period as LinePeriod] ?? period;
}

const marketNames: Readonly<Record<LineMarket, string>> = {
  moneyline: "Moneyline",
  spread: "Spread",
  total: "Total",
  team_total: "Team total",
};

export function marketName(market: string, sport: string): string {
  if (market === "spread" && isSport(sport)) return sportFacts[sport].spreadName;
  return marketNames[market as LineMarket] ?? market;
}

const shortMarketNames: Readonly<Record<LineMarket, string>> = {
  moneyline: "ML",
  spread: "SPR",
  total: "TOT",
  team_total: "TT",
};

/** For the narrow columns of a season. */
export function shortMarketName(market: string, sport: string): string {
  if (market === "spread" && isSport(sport)) return sportFacts[sport].spreadShortName;
  return shortMarketNames[market as LineMarket] ?? market;
}

export function bookName(slug: string): string {
  return slug === "consensus" ? "Consensus" : (findPublishedBook(slug)?.name ?? slug);
}
