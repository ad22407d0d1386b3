/**
 * Sums over the games of a set of bets: returns, rates and their 95% intervals, and how the open was beside the close. Bets of
 * one game are not so many facts, so what varies is the sum of a game. Every number is one that a spreadsheet repeats.
 */
import { lost, type Outcome, profitOf, push, tenThousand, ungraded, voided, won } from "../bets/grading.ts";
import type { MovementSign } from "../bets/movement.ts";
import { type Estimate, studentQuantile95, wilsonInterval } from "./estimate.ts";
import type { TrendMoment } from "./trend-bets.ts";

/** The profit of one unit that wins, at all usual prices, because a trend asks for hundreds of thousands of them. */
const largest = 4000;
const profits = Float64Array.from({ length: 2 * largest + 1 }, (_, at) => profitOf(at - largest, won) / tenThousand);

/** The profits of fewer games say too little of how they vary. */
const leastGames = 10;

/**
 * How far sums of games are from what so many bets of a set bring on average: Σ(x - m·n)² over games with the sum x of n bets each, and
 * the mean m of a bet. Bets of the same game are added one after the other, and no game is kept.
 */
class GameSpread {
  games = 0;
  bets = 0;
  sum = 0;
  #sumSquares = 0;
  #products = 0;
  #betSquares = 0;
  #gameSum = 0;
  #gameBets = 0;

  protected addBet(value: number): void {
    this.#gameSum += value;
    this.#gameBets++;
  }

  endGame(): void {
    const [sum, bets] = [this.#gameSum, this.#gameBets];
    if (bets === 0) return;
    this.games++;
    this.bets += bets;
    this.sum += sum;
    this.#sumSquares += sum * sum;
    this.#products += sum * bets;
    this.#betSquares += bets * bets;
    this.#gameSum = 0;
    this.#gameBets = 0;
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

/** The return of a set of bets at one moment. A stake is a graded bet with a price, pushes included and void bets not. */
export class Stakes extends GameSpread {
  /** How far the stakes could go by chance, if the no-vig probabilities are right: Σ(o + 1)²p(1 - p). */
  #expectedVariance = 0;

  /**
   * @param price American odds; 0 is none.
   * @param noVig in ten thousandths, at the same moment; -1 is none.
   */
  add(outcome: Outcome, price: number, noVig: number): void {
    if (price === 0 || outcome === ungraded || outcome === voided) return;
    const ofWin = profits[price + largest] ?? profitOf(price, won) / tenThousand;
    this.addBet(outcome === push ? 0 : outcome === lost ? -1 : ofWin);
    if (outcome === push || noVig < 0) return;
    const chance = noVig / tenThousand;
    this.#expectedVariance += (ofWin + 1) * (ofWin + 1) * chance * (1 - chance);
  }

  /** Units won on one unit staked; null without stakes. */
  get estimate(): Estimate | null {
    const { games, bets: stakes, mean: value } = this;
    if (stakes === 0) return null;
    if (games < leastGames) return { value, interval: null };
    const deviation = Math.sqrt(Math.max(this.variance, this.#expectedVariance));
    const half = (studentQuantile95(games - 1) * deviation) / stakes;
    return { value, interval: { low: Math.max(-1, value - half), high: value + half } };
  }
}

/**
 * A rate of bets, such as those won of those decided, with an interval that knows of games: several bets of one game
 * that win and lose together are fewer facts than they are bets. How much fewer is the design effect of L. Kish (1965),
 * "Survey Sampling", chapter 5.
 */
export class Rate extends GameSpread {
  add(isWon: boolean): void {
    this.addBet(isWon ? 1 : 0);
  }

  /** How many decided bets are as good as one fact, at least 1; null without any. */
  get designEffect(): number | null {
    const { games, bets: decided, sum: wins, mean: rate } = this;
    if (decided === 0) return null;
    if (games < 2) return 1;
    return rate === 0 || rate === 1 ? decided / games : Math.max(1, this.variance / (wins * (1 - rate)));
  }

  get estimate(): Estimate | null {
    const effect = this.designEffect;
    if (effect === null) return null;
    return { value: this.mean, interval: wilsonInterval(this.mean, this.bets / effect) };
  }
}

export type ClosingLine = ClosingLineSum["value"];

/** Whether the opens of a set of bets were better for the bettor than their closes, and by how much. */
export class ClosingLineSum {
  #same = 0;
  readonly #beat = new Rate();
  #quarters = 0;
  #lines = 0;
  #shift = 0;
  #shifts = 0;
  #unmoved = 0;
  #unmovedBets = 0;

  /**
   * @param movement as `movementOf` says it: a close that asks more of the bet than the open did is a better open.
   * @param quarters of a point by which the open was better; null for a bet without a line, or without both.
   * @param isUnmoved whether the line is known to be the same at both, or there is none.
   * @param shift the close's no-vig probability minus the open's, not rounded; NaN is none.
   */
  add(movement: MovementSign, quarters: number | null, isUnmoved: boolean, shift: number): void {
    if (movement === 0) this.#same++;
    else if (movement !== null) this.#beat.add(movement === 1);
    if (quarters !== null) {
      this.#quarters += quarters;
      this.#lines++;
    }
    if (Number.isNaN(shift)) return;
    this.#shift += shift;
    this.#shifts++;
    if (!isUnmoved) return;
    this.#unmoved += shift;
    this.#unmovedBets++;
  }

  endGame(): void {
    this.#beat.endGame();
  }

  get value() {
    const { sum: better, bets, estimate: beat } = this.#beat;
    return {
      better,
      worse: bets - better,
      same: this.#same,
      beat,
      /** The mean of the points by which the open was better; null without a bet on a line. */
      points: this.#lines === 0 ? null : this.#quarters / 4 / this.#lines,
      /** The mean of the close's no-vig probability minus the open's, of bets whose line did not move. */
      probability: this.#unmovedBets === 0 ? null : this.#unmoved / this.#unmovedBets,
      probabilityBets: this.#unmovedBets,
    };
  }

  /** The mean of `probability` over all bets that have both no-vig probabilities, also where the line moved [D-55]. */
  get meanShift(): number | null {
    return this.#shifts === 0 ? null : this.#shift / this.#shifts;
  }
}

export type MomentSummary = MomentSum["value"];

/** The record and the return of a set of bets at a moment before the start: of those with a price and a result at the moment. */
export class MomentSum {
  readonly #moment: TrendMoment;
  readonly #stakes = new Stakes();
  readonly #counts = [0, 0, 0, 0, 0];

  constructor(moment: TrendMoment) {
    this.#moment = moment;
  }

  /** @param bet its place in the columns. */
  add(bet: number): void {
    const { outcome, price, noVig } = this.#moment;
    const own = outcome[bet] as Outcome;
    if (price[bet] === 0) return;
    this.#counts[own] = (this.#counts[own] as number) + 1;
    this.#stakes.add(own, price[bet] as number, noVig[bet] as number);
  }

  endGame(): void {
    this.#stakes.endGame();
  }

  get value() {
    const of = (outcome: Outcome) => this.#counts[outcome] as number;
    const decided = { won: of(won), lost: of(lost), push: of(push) };
    const bets = decided.won + decided.lost + decided.push;
    return { minutes: this.#moment.minutes, bets, ...decided, returned: this.#stakes.estimate };
  }
}
