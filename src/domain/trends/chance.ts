/**
 * The chance of a record at least as far from what the closing prices expected, when they were right.
 *
 * The number of wins of bets with different probabilities has a Poisson-binomial distribution. Up to `mostExact` bets it is
 * summed exactly; beyond, it is taken as normal with the correction for skewness (Y. Hong (2013), "On computing the
 * distribution function for the Poisson binomial distribution", Comput. Stat. Data Anal. 59, section 3). Several bets of one
 * game are not independent, and how much they are not is unknown. For few bets, those on the sides of a game are taken to win
 * and lose together, and those on its points too, which of all ways in which they could be related makes a far record most
 * likely (J. Dhaene and others (2002), "The concept of comonotonicity in actuarial science and finance", Insur. Math. Econ.
 * 31). For many, the games show it.
 */
import { density, upperTail } from "./normal.ts";
import { gamesOfTrust } from "./wilson.ts";

/** More decided bets than this are taken as normal. */
const mostExact = 100;

/** Adds games up one by one. */
export class ChanceSum {
  #wins = 0;
  #bets = 0;
  #expected = 0;
  /** Of games with one bet. */
  #variance = 0;
  #thirdMoment = 0;
  /** Of games with several bets: as the games show it, and as it is when they win and lose together. */
  #seenVariance = 0;
  #sharedVariance = 0;
  #severalGames = 0;
  /** The distribution of the wins; null once there are too many bets. */
  #distribution: Float64Array | null = Float64Array.of(1);

  /**
   * @param wins of the decided bets of a game that have a probability.
   * @param ofSides and ofTotals: their probabilities, those on sides and those on points; only so many are the game's own.
   */
  addGame(wins: number, ofSides: Float64Array, sides: number, ofTotals: Float64Array, totals: number): void {
    const before = this.#expected;
    const bets = sides + totals;
    const shared = this.#addLuck(ofSides, sides) ** 2 + this.#addLuck(ofTotals, totals) ** 2;
    if (bets === 1) this.#variance += shared;
    else {
      this.#severalGames++;
      this.#seenVariance += (wins - (this.#expected - before)) ** 2;
      this.#sharedVariance += shared;
    }
    this.#wins += wins;
    this.#bets += bets;
    if (this.#bets > mostExact) this.#distribution = null;
    if (this.#distribution === null) return;
    if (sides > 0) this.#distribution = withGame(this.#distribution, ofSides.subarray(0, sides));
    if (totals > 0) this.#distribution = withGame(this.#distribution, ofTotals.subarray(0, totals));
  }

  /** @returns the sum of the bets' deviations, which is the deviation of their sum when they win and lose together. */
  #addLuck(chances: Float64Array, count: number): number {
    let deviations = 0;
    for (let bet = 0; bet < count; bet++) {
      const chance = chances[bet] as number;
      const variance = chance * (1 - chance);
      this.#expected += chance;
      this.#thirdMoment += variance * (1 - 2 * chance);
      deviations += Math.sqrt(variance);
    }
    return deviations;
  }

  /** The two-sided p-value; null without bets. */
  get value(): number | null {
    if (this.#bets === 0) return null;
    const each = this.#distribution === null ? this.#normalTail() : smallerTail(this.#distribution, this.#wins);
    return Math.min(1, 2 * each);
  }

  #normalTail(): number {
    const trust = this.#severalGames / (this.#severalGames + gamesOfTrust);
    const variance = this.#variance + trust * this.#seenVariance + (1 - trust) * this.#sharedVariance;
    const beyond = Math.abs(this.#wins - this.#expected) - 0.5;
    if (beyond <= 0 || variance === 0) return 0.5;
    const deviation = Math.sqrt(variance);
    const z = beyond / deviation;
    const side = Math.sign(this.#wins - this.#expected);
    const skewness = this.#severalGames > 0 ? 0 : (side * this.#thirdMoment) / (variance * deviation);
    return Math.min(0.5, Math.max(0, upperTail(z) + (skewness * (z * z - 1) * density(z)) / 6));
  }
}

/** The distribution of the wins with those of more bets, which win and lose together as far as their chances let them. */
function withGame(before: Float64Array, chances: Float64Array): Float64Array {
  const after = new Float64Array(before.length + chances.length);
  if (chances.length === 1) {
    const chance = chances[0] as number;
    for (let wins = 0; wins < before.length; wins++) {
      const each = before[wins] as number;
      after[wins] = (after[wins] as number) + (1 - chance) * each;
      after[wins + 1] = chance * each;
    }
    return after;
  }
  const ordered = chances.toSorted().reverse();
  // With one luck for all, so many or more win as the chance of the so-manieth likeliest says.
  for (let won = 0; won <= ordered.length; won++) {
    const chance = (won === 0 ? 1 : (ordered[won - 1] as number)) - (ordered[won] ?? 0);
    if (chance === 0) continue;
    for (let wins = 0; wins < before.length; wins++) {
      after[wins + won] = (after[wins + won] as number) + chance * (before[wins] as number);
    }
  }
  return after;
}

function smallerTail(distribution: Float64Array, wins: number): number {
  let below = 0;
  let above = 0;
  for (let each = 0; each < distribution.length; each++) {
    if (each <= wins) below += distribution[each] as number;
    if (each >= wins) above += distribution[each] as number;
  }
  return Math.min(below, above, 0.5);
}
