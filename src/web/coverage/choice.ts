/** What may be chosen on the page of coverage, and what it is called there. Mistakes in an address are told in the words of the API. */
import { sport } from "../../contract/filters/games.ts";
import { betMarket, betPeriod } from "../../contract/filters/markets.ts";
import type { SportRow } from "../../contract/lists/reference.ts";
import { parameterReader } from "../../contract/read-parameters.ts";
import { findPublishedBook } from "../../domain/books.ts";
import type { LineMarket, LinePeriod } from "../../domain/periods.ts";
import { bySport, firstShownSport, isSport, type Sport, sportFacts } from "../../domain/sports.ts";

/** What a visitor has chosen; the market is null for all of them next to each other. */
export type Choice = { readonly sport: Sport; readonly period: string; readonly market: string | null };

const choiceParameters = { sport, period: betPeriod, market: betMarket };
const readChoiceQuery = parameterReader(choiceParameters);

/**
 * Null before the first publish. What others append to links, such as `utm_source`, changes nothing.
 * @throws WrongParameter for a value that there is not.
 */
export function readChoice(query: string, sports: readonly SportRow[]): Choice | null {
  const published = sports.filter(({ seasons }) => seasons.length > 0).map((each) => each.sport);
  const first = published.find((each) => each === firstShownSport) ?? published[0];
  if (first === undefined) return null;
  const given = new URLSearchParams({ sport: first });
  for (const [name, value] of new URLSearchParams(query).entries().toArray().toReversed()) {
    if (name in choiceParameters && value !== "") given.set(name, value);
  }
  const asked = readChoiceQuery(given.toString());
  return { sport: asked.sport, period: asked.period ?? "game", market: asked.market };
}

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
