/** The bets of a set as games: what a bootstrap draws. */
import { tenThousand } from "../bets/grading.ts";
import { impliedOf } from "./price-tables.ts";

/** Up to so many decided bets, what games could have brought is known better from their prices than from so few results. */
export const mostPlayedAnew = 200;

/** The bits of what a side is: a bet on points, and the side that wins by fewer of them. */
export const isTotalFlag = 1;
export const isSecondFlag = 2;

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

  /** Adds a game, whose decided bets have been added one by one. */
  addGame(profit: number, count: number): void {
    // A game without a stake is no game here.
    if (count === 0) return;
    if (this.games === this.profits.length) this.#growGames();
    this.profits[this.games] = profit;
    this.counts[this.games] = count;
    this.games++;
    this.firstOf[this.games] = this.decided;
    this.bets += count;
    this.profit += profit;
  }

  /** @param noVig in ten thousandths; -1 is none, and then the price itself says how likely it was. */
  addDecided(price: number, noVig: number, flags: number): void {
    const at = this.decided++;
    if (at >= mostPlayedAnew) return;
    this.chances[at] = noVig < 0 ? impliedOf(price) : noVig / tenThousand;
    this.swings[at] = 1 + (price > 0 ? price / 100 : -100 / price);
    this.isTotal[at] = flags & isTotalFlag;
    this.isSecond[at] = flags >> 1;
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
