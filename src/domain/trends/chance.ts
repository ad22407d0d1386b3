/**
 * The chance of a record at least as far from what the closing prices expected, when they were right.
 *
 * The number of wins of bets with different probabilities has a Poisson-binomial distribution. Up to `mostExact` bets it is
 * summed exactly; beyond, it is taken as normal with the correction for skewness (Y. Hong (2013), "On computing the
 * distribution function for the Poisson binomial distribution", Comput. Stat. Data Anal. 59, section 3). Several bets of one
 * game are not independent, and how much they are not is unknown. For few bets they are taken to win and lose together, which
 * of all ways in which they could be related makes a far record most likely (J. Dhaene and others (2002), "The concept of
 * comonotonicity in actuarial science and finance", Insur. Math. Econ. 31). For many, the games show it.
 */
import { density, upperTail } from "./normal.ts";

/** More decided bets than this are taken as normal. */
export const mostExact = 200;

/** The bets of a game that were decided, with a closing probability each. */
export type GameChances = {
  readonly wins: number;
  /** The probabilities of the game's bets; only those before `count` are its own. */
  readonly chances: Float64Array;
  readonly count: number;
};

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

  addGame({ wins, chances, count }: GameChances): void {
    let expected = 0;
    let deviations = 0;
    for (let bet = 0; bet < count; bet++) {
      const chance = chances[bet] as number;
      const variance = chance * (1 - chance);
      expected += chance;
      deviations += Math.sqrt(variance);
      this.#thirdMoment += variance * (1 - 2 * chance);
      if (count === 1) this.#variance += variance;
    }
    if (count > 1) {
      this.#severalGames++;
      this.#seenVariance += (wins - expected) ** 2;
      this.#sharedVariance += deviations ** 2;
    }
    this.#wins += wins;
    this.#bets += count;
    this.#expected += expected;
    if (this.#bets > mostExact) this.#distribution = null;
    if (this.#distribution !== null) this.#distribution = withGame(this.#distribution, chances.subarray(0, count));
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

/** As in wilson.ts. */
const gamesOfTrust = 20;

/** The distribution of the wins with those of one more game, whose bets win and lose together as far as they can. */
function withGame(before: Float64Array, chances: Float64Array): Float64Array {
  const ordered = chances.length === 1 ? chances : chances.toSorted().reverse();
  const after = new Float64Array(before.length + ordered.length);
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
