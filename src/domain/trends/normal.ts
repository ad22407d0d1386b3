/** The normal distribution, where a set is large enough to be counted by it. */

/** The point that a standard normal variable is beyond, on either side, in 5 of 100 cases. */
export const z95 = 1.959963984540054;

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
