/** The bets of a set as games: what a bootstrap draws. */
import { type Outcome, push, tenThousand, ungraded, won } from "../bets/grading.ts";
import { impliedOf, profitOfWin } from "./price-tables.ts";

/** Up to so many decided bets, what games could have brought is known better from their prices than from so few results. */
export const mostPlayedAnew = 400;

/** Profits at one moment, the open or the close. Games are numbered in the order in which they come. */
export class Stakes {
  games = 0;
  bets = 0;
  /** Of all bets, in units. */
  profit = 0;
  /** By game. */
  profits = new Float64Array(64);
  counts = new Uint32Array(64);
  /** The first bet of each game among those that could have gone either way; one more at the end. */
  firstOf = new Uint32Array(65);
  decided = 0;
  /** By bet that was decided, of the first `mostPlayedAnew`: the probability, and what a win brings above a loss. */
  readonly chances = new Float64Array(mostPlayedAnew);
  readonly swings = new Float64Array(mostPlayedAnew);
  /** Whether the luck that makes it win is that of the total, and whether it wins by the lack of luck. */
  readonly isTotal = new Uint8Array(mostPlayedAnew);
  readonly isSecond = new Uint8Array(mostPlayedAnew);

  clear(): void {
    this.games = 0;
    this.bets = 0;
    this.profit = 0;
    this.decided = 0;
  }

  beginGame(): void {
    // A game without a stake is no game here.
    if (this.games > 0 && this.counts[this.games - 1] === 0) this.games--;
    if (this.games === this.profits.length) this.#growGames();
    this.profits[this.games] = 0;
    this.counts[this.games] = 0;
    this.firstOf[this.games] = this.decided;
    this.games++;
  }

  finish(): void {
    this.beginGame();
    this.games--;
  }

  /** @param noVig in ten thousandths; -1 is none, and then the price itself says how likely it was. */
  add(price: number, outcome: Outcome, noVig: number, isTotal: boolean, isSecond: boolean): void {
    if (price === 0 || outcome === ungraded) return;
    const game = this.games - 1;
    const profit = outcome === won ? profitOfWin(price) : outcome === push ? 0 : -1;
    this.bets++;
    this.profit += profit;
    this.profits[game] = (this.profits[game] as number) + profit;
    this.counts[game] = (this.counts[game] as number) + 1;
    if (outcome === push) return;
    const at = this.decided++;
    if (at >= mostPlayedAnew) return;
    this.chances[at] = noVig < 0 ? impliedOf(price) : noVig / tenThousand;
    this.swings[at] = 1 + (price > 0 ? price / 100 : -100 / price);
    this.isTotal[at] = isTotal ? 1 : 0;
    this.isSecond[at] = isSecond ? 1 : 0;
  }

  #growGames(): void {
    const size = 2 * this.profits.length;
    this.profits = copied(this.profits, new Float64Array(size));
    this.counts = copied(this.counts, new Uint32Array(size));
    this.firstOf = copied(this.firstOf, new Uint32Array(size + 1));
  }
}

function copied<Column extends Float64Array | Uint32Array>(from: Column, to: Column): Column {
  to.set(from);
  return to;
}
