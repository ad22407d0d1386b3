/** The distributions by which totals are judged. */

type Interval = { readonly low: number; readonly high: number };

const z95 = 1.959963984540054;

/** E. B. Wilson's score interval (1927) of a rate, of so many independent facts. */
export function wilson(rate: number, facts: number): Interval {
  const square = z95 * z95;
  const below = 1 + square / facts;
  const center = (rate + square / (2 * facts)) / below;
  const half = (z95 * Math.sqrt((rate * (1 - rate)) / facts + square / (4 * facts * facts))) / below;
  return { low: Math.max(0, Math.min(rate, center - half)), high: Math.min(1, Math.max(rate, center + half)) };
}

const logFactorials = [0, 0];

function logFactorial(n: number): number {
  for (let each = logFactorials.length; each <= n; each++) {
    logFactorials.push((logFactorials[each - 1] as number) + Math.log(each));
  }
  return logFactorials[n] as number;
}

/** The exact two-sided binomial test: twice the smaller of the chances of so many wins or fewer, and of so many or more; at most 1. */
export function binomialTest(wins: number, bets: number, chance: number): number {
  const chanceOf = (k: number) =>
    Math.exp(
      logFactorial(bets) -
        logFactorial(k) -
        logFactorial(bets - k) +
        k * Math.log(chance) +
        (bets - k) * Math.log1p(-chance),
    );
  let [below, above] = [0, 0];
  for (let k = 0; k <= bets; k++) {
    if (k <= wins) below += chanceOf(k);
    if (k >= wins) above += chanceOf(k);
  }
  return Math.min(1, 2 * Math.min(below, above));
}

/** The chance that a standard normal variable is above z, which is at least 0. */
export function normalTail(z: number): number {
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  if (z < 3) {
    let term = z;
    let sum = z;
    for (let odd = 3; Math.abs(term) > 1e-17; odd += 2) {
      term *= (z * z) / odd;
      sum += term;
    }
    return 0.5 - density * sum;
  }
  let fraction = z;
  for (let each = 120; each > 0; each--) fraction = z + each / fraction;
  return density / fraction;
}

/** What Student's t is below in 97.5 of 100 cases, by bisection. @param freedom degrees of freedom, at least 1. */
export function studentQuantile(freedom: number): number {
  let [low, high] = [1.9, 13];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (betaFraction(freedom / (freedom + middle * middle), freedom / 2, 0.5) > 0.05) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Stirling's series for log(Γ(x)), of x above 0. */
function logGamma(x: number): number {
  if (x < 12) return logGamma(x + 1) - Math.log(x);
  const square = x * x;
  const series = (1 / 12 - (1 / 360 - (1 / 1260 - 1 / (1680 * square)) / square) / square) / x;
  return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + series;
}

/** The regularized incomplete beta function by Lentz's continued fraction (Numerical Recipes 6.4). */
function betaFraction(x: number, a: number, b: number): number {
  if (x > (a + 1) / (a + b + 2)) return 1 - betaFraction(1 - x, b, a);
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x)) / a;
  let c = 1;
  let d = 1 / (1 - ((a + b) * x) / (a + 1));
  let result = d;
  for (let m = 1; m < 500; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / (1 + even * d);
    c = 1 + even / c;
    result *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / (1 + odd * d);
    c = 1 + odd / c;
    result *= d * c;
    if (Math.abs(d * c - 1) < 1e-15) break;
  }
  return front * result;
}
