/** The record of a set of bets, and what it is worth. */
import { impliedProbability } from "../american-odds.ts";
import { lineSign, lost, type Outcome, push, tenThousand, ungraded, voided, won } from "../bets/grading.ts";
import { betterQuarters, movementOf } from "../bets/movement.ts";
import { betSides } from "../bets/sides.ts";
import { bySport } from "../sports.ts";
import { ChanceSum } from "./chance.ts";
import { ClosingLineSum, MomentSum, Rate, Stakes } from "./game-sums.ts";
import type { TrendBets } from "./trend-bets.ts";

/** The facts of a side of bets that a trend needs. */
export type SideTraits = {
  /** A bet on points, and not on who wins. */
  readonly isTotal: boolean;
  /** A moneyline has prices alone. */
  readonly hasLine: boolean;
  readonly lineSign: -1 | 1;
  /** The place of the other side of the same market and period, one of which wins where the other loses; -1: it has none. */
  readonly opposite: number;
};

/** Of the sides of a sport, by their places among `betSides`. */
export const sideTraits = bySport((sport): readonly SideTraits[] =>
  betSides[sport].map((side) => ({
    isTotal: side.selection === "over" || side.selection === "under",
    hasLine: side.market !== "moneyline",
    lineSign: lineSign(side.selection),
    opposite: betSides[sport].findIndex(
      ({ market, period, selection }) =>
        market === side.market && period === side.period && selection !== side.selection,
    ),
  })),
);

// Sets are summed one after the other, and columns that are made anew for each of hundreds of groups would cost more than the sum.

/** No game has more bets than a sport has sides, at each book. */
const chancesOfSides = new Float64Array(8192);
const chancesOfTotals = new Float64Array(8192);
/** Book ids are below this, and so are the sides of a sport. */
const most = 256;
/** By side and book, the number of the game in which it was last seen. */
const seenIn = new Float64Array(most * most);
let games = 0;

/** Rates are fractions, returns in units on one unit staked. A member is null where the bets say too little of it. */
export type Summary = SummarySum["value"];

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
  readonly #atMoment: MomentSum | null;
  #count = 0;
  #bothSides = 0;
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
    const [chance, closingLine, atMoment] = [this.#chance, this.#closingLine, this.#atMoment];
    const { season: seasonOf, game: gameOf, noLine } = bets;
    let impliedSum = this.#impliedSum;
    let implied = this.#implied;
    let sides = 0;
    let totals = 0;
    let winsWithChance = 0;
    games++;
    for (let at = from; at < to; at++) {
      const bet = picks === null ? at : (picks[at] as number);
      const side = bets.side[bet] as number;
      const { isTotal, hasLine, lineSign, opposite } = traits[side] as SideTraits;
      const outcome = bets.closeOutcome[bet] as Outcome;
      const [openLine, closeLine] = [bets.openLine[bet] as number, bets.closeLine[bet] as number];
      const [openPrice, closePrice] = [bets.openPrice[bet] as number, bets.closePrice[bet] as number];
      const [openNoVig, noVig] = [bets.openNoVig[bet] as number, bets.closeNoVig[bet] as number];
      const bookId = bets.bookId[bet] as number;
      counts[outcome] = (counts[outcome] as number) + 1;
      seenIn[side * most + bookId] = games;
      if (opposite !== -1 && seenIn[opposite * most + bookId] === games) this.#bothSides += 2;
      if (closePrice !== 0 && outcome !== voided) {
        impliedSum += impliedProbability(closePrice);
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
      games++;
      atClose.endGame();
      atOpen.endGame();
      winRate.endGame();
      closingLine.endGame();
      atMoment?.endGame();
    }
    this.#count += to - from;
    this.#impliedSum = impliedSum;
    this.#implied = implied;
  }

  get value() {
    const of = (outcome: Outcome) => this.#counts[outcome] as number;
    return {
      bets: this.#count,
      won: of(won),
      lost: of(lost),
      push: of(push),
      void: of(voided),
      ungraded: of(ungraded),
      /** How many bets have their opposite in the set, so that one of the two wins whatever happens. */
      bothSides: this.#bothSides,
      /** Of the decided bets. */
      winRate: this.#winRate.estimate,
      /** How many decided bets are as good as one independent fact. */
      designEffect: this.#winRate.designEffect,
      /** The mean implied probability of the closing prices, void bets aside. */
      breakEven: this.#implied === 0 ? null : this.#impliedSum / this.#implied,
      returnAtClose: this.#atClose.estimate,
      returnAtOpen: this.#atOpen.estimate,
      closingLineValue: this.#closingLine.meanShift,
      closingLine: this.#closingLine.value,
      /** Of the decided bets that have a no-vig probability. */
      pValue: this.#chance.value,
      /** Null where no moment is asked for. */
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
