/**
 * Random numbers from a fixed seed, so that the same bets always have the same interval: George Marsaglia's xorshift32.
 * @param state the number before, or a seed, not 0. @returns a whole number of 32 bits, with a sign.
 */
export function nextRandom(state: number): number {
  let next = state ^ (state << 13);
  next ^= next >>> 17;
  return next ^ (next << 5);
}
