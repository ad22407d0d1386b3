/**
 * American odds and implied probability [D-13, D-18].
 *
 * A legal price is a whole number of at least +100, or below -100; even money is written +100, so -100 never comes out.
 */

/** Providers write these numbers for "off the board". They are a missing price, not a bad one [D-13]. */
const sentinels: ReadonlySet<number> = new Set([0, 9999, 0.0001]);

export type Price = { readonly ok: true; readonly odds: number | null } | { readonly ok: false };

/** Reads a provider's price: a legal one, a missing one (null), or not a price at all. */
export function readPrice(value: number | null | undefined): Price {
  if (value === null || value === undefined || sentinels.has(value)) return { ok: true, odds: null };
  if (!Number.isSafeInteger(value) || Math.abs(value) < 100) return { ok: false };
  return { ok: true, odds: value === -100 ? 100 : value };
}

/** Implied probability, vig included, of legal American odds: 100/(100+o) for +o, o/(100+o) for -o. */
export function impliedProbability(odds: number): number {
  return odds > 0 ? 100 / (100 + odds) : -odds / (100 - odds);
}

/**
 * American odds of an implied probability in (0, 1), magnitude rounded half up [D-18].
 * The hair added before rounding keeps an exact half, blurred by binary fractions, a half. It is as thin as the blur,
 * which grows with the odds: the mean of -35193 and -35194 is 7 millionths short of a half.
 */
export function americanOdds(probability: number): number {
  if (!(probability > 0 && probability < 1)) throw new RangeError(`no odds for the probability ${probability}`);
  const isFavorite = probability > 0.5;
  const magnitude = isFavorite ? (100 * probability) / (1 - probability) : (100 * (1 - probability)) / probability;
  const rounded = Math.floor(magnitude + 0.5 + 1e-14 * magnitude * (1 + magnitude / 100));
  return isFavorite && rounded > 100 ? -rounded : Math.max(100, rounded);
}

/**
 * Mean implied probability of prices, or null for none.
 * Summed in order of size, so that the order of the books cannot change the last bit.
 */
export function meanProbability(prices: readonly number[]): number | null {
  if (prices.length === 0) return null;
  let sum = 0;
  for (const odds of Int32Array.from(prices).sort()) sum += impliedProbability(odds);
  return sum / prices.length;
}

/** The price at the mean implied probability of the given prices [D-16, D-17], or null for none. */
export function meanPrice(prices: readonly number[]): number | null {
  const mean = meanProbability(prices);
  return mean === null ? null : americanOdds(mean);
}
