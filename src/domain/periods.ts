/** The periods of each sport, in the order in which lists have a row for each of them, and the names that callers see for the periods, markets and moments of lines. */
import { type Book, bookById } from "./books.ts";
import { bySport, type Market, markets, type OddsPeriod, oddsPeriods, type ScorePeriod, sportFacts } from "./sports.ts";

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

/** The moments before the start of a game at which its lines are published, in minutes before the start, the earliest first. */
export const momentMinutes = [1440, 720, 360, 180, 60, 30, 15, 5] as const;

/** Positions in `momentMinutes` are stored in views and are part of cursors. */
export type MomentMinutes = (typeof momentMinutes)[number];

/**
 * The number of a series, which is everything that one book shows for one market of one period; it is stored with every capture, and its
 * parts come back with `seriesParts`. Positions in both tables must never change.
 */
export function seriesKey(book: Pick<Book, "bookId">, period: OddsPeriod, market: Market): number {
  return book.bookId * 65_536 + oddsPeriods.indexOf(period) * 256 + markets.indexOf(market);
}

export function seriesParts(key: number): { book: Book; period: OddsPeriod; market: Market } {
  const book = bookById(Math.floor(key / 65_536));
  const period = oddsPeriods[(key >> 8) & 255];
  const market = markets[key & 255];
  if (book === null || period === undefined || market === undefined) throw new RangeError(`no series ${key}`);
  return { book, period, market };
}
