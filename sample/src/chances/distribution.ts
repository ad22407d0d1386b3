/** How likely every whole number is, as a final margin or total. */
export class Distribution {
  /** The number that half of the time is not exceeded. */
  readonly middle: number;
  readonly #first: number;
  /** Share of the numbers up to each one. */
  readonly #upTo: Float64Array;

  /** @param shares of `first`, `first` + 1 and so on; they are brought to a sum of one. */
  constructor(first: number, shares: Float64Array) {
    this.#first = first;
    this.#upTo = new Float64Array(shares.length);
    let sum = 0;
    for (const [index, share] of shares.entries()) {
      sum += share;
      this.#upTo[index] = sum;
    }
    for (let index = 0; index < shares.length; index++) this.#upTo[index] = (this.#upTo[index] as number) / sum;
    this.middle = first + this.#upTo.findIndex((upTo) => upTo >= 0.5);
  }

  /** How often the number is above a line, of the times that it is not on it: a push gives the stakes back. */
  shareAbove(line: number): number {
    const below = this.#shareUpTo(Math.ceil(line) - 1);
    const above = 1 - this.#shareUpTo(Math.floor(line));
    return above / (above + below);
  }

  #shareUpTo(value: number): number {
    const index = value - this.#first;
    if (index < 0) return 0;
    return index >= this.#upTo.length ? 1 : (this.#upTo[index] as number);
  }
}

/** A nearly normal distribution of whole numbers from zero on, leaning by its skewness (Gram and Charlier). */
export function skewedDistribution(mean: number, deviation: number, skewness: number): Distribution {
  const shares = new Float64Array(Math.ceil(mean + 6 * deviation));
  for (let value = 0; value < shares.length; value++) {
    const z = (value - mean) / deviation;
    shares[value] = Math.max(0, Math.exp((-z * z) / 2) * (1 + (skewness / 6) * (z ** 3 - 3 * z)));
  }
  return new Distribution(0, shares);
}
