/** The record of a set of bets, and what it is worth. */
import { lost, type Outcome, push, tenThousand, ungraded, voided, won } from "../bets/grading.ts";
import { betterQuarters, movementOf } from "../bets/movement.ts";
import { ChanceSum } from "./chance.ts";
import { type ClosingLine, ClosingLineSum } from "./closing-line.ts";
import type { Estimate } from "./estimate.ts";
import { impliedOf, MomentSum, type MomentSummary, Rate, Stakes } from "./game-sums.ts";
import { BothSides, type SideTraits } from "./side-traits.ts";
import type { TrendBets } from "./trend-bets.ts";

/** A member is null where the bets say too little of it. Rates are fractions, returns in units on one unit staked. */
export type Summary = {
  readonly bets: number;
  readonly won: number;
  readonly lost: number;
  readonly push: number;
  readonly void: number;
  readonly ungraded: number;
  /** How many of the bets have their opposite among them. */
  readonly bothSides: number;
  /** Of the decided bets. */
  readonly winRate: Estimate | null;
  /** How many decided bets are as good as one independent fact. */
  readonly designEffect: number | null;
  /** The mean implied probability of the closing prices, void bets aside. */
  readonly breakEven: number | null;
  readonly returnAtClose: Estimate | null;
  readonly returnAtOpen: Estimate | null;
  /** The mean of the close's no-vig probability minus the open's, of the bets that have both. */
  readonly closingLineValue: number | null;
  readonly closingLine: ClosingLine;
  /** Of the decided bets that have a no-vig probability. */
  readonly pValue: number | null;
  /** Null where no moment is asked for. */
  readonly atMoment: MomentSummary | null;
};

/** No game has more bets than a sport has sides, at each book. */
const mostOfGame = 8192;

/** Kept between summaries, which are made one after the other, because to make such columns anew takes longer than to fill them. */
const chancesOfSides = new Float64Array(mostOfGame);
const chancesOfTotals = new Float64Array(mostOfGame);

/** Adds bets up, a part of them at a time; a part ends where a game does. */
export class SummarySum {
  readonly #bets: TrendBets;
  readonly #traits: readonly SideTraits[];
  readonly #counts = [0, 0, 0, 0, 0];
  readonly #atClose = new Stakes();
  readonly #atOpen = new Stakes();
  readonly #winRate = new Rate();
  readonly #chance = new ChanceSum();
  readonly #closingLine = new ClosingLineSum();
  readonly #bothSides = new BothSides();
  readonly #atMoment: MomentSum | null;
  #count = 0;
  #impliedSum = 0;
  #implied = 0;

  /** @param traits by side. */
  constructor(bets: TrendBets, traits: readonly SideTraits[]) {
    this.#bets = bets;
    this.#traits = traits;
    this.#atMoment = bets.atMoment === null ? null : new MomentSum(bets.atMoment);
  }

  /**
   * @param picks the places of the bets, rising; null: each is its own place.
   * @param from and to: which of the picks, the last one not included.
   */
  add(picks: Uint32Array | null, from: number, to: number): void {
    const bets = this.#bets;
    const traits = this.#traits;
    const counts = this.#counts;
    const [atClose, atOpen, winRate] = [this.#atClose, this.#atOpen, this.#winRate];
    const [chance, closingLine, bothSides] = [this.#chance, this.#closingLine, this.#bothSides];
    const atMoment = this.#atMoment;
    const { season: seasonOf, game: gameOf, noLine } = bets;
    let impliedSum = this.#impliedSum;
    let implied = this.#implied;
    let sides = 0;
    let totals = 0;
    let winsWithChance = 0;
    for (let at = from; at < to; at++) {
      const bet = picks === null ? at : (picks[at] as number);
      const side = bets.side[bet] as number;
      const { isTotal, hasLine, lineSign, opposite } = traits[side] as SideTraits;
      const outcome = bets.closeOutcome[bet] as Outcome;
      const [openLine, closeLine] = [bets.openLine[bet] as number, bets.closeLine[bet] as number];
      const [openPrice, closePrice] = [bets.openPrice[bet] as number, bets.closePrice[bet] as number];
      const [openNoVig, noVig] = [bets.openNoVig[bet] as number, bets.closeNoVig[bet] as number];
      counts[outcome] = (counts[outcome] as number) + 1;
      bothSides.add(side, opposite, bets.bookId[bet] as number);
      if (closePrice !== 0 && outcome !== voided) {
        impliedSum += impliedOf(closePrice);
        implied++;
      }
      atClose.add(outcome, closePrice, noVig);
      atOpen.add(bets.openOutcome[bet] as Outcome, openPrice, openNoVig);
      atMoment?.add(bet);
      const quarters = betterQuarters(hasLine, lineSign, openLine, closeLine, noLine);
      const movement = movementOf(hasLine, lineSign, openLine, closeLine, noLine, openPrice, closePrice);
      closingLine.add(movement, quarters, !hasLine || quarters === 0, bets.noVigShift[bet] as number);
      if (outcome === won || outcome === lost) {
        winRate.add(outcome === won);
        if (noVig >= 0) {
          if (isTotal) chancesOfTotals[totals++] = noVig / tenThousand;
          else chancesOfSides[sides++] = noVig / tenThousand;
          if (outcome === won) winsWithChance++;
        }
      }
      const next = at + 1 === to ? -1 : picks === null ? at + 1 : (picks[at + 1] as number);
      if (next !== -1 && gameOf[next] === gameOf[bet] && seasonOf[next] === seasonOf[bet]) continue;
      if (sides + totals > 0) chance.addGame(winsWithChance, chancesOfSides, sides, chancesOfTotals, totals);
      sides = totals = winsWithChance = 0;
      atClose.endGame();
      atOpen.endGame();
      winRate.endGame();
      closingLine.endGame();
      bothSides.endGame();
      atMoment?.endGame();
    }
    this.#count += to - from;
    this.#impliedSum = impliedSum;
    this.#implied = implied;
  }

  get value(): Summary {
    const counts = this.#counts;
    const closingLine = this.#closingLine;
    return {
      bets: this.#count,
      won: counts[won] as number,
      lost: counts[lost] as number,
      push: counts[push] as number,
      void: counts[voided] as number,
      ungraded: counts[ungraded] as number,
      bothSides: this.#bothSides.count,
      winRate: this.#winRate.estimate,
      designEffect: this.#winRate.designEffect,
      breakEven: this.#implied === 0 ? null : this.#impliedSum / this.#implied,
      returnAtClose: this.#atClose.estimate,
      returnAtOpen: this.#atOpen.estimate,
      closingLineValue: closingLine.meanShift,
      closingLine: closingLine.value,
      pValue: this.#chance.value,
      atMoment: this.#atMoment?.value ?? null,
    };
  }
}

/** @param picks and @param traits: as `SummarySum` takes them. */
export function summaryOf(bets: TrendBets, picks: Uint32Array | null, traits: readonly SideTraits[]): Summary {
  const sum = new SummarySum(bets, traits);
  sum.add(picks, 0, picks === null ? bets.count : picks.length);
  return sum.value;
}
