/** The record of a set of bets, and what it is worth. */
import { lost, type Outcome, push, tenThousand, ungraded, won } from "../bets/grading.ts";
import { betterQuarters, movementOf } from "../bets/movement.ts";
import { BothSides } from "./both-sides.ts";
import { ChanceSum } from "./chance.ts";
import { type ClosingLine, ClosingLineSum } from "./closing-line.ts";
import type { Estimate } from "./estimate.ts";
import { impliedOf } from "./price-tables.ts";
import { Rate } from "./rate.ts";
import type { SideTraits } from "./side-traits.ts";
import { Stakes } from "./stakes.ts";
import type { TrendBets } from "./trend-bets.ts";

/** A member is null where the bets say too little of it. Rates are fractions, returns in units on one unit staked. */
export type Summary = {
  readonly bets: number;
  readonly won: number;
  readonly lost: number;
  readonly push: number;
  readonly ungraded: number;
  /** How many of the bets have their opposite among them. */
  readonly bothSides: number;
  /** Of the decided bets. */
  readonly winRate: Estimate | null;
  /** How many decided bets are as good as one independent fact. */
  readonly designEffect: number | null;
  /** The mean implied probability of the closing prices. */
  readonly breakEven: number | null;
  readonly returnAtClose: Estimate | null;
  readonly returnAtOpen: Estimate | null;
  /** The mean of the close's no-vig probability minus the open's, of the bets that have both. */
  readonly closingLineValue: number | null;
  readonly closingLine: ClosingLine;
  /** Of the decided bets that have a no-vig probability. */
  readonly pValue: number | null;
};

/** No game has more bets than a sport has sides, at each book. */
const mostOfGame = 8192;

/** Kept between summaries, which are made one after the other, because to make such columns anew takes longer than to fill them. */
const chancesOfSides = new Float64Array(mostOfGame);
const chancesOfTotals = new Float64Array(mostOfGame);

/**
 * @param picks the places of the bets, rising; null: all.
 * @param traits by side.
 */
export function summaryOf(bets: TrendBets, picks: Uint32Array | null, traits: readonly SideTraits[]): Summary {
  const count = picks === null ? bets.count : picks.length;
  const { season: seasonOf, game: gameOf, noLine } = bets;
  const counts = [0, 0, 0, 0];
  const [atClose, atOpen, winRate] = [new Stakes(), new Stakes(), new Rate()];
  const [chance, closingLine, bothSides] = [new ChanceSum(), new ClosingLineSum(), new BothSides()];
  let impliedSum = 0;
  let implied = 0;
  let sides = 0;
  let totals = 0;
  let winsWithChance = 0;
  for (let at = 0; at < count; at++) {
    const bet = picks === null ? at : (picks[at] as number);
    const side = bets.side[bet] as number;
    const { isTotal, hasLine, lineSign, opposite } = traits[side] as SideTraits;
    const outcome = bets.closeOutcome[bet] as Outcome;
    const [openLine, closeLine] = [bets.openLine[bet] as number, bets.closeLine[bet] as number];
    const [openPrice, closePrice] = [bets.openPrice[bet] as number, bets.closePrice[bet] as number];
    const [openNoVig, noVig] = [bets.openNoVig[bet] as number, bets.closeNoVig[bet] as number];
    counts[outcome] = (counts[outcome] as number) + 1;
    bothSides.add(side, opposite, bets.bookId[bet] as number);
    if (closePrice !== 0) {
      impliedSum += impliedOf(closePrice);
      implied++;
    }
    atClose.add(outcome, closePrice, noVig);
    atOpen.add(bets.openOutcome[bet] as Outcome, openPrice, openNoVig);
    const quarters = betterQuarters(hasLine, lineSign, openLine, closeLine, noLine);
    const movement = movementOf(hasLine, lineSign, openLine, closeLine, noLine, openPrice, closePrice);
    closingLine.add(movement, quarters, !hasLine || quarters === 0, openNoVig, noVig);
    if (outcome === won || outcome === lost) {
      winRate.add(outcome === won);
      if (noVig >= 0) {
        if (isTotal) chancesOfTotals[totals++] = noVig / tenThousand;
        else chancesOfSides[sides++] = noVig / tenThousand;
        if (outcome === won) winsWithChance++;
      }
    }
    const next = at + 1 === count ? -1 : picks === null ? at + 1 : (picks[at + 1] as number);
    if (next !== -1 && gameOf[next] === gameOf[bet] && seasonOf[next] === seasonOf[bet]) continue;
    if (sides + totals > 0) chance.addGame(winsWithChance, chancesOfSides, sides, chancesOfTotals, totals);
    sides = totals = winsWithChance = 0;
    atClose.endGame();
    atOpen.endGame();
    winRate.endGame();
    closingLine.endGame();
    bothSides.endGame();
  }
  return {
    bets: count,
    won: counts[won] as number,
    lost: counts[lost] as number,
    push: counts[push] as number,
    ungraded: counts[ungraded] as number,
    bothSides: bothSides.count,
    winRate: winRate.estimate,
    designEffect: winRate.designEffect,
    breakEven: implied === 0 ? null : impliedSum / implied,
    returnAtClose: atClose.estimate,
    returnAtOpen: atOpen.estimate,
    closingLineValue: closingLine.meanShift,
    closingLine: closingLine.value,
    pValue: chance.value,
  };
}
