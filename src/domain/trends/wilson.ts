/** The interval of a rate. */
import type { Interval } from "./estimate.ts";
import { z95 } from "./normal.ts";

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
