/**
 * Estimates what a set of bets shows, and between which values the truth is in 95 of 100 cases, by the distributions that sets of a size
 * follow.
 */

type Interval = { readonly low: number; readonly high: number };

/** The interval is null where the bets say too little of it. */
export type Estimate = { readonly value: number; readonly interval: Interval | null };

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

/** The point that a standard normal variable is beyond, on either side, in 5 of 100 cases. */
const z95 = 1.959963984540054;

/** The chance that a standard normal variable is above `z`: W. J. Cody's rational approximations would be finer than needed. */
export function upperTail(z: number): number {
  // Abramowitz and Stegun 7.1.26 has an error of 1.5e-7 of erf; Numerical Recipes' erfc (6.2.2) one of 1.2e-7 of itself.
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.5 * x);
  const series =
    -1.26551223 +
    t *
      (1.00002368 +
        t *
          (0.37409196 +
            t *
              (0.09678418 +
                t *
                  (-0.18628806 +
                    t * (0.27886807 + t * (-1.13520398 + t * (1.48851587 + t * (-0.82215223 + t * 0.17087277))))))));
  const tail = 0.5 * t * Math.exp(-x * x + series);
  return z >= 0 ? tail : 1 - tail;
}

/** From so many degrees of freedom the series in 1/n is exact to ten digits, and below it is where Newton's method begins. */
const seriesFrom = 200;

/**
 * How much wider an interval of few games must be than one of many: the number that Student's t is below in 97.5 of 100 cases; `T.INV.2T(0.05, n)` of a spreadsheet, `qt(0.975, n)` of R.
 * M. Abramowitz and I. Stegun (1964), "Handbook of Mathematical Functions", 26.7.5 and 26.7.3 to 26.7.4.
 * @param freedom degrees of freedom, at least 3.
 */
export function studentQuantile95(freedom: number): number {
  const known = quantiles.get(freedom);
  if (known !== undefined) return known;
  let value = seriesOf(freedom);
  if (freedom < seriesFrom) {
    for (let step = 0; step < 3; step++) value -= (within(value, freedom) - 0.95) / (2 * density(value, freedom));
    quantiles.set(freedom, value);
  }
  return value;
}

/** Of few degrees of freedom, which are asked for again and again. */
const quantiles = new Map<number, number>();

function seriesOf(freedom: number): number {
  const z = z95;
  const [z3, z5, z7, z9] = [z ** 3, z ** 5, z ** 7, z ** 9];
  return (
    z +
    (z3 + z) / (4 * freedom) +
    (5 * z5 + 16 * z3 + 3 * z) / (96 * freedom ** 2) +
    (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * freedom ** 3) +
    (79 * z9 + 776 * z7 + 1482 * z5 - 1920 * z3 - 945 * z) / (92160 * freedom ** 4)
  );
}

/** The probability that |t| is below `value`. */
function within(value: number, freedom: number): number {
  const angle = Math.atan(value / Math.sqrt(freedom));
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const isOdd = freedom % 2 === 1;
  // Each term is the one before times cos² and the next fraction: 2/3, 4/5, ... or 1/2, 3/4, ...
  let term = isOdd ? cosine : 1;
  let sum = freedom === 1 ? 0 : term;
  for (let power = isOdd ? 3 : 2; power < freedom; power += 2) {
    term *= (cosine * cosine * (power - 1)) / power;
    sum += term;
  }
  return isOdd ? (2 / Math.PI) * (angle + sine * sum) : sine * sum;
}

function density(value: number, freedom: number): number {
  // Γ((n+1)/2) / Γ(n/2) by the recurrence in steps of two.
  let ratio = freedom % 2 === 1 ? 1 / Math.sqrt(Math.PI) : Math.sqrt(Math.PI) / 2;
  for (let each = freedom % 2 === 1 ? 1 : 2; each < freedom; each += 2) ratio *= (each + 1) / each;
  return (ratio / Math.sqrt(freedom * Math.PI)) * (1 + (value * value) / freedom) ** (-(freedom + 1) / 2);
}
