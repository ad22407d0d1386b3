/**
 * The return of a set of bets at one moment, the open or the close, with its 95% interval. Bets of one game are not so
 * many facts, so what varies is the profit of a game. Every number is a sum that a spreadsheet repeats.
 */
import { lost, type Outcome, push, tenThousand, ungraded } from "../bets/grading.ts";
import { type Estimate, studentQuantile95 } from "./estimate.ts";
import { GameSpread } from "./game-spread.ts";
import { profitOfWin } from "./price-tables.ts";

/** The profits of fewer games say too little of how they vary. */
const leastGames = 10;

/** A stake is a graded bet with a price, pushes included. Bets of the same game are added one after the other. */
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
    if (price === 0 || outcome === ungraded) return;
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
