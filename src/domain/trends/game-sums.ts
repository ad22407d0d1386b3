/**
 * Sums over the games of a set of bets: returns, rates and their 95% intervals. Bets of one game are not so many facts, so what
 * varies is the sum of a game. Every number is one that a spreadsheet repeats.
 */

import { impliedProbability } from "../american-odds.ts";
import { lost, type Outcome, profitOf, push, tenThousand, ungraded, voided, won } from "../bets/grading.ts";
import type { MomentMinutes } from "../moments.ts";
import { type Estimate, studentQuantile95, wilsonInterval } from "./estimate.ts";
import type { TrendMoment } from "./trend-bets.ts";

/** The profits of fewer games say too little of how they vary. */
const leastGames = 10;

/**
 * The return of a set of bets at one moment, the open or the close. A stake is a graded bet with a price, pushes included and void bets not. Bets of the
 * same game are added one after the other.
 */
export class Stakes {
  readonly #spread = new GameSpread();
  /** How far the stakes could go by chance, if the no-vig probabilities are right: Σ(o + 1)²p(1 - p). */
  #expectedVariance = 0;
  #gameProfit = 0;
  #gameStakes = 0;

  /**
   * @param price American odds; 0 is none.
   * @param noVig in ten thousandths, at the same moment; -1 is none.
   */
  add(outcome: Outcome, price: number, noVig: number): void {
    if (price === 0 || outcome === ungraded || outcome === voided) return;
    this.#gameStakes++;
    if (outcome === push) return;
    const ofWin = profitOfWin(price);
    this.#gameProfit += outcome === lost ? -1 : ofWin;
    if (noVig < 0) return;
    const chance = noVig / tenThousand;
    this.#expectedVariance += (ofWin + 1) * (ofWin + 1) * chance * (1 - chance);
  }

  endGame(): void {
    if (this.#gameStakes === 0) return;
    this.#spread.add(this.#gameProfit, this.#gameStakes);
    this.#gameProfit = 0;
    this.#gameStakes = 0;
  }

  /** Units won on one unit staked; null without stakes. */
  get estimate(): Estimate | null {
    const { games, bets: stakes } = this.#spread;
    if (stakes === 0) return null;
    const value = this.#spread.mean;
    if (games < leastGames) return { value, interval: null };
    const deviation = Math.sqrt(Math.max(this.#spread.variance, this.#expectedVariance));
    const half = (studentQuantile95(games - 1) * deviation) / stakes;
    return { value, interval: { low: Math.max(-1, value - half), high: value + half } };
  }
}

/**
 * How far sums of games are from what so many bets of a set bring on average: Σ(x - m·n)² over games with the sum x of n bets each, and
 * the mean m of a bet. It is added up without keeping the games.
 */
class GameSpread {
  games = 0;
  bets = 0;
  sum = 0;
  #sumSquares = 0;
  #products = 0;
  #betSquares = 0;

  add(sum: number, bets: number): void {
    this.games++;
    this.bets += bets;
    this.sum += sum;
    this.#sumSquares += sum * sum;
    this.#products += sum * bets;
    this.#betSquares += bets * bets;
  }

  /** The mean of a bet; there must be one. */
  get mean(): number {
    return this.sum / this.bets;
  }

  /** Σ(x - m·n)² times G/(G - 1), since the mean was found in the same G games; of at least two games. */
  get variance(): number {
    const { games, mean } = this;
    const squares = this.#sumSquares - 2 * mean * this.#products + mean * mean * this.#betSquares;
    // Rounding in binary fractions must not take it below 0.
    return (games / (games - 1)) * Math.max(0, squares);
  }
}

/**
 * A rate of bets, such as those won of those decided, with an interval that knows of games: several bets of one game
 * that win and lose together are fewer facts than they are bets. How much fewer is the design effect of L. Kish (1965),
 * "Survey Sampling", chapter 5. Bets of the same game are added one after the other.
 */
export class Rate {
  readonly #spread = new GameSpread();
  #gameWins = 0;
  #gameDecided = 0;

  get wins(): number {
    return this.#spread.sum;
  }

  get decided(): number {
    return this.#spread.bets;
  }

  add(isWon: boolean): void {
    this.#gameDecided++;
    if (isWon) this.#gameWins++;
  }

  endGame(): void {
    if (this.#gameDecided === 0) return;
    this.#spread.add(this.#gameWins, this.#gameDecided);
    this.#gameWins = 0;
    this.#gameDecided = 0;
  }

  /** How many decided bets are as good as one fact, at least 1; null without any. */
  get designEffect(): number | null {
    const { wins, decided } = this;
    const { games, mean: rate, variance } = this.#spread;
    if (decided === 0) return null;
    if (games < 2) return 1;
    return rate === 0 || rate === 1 ? decided / games : Math.max(1, variance / (wins * (1 - rate)));
  }

  get estimate(): Estimate | null {
    const effect = this.designEffect;
    if (effect === null) return null;
    const value = this.#spread.mean;
    return { value, interval: wilsonInterval(value, this.decided / effect) };
  }
}

/** The chances that prices imply and the profits that they pay, of all usual prices at once, because a trend asks for hundreds of thousands of them. */
const largest = 4000;

function tableOf(of: (price: number) => number): Float64Array {
  return Float64Array.from({ length: 2 * largest + 1 }, (_, at) => {
    const price = at - largest;
    return Math.abs(price) < 100 ? Number.NaN : of(price);
  });
}

const implied = tableOf(impliedProbability);
const profits = tableOf((price) => profitOf(price, won) / tenThousand);

/** @param price legal American odds. */
export function impliedOf(price: number): number {
  return Math.abs(price) <= largest ? (implied[price + largest] as number) : impliedProbability(price);
}

/** Units won on a stake of one, of a bet that won: as `profit` of /v1/bets says it. */
function profitOfWin(price: number): number {
  return Math.abs(price) <= largest ? (profits[price + largest] as number) : profitOf(price, won) / tenThousand;
}

/** The record and the return of a set of bets at a moment before the start: of those with a price and a result at the moment. */
export type MomentSummary = Readonly<Record<"bets" | "won" | "lost" | "push", number>> & {
  readonly minutes: MomentMinutes;
  readonly returned: Estimate | null;
};

export class MomentSum {
  readonly #moment: TrendMoment;
  readonly #stakes = new Stakes();
  readonly #counts = [0, 0, 0, 0, 0];

  constructor(moment: TrendMoment) {
    this.#moment = moment;
  }

  /** @param bet its place in the columns. Bets of the same game are added one after the other. */
  add(bet: number): void {
    const { outcome, price, noVig } = this.#moment;
    const own = outcome[bet] as Outcome;
    const ownPrice = price[bet] as number;
    if (ownPrice === 0) return;
    this.#counts[own] = (this.#counts[own] as number) + 1;
    this.#stakes.add(own, ownPrice, noVig[bet] as number);
  }

  endGame(): void {
    this.#stakes.endGame();
  }

  get value(): MomentSummary {
    const [wins, losses, pushes] = [won, lost, push].map((outcome) => this.#counts[outcome] as number) as [
      number,
      number,
      number,
    ];
    const { minutes } = this.#moment;
    return {
      minutes,
      bets: wins + losses + pushes,
      won: wins,
      lost: losses,
      push: pushes,
      returned: this.#stakes.estimate,
    };
  }
}
