/** From chances to the prices that books write. */

/**
 * The factors by which a book multiplies the chances of both sides: a side that hardly ever loses carries less of its
 * margin.
 *
 * @param share how likely one of the sides is.
 * @param margin the sum of both sides' probabilities in an even bet.
 */
export function addedMargin(share: number, margin: number): number {
  return 1 + (margin - 1) * Math.min(1, 0.25 + 5 * Math.min(share, 1 - share));
}

/** American odds of an implied probability, in a book's steps: never between -100 and +100. */
export function priceOf(probability: number, step: number): number {
  const implied = Math.max(0.008, Math.min(0.992, probability));
  const isFavorite = implied > 0.5;
  const exact = isFavorite ? (100 * implied) / (1 - implied) : (100 * (1 - implied)) / implied;
  // Long prices are written in round numbers.
  const coarse = exact < 250 ? step : exact < 600 ? Math.max(5, step) : exact < 1500 ? Math.max(25, step) : 100;
  const magnitude = Math.round(exact / coarse) * coarse;
  if (magnitude <= 100) return 100;
  return isFavorite ? -magnitude : magnitude;
}
