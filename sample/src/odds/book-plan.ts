/** A book's plan for a game: the markets that it shows, and its own opinion. */
import { sportFacts } from "../../../src/domain/sports.ts";
import { dateOf } from "../calendar.ts";
import type { Expectation, Fixture } from "../fixture.ts";
import type { Random } from "../random.ts";
import type { BookProfile } from "./book-profiles.ts";
import type { MarketMoment } from "./market-path.ts";
import type { PeriodShare, SportOdds } from "./sport-odds.ts";

export type PricedFixture = {
  readonly fixture: Fixture;
  readonly odds: SportOdds;
  readonly path: readonly MarketMoment[];
};

export type BookPlan = {
  readonly book: BookProfile;
  readonly hasMoneyline: boolean;
  readonly hasSpread: boolean;
  readonly hasTotal: boolean;
  readonly hasTeamTotals: boolean;
  readonly periods: readonly PeriodShare[];
  /** The book's difference from the market, in points. */
  readonly bias: Expectation;
  /** Whether the prices of its opening were not kept. */
  readonly opensUnpriced: boolean;
  readonly isOutlier: boolean;
};

type Quirks = { readonly isOutlier: boolean; readonly isMoneylineOnly: boolean };

const skippedMarket = 0.015;
/** A favorite by that many points has no moneyline. */
const noMoneylineFrom = 30;
/** Before this date openings were mostly kept without their price. */
const openingPricesFrom = "2024-01-01";
const missingOpeningPrice = 0.85;

export function planOf(
  { fixture, odds, path }: PricedFixture,
  book: BookProfile,
  { isOutlier, isMoneylineOnly }: Quirks,
  random: Random,
): BookPlan {
  const close = path.at(-1) as MarketMoment;
  const isTooLarge = Math.abs(close.margin) >= noMoneylineFrom;
  const hasOnlyMoneyline = isMoneylineOnly && !isTooLarge;
  const hasMoneyline = !isTooLarge && (hasOnlyMoneyline || !random.chance(skippedMarket));
  const hasSpread = !hasOnlyMoneyline && !random.chance(skippedMarket);
  // A book of the game has at least one market: one that shows neither of the two others shows a total.
  const hasTotal = !hasOnlyMoneyline && (!(hasMoneyline || hasSpread) || !random.chance(skippedMarket));
  const { full = [] } = sportFacts[fixture.sport].publishedMarkets;
  const hasRare = book.periods === 2 && random.chance(0.5);
  return {
    book,
    hasMoneyline,
    hasSpread,
    hasTotal,
    hasTeamTotals: !hasOnlyMoneyline && book.hasTeamTotals && full.includes("home_team_total"),
    periods: odds.periods.filter(
      ({ isCommon, isRare }) =>
        !hasOnlyMoneyline && book.periods > 0 && (isCommon || book.periods === 2) && (!isRare || hasRare),
    ),
    bias: { margin: random.normal(0, odds.marginBias), total: random.normal(0, odds.totalBias) },
    opensUnpriced: dateOf(fixture.day) < openingPricesFrom && random.chance(missingOpeningPrice),
    isOutlier,
  };
}
