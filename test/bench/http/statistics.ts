/** What is made of the rounds of one case at one server. */

/** The middle half of some values. */
export type Spread = { readonly low: number; readonly median: number; readonly high: number };

/** The quartiles; between two values the one nearer to the middle is taken in proportion. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => {
    const place = share * (sorted.length - 1);
    const below = sorted[Math.floor(place)] ?? Number.NaN;
    const above = sorted[Math.ceil(place)] ?? Number.NaN;
    return below + (above - below) * (place - Math.floor(place));
  };
  return { low: at(0.25), median: at(0.5), high: at(0.75) };
}

export function median(values: readonly number[]): number {
  return spreadOf(values).median;
}
