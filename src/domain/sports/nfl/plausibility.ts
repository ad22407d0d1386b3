import { hourMs } from "../../durations.ts";
import type { Plausibility } from "../plausibility.ts";

export const nflPlausibility: Plausibility = {
  thresholds: {
    pointsPerLogit: { spread: 6.8, total: 8 },
    fromBooks: { moneyline: 0.5, spread: 4.2, total: 3.5 },
    fromMoneyline: { points: 3.2, perLogit: 2 },
    leap: { moneyline: 0.8, spread: 5.5, total: 5 },
    unevenness: { spread: 0.7, total: 0.7 },
    // In storms totals fall to 29; between two quick offenses they reach 60.
    posted: { total: [26, 66], spread: 28 },
  },
  bands: {
    closes: 0.9,
    usualMisses: {
      none: null,
      early: { margin: 2.65, total: 2.6 },
      usual: { margin: 3.15, total: 2.75 },
      seasoned: { margin: 3.1, total: 2.65 },
    },
    usualFinalMiss: 12.8,
    clearSpread: 2,
  },
  homeEdge: 1.5,
  shortestGameMs: 2 * hourMs,
};
