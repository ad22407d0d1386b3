/**
 * How far sums of games are from what so many bets of a set bring on average: Σ(x - m·n)² over games with the sum x of n bets each, and
 * the mean m of a bet. It is added up without keeping the games.
 */
export class GameSpread {
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
