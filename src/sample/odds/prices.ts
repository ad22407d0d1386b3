/** From probabilities to the prices that books write. */

/** American odds of a probability with the book's margin on it, in the book's steps: never between -100 and +100. */
export function priceOf(probability: number, margin: number, step: number): number {
  const implied = Math.max(0.012, Math.min(0.985, probability * margin));
  const isFavorite = implied > 0.5;
  const exact = isFavorite ? (100 * implied) / (1 - implied) : (100 * (1 - implied)) / implied;
  // Long prices are written in round numbers.
  const coarse = exact < 250 ? step : exact < 600 ? Math.max(5, step) : exact < 1500 ? Math.max(25, step) : 100;
  const magnitude = Math.round(exact / coarse) * coarse;
  if (magnitude <= 100) return 100;
  return isFavorite ? -magnitude : magnitude;
}

/** Share of the normal distribution below z, by the usual logistic approximation. */
export function normalShare(z: number): number {
  return 1 / (1 + Math.exp(-1.702 * z));
}

/** The half point next to a number; a whole one moves to the nearer hook when the market prefers hooks. */
export function snapped(value: number, prefersHooks: boolean): number {
  const half = Math.round(value * 2) / 2;
  if (!prefersHooks || half % 1 !== 0) return half;
  return value >= half ? half + 0.5 : half - 0.5;
}
