/**
 * The chance of a record at least as far from what the closing prices expected, when they were right.
 *
 * Where no game has two of the bets, it is the exact binomial test against the mean of their no-vig probabilities.
 * Several bets of one game are not independent, and how much they are not is unknown. Then up to `mostExact` bets are summed
 * exactly, and those on the sides of a game are taken to win and lose together, and those on its points too, which of all ways
 * in which they could be related makes a far record most likely (J. Dhaene and others (2002), "The concept of comonotonicity
 * in actuarial science and finance", Insur. Math. Econ. 31). For more bets, the games show it.
 */
import { binomialTest, upperTail } from "./estimate.ts";

/** Of more decided bets than this, the sum is taken as normal. */
const mostExact = 100;
/** With so many games, what they show of each other's bets counts as much as the worst that is feared of them. */
const gamesOfTrust = 20;
/** Of fewer games nothing is said, as nothing is of their return. */
const leastGames = 10;

/** Adds games up one by one. */
export class ChanceSum {
  #wins = 0;
  #bets = 0;
  #expected = 0;
  /** Of games with one bet. */
  #variance = 0;
  /** Of games with several bets: as the games show it, and as it is when they win and lose together. */
  #seenVariance = 0;
  #sharedVariance = 0;
  #games = 0;
  #severalGames = 0;
  /** The chances of so many wins, one more than there are bets; of use until there are too many. */
  #distribution = new Float64Array(mostExact + 1);
  /** The next distribution is written here, because new columns for each game would cost more than all else. */
  #next = new Float64Array(mostExact + 1);

  /**
   * @param wins of the decided bets of a game that have a probability.
   * @param ofSides and ofTotals: their probabilities, those on sides and those on points; only so many are the game's own.
   */
  addGame(wins: number, ofSides: Float64Array, sides: number, ofTotals: Float64Array, totals: number): void {
    const before = this.#expected;
    const bets = sides + totals;
    const shared = this.#addLuck(ofSides, sides) ** 2 + this.#addLuck(ofTotals, totals) ** 2;
    this.#games++;
    if (bets === 1) this.#variance += shared;
    else {
      this.#severalGames++;
      this.#seenVariance += (wins - (this.#expected - before)) ** 2;
      this.#sharedVariance += shared;
    }
    const known = this.#bets;
    this.#wins += wins;
    this.#bets += bets;
    if (this.#bets > mostExact) return;
    if (sides > 0) this.#sumWith(ofSides, sides, known);
    if (totals > 0) this.#sumWith(ofTotals, totals, known + sides);
  }

  /** @param known so many bets are in the distribution already. */
  #sumWith(chances: Float64Array, count: number, known: number): void {
    const [before, after] = [this.#distribution, this.#next];
    if (known === 0) before[0] = 1;
    addBets(before, known, chances, count, after);
    this.#distribution = after;
    this.#next = before;
  }

  /** @returns the sum of the bets' deviations, which is the deviation of their sum when they win and lose together. */
  #addLuck(chances: Float64Array, count: number): number {
    let deviations = 0;
    for (let bet = 0; bet < count; bet++) {
      const chance = chances[bet] as number;
      const variance = chance * (1 - chance);
      this.#expected += chance;
      deviations += Math.sqrt(variance);
    }
    return deviations;
  }

  /** The two-sided p-value, twice the smaller tail; null below ten games. */
  get value(): number | null {
    if (this.#games < leastGames) return null;
    if (this.#severalGames === 0) return binomialTest(this.#wins, this.#bets, this.#expected / this.#bets);
    const isExact = this.#bets <= mostExact;
    const each = isExact ? smallerTail(this.#distribution, this.#bets, this.#wins) : this.#normalTail();
    return Math.min(1, 2 * each);
  }

  #normalTail(): number {
    const trust = this.#severalGames / (this.#severalGames + gamesOfTrust);
    const variance = this.#variance + trust * this.#seenVariance + (1 - trust) * this.#sharedVariance;
    const beyond = Math.abs(this.#wins - this.#expected) - 0.5;
    if (beyond <= 0 || variance === 0) return 0.5;
    return upperTail(beyond / Math.sqrt(variance));
  }
}

/** Writes the distribution of the wins with those of more bets, which win and lose together as far as their chances let them. */
function addBets(before: Float64Array, known: number, chances: Float64Array, count: number, after: Float64Array): void {
  after.fill(0, 0, known + count + 1);
  const ordered = chances.slice(0, count).sort().reverse();
  // With one luck for all, so many or more win as the chance of the so-manieth likeliest says.
  for (let won = 0; won <= count; won++) {
    const chance = (won === 0 ? 1 : (ordered[won - 1] as number)) - (ordered[won] ?? 0);
    if (chance === 0) continue;
    for (let wins = 0; wins <= known; wins++) {
      after[wins + won] = (after[wins + won] as number) + chance * (before[wins] as number);
    }
  }
}

function smallerTail(distribution: Float64Array, bets: number, wins: number): number {
  let below = 0;
  let above = 0;
  for (let each = 0; each <= bets; each++) {
    if (each <= wins) below += distribution[each] as number;
    if (each >= wins) above += distribution[each] as number;
  }
  return Math.min(below, above, 0.5);
}

/** The meaning of p-values for somebody who has looked at several sets. */
export const verdicts = ["no evidence", "unlikely by chance"] as const;

const level = 0.05;

/** C. E. Bonferroni's correction: at most the chance that any of so many sets would look like this. */
export function adjusted(pValue: number, tries: number): number {
  return Math.min(1, pValue * tries);
}

/**
 * The p-values of groups of one set, allowed for how many groups there are and how often the caller looked. S. Holm (1979),
 * "A simple sequentially rejective multiple test procedure", Scand. J. Stat. 6.
 * @param pValues of the groups that have one, in the order of the groups, which decides between equal ones.
 */
export function adjustedFamily(pValues: readonly number[], tries: number): number[] {
  const rising = pValues.map((_, place) => place).sort((a, b) => (pValues[a] as number) - (pValues[b] as number));
  const result = new Array<number>(pValues.length);
  let most = 0;
  for (const [before, place] of rising.entries()) {
    most = Math.max(most, adjusted(pValues[place] as number, (pValues.length - before) * tries));
    result[place] = most;
  }
  return result;
}

/** @param pAdjusted null: there is nothing to judge by, and no verdict. */
export function verdictOf(pAdjusted: number | null): (typeof verdicts)[number] | null {
  if (pAdjusted === null) return null;
  return pAdjusted <= level ? "unlikely by chance" : "no evidence";
}
