/**
 * A rate of bets, such as those won of those decided, with an interval that knows of games: several bets of one game
 * that win and lose together are fewer facts than they are bets. How much fewer is the design effect of L. Kish (1965),
 * "Survey Sampling", chapter 5.
 */
import type { Estimate } from "./estimate.ts";
import { wilsonInterval } from "./wilson.ts";

/** Bets of the same game are added one after the other. */
export class Rate {
  wins = 0;
  decided = 0;
  #games = 0;
  /** Over games, of their wins w and their number d of decided bets: Σw², Σwd, Σd². */
  #winSquares = 0;
  #winCounts = 0;
  #countSquares = 0;
  #gameWins = 0;
  #gameDecided = 0;

  add(isWon: boolean): void {
    this.#gameDecided++;
    if (isWon) this.#gameWins++;
  }

  endGame(): void {
    const [wins, decided] = [this.#gameWins, this.#gameDecided];
    if (decided === 0) return;
    this.#games++;
    this.wins += wins;
    this.decided += decided;
    this.#winSquares += wins * wins;
    this.#winCounts += wins * decided;
    this.#countSquares += decided * decided;
    this.#gameWins = 0;
    this.#gameDecided = 0;
  }

  /** How many decided bets are as good as one fact, at least 1; null without any. */
  get designEffect(): number | null {
    const { wins, decided } = this;
    const games = this.#games;
    if (decided === 0) return null;
    if (games < 2) return 1;
    const rate = wins / decided;
    if (wins === 0 || wins === decided) return decided / games;
    const squares = this.#winSquares - 2 * rate * this.#winCounts + rate * rate * this.#countSquares;
    return Math.max(1, ((games / (games - 1)) * squares) / (decided * rate * (1 - rate)));
  }

  get estimate(): Estimate | null {
    const effect = this.designEffect;
    if (effect === null) return null;
    const value = this.wins / this.decided;
    return { value, interval: wilsonInterval(value, this.decided / effect) };
  }
}
