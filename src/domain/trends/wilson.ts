/** The interval of a win rate. */
import { z95 } from "./normal.ts";

export type Interval = { readonly low: number; readonly high: number };

/**
 * The 95% score interval of E. B. Wilson (1927), "Probable inference, the law of succession, and statistical inference",
 * JASA 22: the rates that a test at 5% would not refuse.
 * @param decided how many bets won or lost, above 0. Each counts as a fact of its own, also where several are on one game.
 */
export function wilsonInterval(won: number, decided: number): Interval {
  const rate = won / decided;
  const z2 = z95 * z95;
  const center = (rate + z2 / (2 * decided)) / (1 + z2 / decided);
  const half = (z95 / (1 + z2 / decided)) * Math.sqrt((rate * (1 - rate)) / decided + z2 / (4 * decided * decided));
  // Rounding in binary fractions must not take an end past the rate itself, or out of what a rate can be.
  return { low: Math.max(0, Math.min(center - half, rate)), high: Math.min(1, Math.max(center + half, rate)) };
}
