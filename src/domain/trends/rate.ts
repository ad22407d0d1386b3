/**
 * A rate of bets, such as those won of those decided, with an interval that knows of games: several bets of one game
 * that win and lose together are fewer facts than they are bets. How much fewer is the design effect of L. Kish (1965),
 * "Survey Sampling", chapter 5.
 */
import { type Estimate, wilsonInterval } from "./estimate.ts";
import { GameSpread } from "./game-spread.ts";

/** Bets of the same game are added one after the other. */
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
