import { hourMs } from "../../durations.ts";
import type { Plausibility } from "../plausibility.ts";

export const ncaafPlausibility: Plausibility = {
  thresholds: {
    pointsPerLogit: { spread: 8.8, total: 10 },
    fromBooks: { moneyline: 0.85, spread: 5.6, total: 6.6 },
    fromMoneyline: { points: 7, perLogit: 4 },
    leap: { moneyline: 1.2, spread: 9, total: 8 },
    unevenness: { spread: 0.7, total: 0.7 },
    // Iowa has been posted below 26, and the wildest games close above 80.
    posted: { total: [23, 95], spread: 65 },
  },
  bands: {
    closes: 0.8,
    usualMisses: {
      none: { margin: Number.POSITIVE_INFINITY, total: 6.5 },
      early: { margin: 8.2, total: 4.5 },
      usual: { margin: 4.95, total: 3.9 },
      seasoned: { margin: 4.15, total: 3.7 },
    },
    usualFinalMiss: 15.2,
    clearSpread: 2.5,
  },
  homeEdge: 2.2,
  shortestGameMs: 2 * hourMs,
};
