/**
 * Estimates what a set of bets shows, and between which values the truth is in 95 of 100 cases, by the distributions that sets of a size
 * follow ([decision 0206](../../../docs/decisions/0206-statistics-of-our-own.md)).
 */

type Interval = { readonly low: number; readonly high: number };

/** The interval is null where the bets say too little of it. */
export type Estimate = { readonly value: number; readonly interval: Interval | null };

/** The point that a standard normal variable is beyond, on either side, in 5 of 100 cases. */
const z95 = 1.959963984540054;

/**
 * The 95% score interval of E. B. Wilson (1927), "Probable inference, the law of succession, and statistical inference",
 * JASA 22: the rates that a test at 5% would not refuse.
 * @param rate from 0 to 1.
 * @param facts how many independent facts the rate is of, above 0; a fraction where bets share games.
 */
export function wilsonInterval(rate: number, facts: number): Interval {
  const z2 = z95 * z95;
  const center = (rate + z2 / (2 * facts)) / (1 + z2 / facts);
  const half = (z95 / (1 + z2 / facts)) * Math.sqrt((rate * (1 - rate)) / facts + z2 / (4 * facts * facts));
  // Rounding in binary fractions must not take an end past the rate itself, or out of what a rate can be.
  return { low: Math.max(0, Math.min(center - half, rate)), high: Math.min(1, Math.max(center + half, rate)) };
}

/** The chance that a standard normal variable is above `z`: Numerical Recipes' erfc (6.2.2), whose error is 1.2e-7 of itself. */
export function upperTail(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.5 * x);
  const series = erfcCoefficients.reduceRight((sum, each) => each + t * sum);
  const tail = 0.5 * t * Math.exp(-x * x + series);
  return z >= 0 ? tail : 1 - tail;
}

const erfcCoefficients = [
  ...[-1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806],
  ...[0.27886807, -1.13520398, 1.48851587, -0.82215223, 0.17087277],
];

/** Of few degrees of freedom, which are asked for again and again. */
const quantiles = new Map<number, number>();

/**
 * How much wider an interval of few games must be than one of many: the number that Student's t is below in 97.5 of 100 cases; `T.INV.2T(0.05, n)` of a spreadsheet, `qt(0.975, n)` of R.
 * M. Abramowitz and I. Stegun (1964), "Handbook of Mathematical Functions", 26.7.5 and 26.7.3 to 26.7.4.
 * @param freedom degrees of freedom, at least 3.
 */
export function studentQuantile95(freedom: number): number {
  // From so many on the series in 1/n is exact to nine digits.
  if (freedom >= 200) return seriesOf(freedom);
  const known = quantiles.get(freedom);
  if (known !== undefined) return known;
  let [low, high] = [1.9, 3.2];
  for (let halving = 0; halving < 50; halving++) {
    const middle = (low + high) / 2;
    if (within(middle, freedom) < 0.95) low = middle;
    else high = middle;
  }
  quantiles.set(freedom, low);
  return low;
}

function seriesOf(freedom: number): number {
  const z = z95;
  const [z3, z5, z7] = [z ** 3, z ** 5, z ** 7];
  return (
    z +
    (z3 + z) / (4 * freedom) +
    (5 * z5 + 16 * z3 + 3 * z) / (96 * freedom ** 2) +
    (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * freedom ** 3)
  );
}

/** The probability that |t| is below `value`. */
function within(value: number, freedom: number): number {
  const angle = Math.atan(value / Math.sqrt(freedom));
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const isOdd = freedom % 2 === 1;
  // Each term is the one before times cos² and the next fraction: 2/3, 4/5, ... or 1/2, 3/4, ...
  let term = isOdd ? cosine : 1;
  let sum = term;
  for (let power = isOdd ? 3 : 2; power < freedom; power += 2) {
    term *= (cosine * cosine * (power - 1)) / power;
    sum += term;
  }
  return isOdd ? (2 / Math.PI) * (angle + sine * sum) : sine * sum;
}

/**
 * The exact two-sided test of a number of wins against one probability: twice the smaller tail, at most 1. The tails are the
 * p-values of R's `binom.test` with `alternative` "less" and "greater". R's own two-sided value adds up what is no likelier than the
 * record, which may leave one tail out by a hair, so that a record and nearly the same one differ by half.
 * @param chance of one win, above 0 and below 1.
 */
export function binomialTest(wins: number, bets: number, chance: number): number {
  // The tail on the side where the record is; both are at least a half where it is what was expected.
  const isBelow = wins < bets * chance;
  const tail = isBelow ? lowerTail(wins, bets, chance) : lowerTail(bets - wins, bets, 1 - chance);
  return Math.min(1, 2 * tail);
}

/** The chance of so many wins or fewer, where `wins` is at most what is expected. Of 100,000 bets it has nine digits, and six are shown. */
function lowerTail(wins: number, bets: number, chance: number): number {
  const losses = bets - wins;
  const ways = logFactorial(bets) - logFactorial(wins) - logFactorial(losses);
  let term = Math.exp(ways + wins * Math.log(chance) + losses * Math.log1p(-chance));
  let sum = 0;
  // A term that is smaller than this share of its sum no longer changes it.
  for (let each = wins; each >= 0 && term > sum * 1e-17; each--) {
    sum += term;
    term *= (each / (bets - each + 1)) * ((1 - chance) / chance);
  }
  return sum;
}

/** Stirling's series, which is as exact as the numbers are from 16 on. */
function logFactorial(number: number): number {
  let [n, added] = [number, 0];
  for (; n < 16; n++) added += Math.log(n + 1);
  const series = (1 / 12 - (1 / 360 - (1 / 1260 - 1 / 1680 / n ** 2) / n ** 2) / n ** 2) / n;
  return n * Math.log(n) - n + 0.5 * Math.log(2 * Math.PI * n) + series - added;
}
