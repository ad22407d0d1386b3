/**
 * The exact two-sided test of a number of wins against one probability: twice the smaller tail, at most 1. The tails are the
 * p-values of R's `binom.test` with `alternative` "less" and "greater". R's own two-sided value adds up what is no likelier than the
 * record, which may leave one tail out by a hair, so that a record and nearly the same one differ by half.
 */

/** A term that is smaller than this share of its sum no longer changes it. */
const negligible = 1e-17;

/** @param chance of one win, above 0 and below 1. */
export function binomialTest(wins: number, bets: number, chance: number): number {
  // The tail on the side where the record is; both are at least a half where it is what was expected.
  const isBelow = wins < bets * chance;
  const tail = isBelow ? lowerTail(wins, bets, chance) : lowerTail(bets - wins, bets, 1 - chance);
  return Math.min(1, 2 * tail);
}

/** The chance of so many wins or fewer, where `wins` is at most what is expected. */
function lowerTail(wins: number, bets: number, chance: number): number {
  let term = chanceOf(wins, bets, chance);
  let sum = 0;
  for (let each = wins; each >= 0 && term > sum * negligible; each--) {
    sum += term;
    term *= (each / (bets - each + 1)) * ((1 - chance) / chance);
  }
  return sum;
}

/**
 * The chance of exactly so many wins: C. Loader (2000), "Fast and accurate computation of binomial probabilities", which keeps
 * its digits for any number of bets.
 */
function chanceOf(wins: number, bets: number, chance: number): number {
  if (wins === 0) return Math.exp(bets * Math.log1p(-chance));
  if (wins === bets) return Math.exp(bets * Math.log(chance));
  const losses = bets - wins;
  const exponent =
    stirlingError(bets) -
    stirlingError(wins) -
    stirlingError(losses) -
    deviance(wins, bets * chance) -
    deviance(losses, bets * (1 - chance));
  return Math.exp(exponent) * Math.sqrt(bets / (2 * Math.PI * wins * losses));
}

/** `x log(x / mean) + mean - x`, without losing digits where the two are close. */
function deviance(x: number, mean: number): number {
  if (Math.abs(x - mean) >= 0.1 * (x + mean)) return x * Math.log(x / mean) + mean - x;
  const ratio = (x - mean) / (x + mean);
  let sum = (x - mean) * ratio;
  let term = 2 * x * ratio;
  for (let each = 1; each < 1000; each++) {
    term *= ratio * ratio;
    const next = sum + term / (2 * each + 1);
    if (next === sum) break;
    sum = next;
  }
  return sum;
}

/** log(n!) less Stirling's formula for it. */
function stirlingError(n: number): number {
  if (n < 16) return smallErrors[n] as number;
  const square = n * n;
  return (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - 1 / 1188 / square) / square) / square) / square) / n;
}

const smallErrors = Array.from({ length: 16 }, (_, n) => {
  if (n === 0) return 0;
  let logOfFactorial = 0;
  for (let each = 2; each <= n; each++) logOfFactorial += Math.log(each);
  return logOfFactorial - (0.5 * Math.log(2 * Math.PI * n) + n * Math.log(n) - n);
});
