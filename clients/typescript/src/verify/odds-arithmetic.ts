/** American odds in whole numbers, so that exact halves and exact ties are what they are. */

type Fraction = { readonly over: bigint; readonly under: bigint };

/** +o is 100 / (100 + o), -o is o / (100 + o). */
function implied(odds: number): Fraction {
  const size = BigInt(Math.abs(odds));
  return { over: odds > 0 ? 100n : size, under: 100n + size };
}

/** Null without prices. */
export function meanImplied(prices: readonly number[]): Fraction | null {
  if (prices.length === 0) return null;
  let [over, under] = [0n, 1n];
  for (const price of prices) {
    const each = implied(price);
    [over, under] = [over * each.under + each.over * under, under * each.under];
  }
  return { over, under: under * BigInt(prices.length) };
}

/** The odds of a probability: the magnitude is rounded, halves up, and what is even or would be -100 is +100. */
export function oddsOf({ over, under }: Fraction): number {
  const isFavorite = 2n * over > under;
  const [top, bottom] = isFavorite ? [100n * over, under - over] : [100n * (under - over), over];
  const magnitude = Number((2n * top + bottom) / (2n * bottom));
  return isFavorite && magnitude !== 100 ? -magnitude : magnitude;
}

/** By how much two probabilities differ, without sign. */
export function distance(one: Fraction, other: Fraction): Fraction {
  const over = one.over * other.under - other.over * one.under;
  return { over: over < 0n ? -over : over, under: one.under * other.under };
}

/** Below zero when the first is the smaller one. */
export function compare(one: Fraction, other: Fraction): number {
  const difference = one.over * other.under - other.over * one.under;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** The side whose price implies more; null where they are equal or one is missing. */
export function favoredBy(home: number | null, away: number | null): "home" | "away" | null {
  if (home === null || away === null) return null;
  const order = compare(implied(home), implied(away));
  return order === 0 ? null : order > 0 ? "home" : "away";
}

/** Four decimals, halves up, of a quotient that is not below zero. */
function fourDecimals(top: bigint, bottom: bigint): number {
  return Number((20_000n * top + bottom) / (2n * bottom)) / 10_000;
}

/** The units that a stake of one wins at these odds. */
export function winnings(odds: number): number {
  const size = BigInt(Math.abs(odds));
  return odds > 0 ? fourDecimals(size, 100n) : fourDecimals(100n, size);
}

/** p / (p + q); null where a price is missing. */
export function noVig(price: number | null, opposite: number | null): number | null {
  if (price === null || opposite === null) return null;
  const [p, q] = [implied(price), implied(opposite)];
  return fourDecimals(p.over * q.under, p.over * q.under + q.over * p.under);
}
