/** The chances of a basketball game: nearly normal, but for the ties, fouls and overtimes of close ones. */

import { Distribution } from "../../chances/distribution.ts";
import type { LineChances } from "../../chances/game-chances.ts";
import { normalShare } from "../../chances/normal.ts";
import {
  comeback,
  fouls,
  lateTie,
  marginDeviations,
  mostFreeThrows,
  overtimeDeviation,
  overtimeMean,
} from "./rules.ts";

/** Margins from -80 to 80; nobody wins by more. */
const widest = 80;
const size = 2 * widest + 1;

/** The deviation of the margin after four quarters: every quarter undoes a part of the former ones' margin. */
const regulationDeviation = Math.sqrt(
  marginDeviations.reduce((sum, deviation, index) => sum + deviation ** 2 * (1 - comeback) ** (2 * (3 - index)), 0),
);

export function basketballMargins(margin: number): LineChances {
  const final = new Float64Array(size);
  let tied = 0;
  const add = (points: number, share: number): void => {
    const index = Math.max(0, Math.min(size - 1, widest + points));
    final[index] = (final[index] as number) + share;
  };
  for (let lead = -widest; lead <= widest; lead++) {
    const share = shareOf(lead, margin, regulationDeviation);
    const gap = Math.abs(lead);
    const ties = gap === 0 ? 1 : (lateTie[gap] ?? 0);
    const fouled = gap === 0 ? 0 : (fouls[gap] ?? 0);
    tied += share * ties;
    for (let points = 1; points <= mostFreeThrows && fouled > 0; points++) {
      add(lead + Math.sign(lead) * points, (share * fouled) / mostFreeThrows);
    }
    add(lead, share * (1 - ties - fouled));
  }
  for (let lead = -20; lead <= 20; lead++) if (lead !== 0) add(lead, tied * overtimeShare(lead, margin));
  return new Distribution(-widest, final);
}

/** Of the overtimes that decide the game, how many end with this lead. */
function overtimeShare(lead: number, margin: number): number {
  const mean = overtimeMean(margin) - overtimeMean(-margin);
  const deviation = overtimeDeviation * Math.SQRT2;
  return shareOf(lead, mean, deviation) / (1 - shareOf(0, mean, deviation));
}

/** Share of a normal number that is rounded to `value`. */
function shareOf(value: number, mean: number, deviation: number): number {
  return normalShare((value + 0.5 - mean) / deviation) - normalShare((value - 0.5 - mean) / deviation);
}
