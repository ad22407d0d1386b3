/** The record of a set of bets, and what it is worth. */
import { lost, type Outcome, push, tenThousand, ungraded, won } from "../bets/grading.ts";
import { ChanceSum } from "./chance.ts";
import { isSecondFlag, isTotalFlag, Stakes } from "./games-of-set.ts";
import { impliedOf, profitOfWin } from "./price-tables.ts";
import { returnInterval } from "./return-interval.ts";
import type { TrendBets } from "./trend-bets.ts";
import { type Interval, wilsonInterval } from "./wilson.ts";

export type Estimate = { readonly value: number; readonly interval: Interval };

/** Null is what cannot be said of the bets. Rates are fractions, returns and line values in units on one unit staked. */
export type Summary = {
  readonly bets: number;
  readonly won: number;
  readonly lost: number;
  readonly push: number;
  readonly ungraded: number;
  /** Of the decided bets. */
  readonly winRate: Estimate | null;
  /** The mean implied probability of the closing prices. */
  readonly breakEven: number | null;
  readonly returnAtClose: Estimate | null;
  readonly returnAtOpen: Estimate | null;
  /** The mean of the close's no-vig probability minus the open's implied one, of the bets that have both. */
  readonly closingLineValue: number | null;
  /** Of the decided bets that have a no-vig probability. */
  readonly pValue: number | null;
};

/** No game has more bets than a sport has sides, at each book. */
const mostOfGame = 8192;

/** Kept between summaries, which are made one after the other, because to make such columns anew takes longer than to fill them. */
const atClose = new Stakes();
const atOpen = new Stakes();
const chancesOfSides = new Float64Array(mostOfGame);
const chancesOfTotals = new Float64Array(mostOfGame);

export type SideTraits = { readonly isTotal: boolean; readonly isSecond: boolean };

/**
 * @param picks the places of the bets, rising; null: all.
 * @param traits by side: whether it is a bet on points, and whether it is the side that wins by fewer of them.
 */
export function summaryOf(bets: TrendBets, picks: Uint32Array | null, traits: readonly SideTraits[]): Summary {
  const flags = Uint8Array.from(
    traits,
    ({ isTotal, isSecond }) => (isTotal ? isTotalFlag : 0) | (isSecond ? isSecondFlag : 0),
  );
  const { season: seasonOf, game: gameOf, side: sideOf, noVig: noVigOf } = bets;
  const { closeOutcome: closeOutcomeOf, openOutcome: openOutcomeOf } = bets;
  const { closePrice: closePriceOf, openPrice: openPriceOf } = bets;
  const count = picks === null ? bets.count : picks.length;
  const counts = [0, 0, 0, 0];
  const chance = new ChanceSum();
  let impliedSum = 0;
  let implied = 0;
  let valueSum = 0;
  let values = 0;
  atClose.clear();
  atOpen.clear();
  for (let first = 0; first < count; ) {
    const firstBet = picks === null ? first : (picks[first] as number);
    const season = seasonOf[firstBet];
    const game = gameOf[firstBet];
    let sides = 0;
    let totals = 0;
    let winsWithChance = 0;
    let profitAtClose = 0;
    let stakedAtClose = 0;
    let profitAtOpen = 0;
    let stakedAtOpen = 0;
    let at = first;
    for (; at < count; at++) {
      const bet = picks === null ? at : (picks[at] as number);
      if (gameOf[bet] !== game || seasonOf[bet] !== season) break;
      const side = flags[sideOf[bet] as number] as number;
      const isTotal = (side & isTotalFlag) !== 0;
      const outcome = closeOutcomeOf[bet] as Outcome;
      const openOutcome = openOutcomeOf[bet] as Outcome;
      const closePrice = closePriceOf[bet] as number;
      const openPrice = openPriceOf[bet] as number;
      const noVig = noVigOf[bet] as number;
      counts[outcome] = (counts[outcome] as number) + 1;
      if (closePrice !== 0) {
        impliedSum += impliedOf(closePrice);
        implied++;
      }
      if (closePrice !== 0 && outcome !== ungraded) {
        stakedAtClose++;
        if (outcome !== push) {
          profitAtClose += outcome === won ? profitOfWin(closePrice) : -1;
          atClose.addDecided(closePrice, noVig, side);
        }
      }
      if (openPrice !== 0 && openOutcome !== ungraded) {
        stakedAtOpen++;
        if (openOutcome !== push) {
          profitAtOpen += openOutcome === won ? profitOfWin(openPrice) : -1;
          atOpen.addDecided(openPrice, noVig, side);
        }
      }
      if (noVig >= 0 && openPrice !== 0) {
        valueSum += noVig / tenThousand - impliedOf(openPrice);
        values++;
      }
      if (outcome !== won && outcome !== lost) continue;
      const isWon = outcome === won ? 1 : 0;
      if (noVig < 0) continue;
      if (isTotal) chancesOfTotals[totals++] = noVig / tenThousand;
      else chancesOfSides[sides++] = noVig / tenThousand;
      winsWithChance += isWon;
    }
    if (sides + totals > 0) chance.addGame(winsWithChance, chancesOfSides, sides, chancesOfTotals, totals);
    atClose.addGame(profitAtClose, stakedAtClose);
    atOpen.addGame(profitAtOpen, stakedAtOpen);
    first = at;
  }
  return {
    bets: count,
    won: counts[won] as number,
    lost: counts[lost] as number,
    push: counts[push] as number,
    ungraded: counts[ungraded] as number,
    winRate: rateOf(counts[won] as number, counts[lost] as number),
    breakEven: implied === 0 ? null : impliedSum / implied,
    returnAtClose: returnOf(atClose),
    returnAtOpen: returnOf(atOpen),
    closingLineValue: values === 0 ? null : valueSum / values,
    pValue: chance.value,
  };
}

function rateOf(wins: number, losses: number): Estimate | null {
  const decided = wins + losses;
  return decided === 0 ? null : { value: wins / decided, interval: wilsonInterval(wins, decided) };
}

function returnOf(stakes: Stakes): Estimate | null {
  const interval = returnInterval(stakes);
  return interval === null ? null : { value: stakes.profit / stakes.bets, interval };
}
