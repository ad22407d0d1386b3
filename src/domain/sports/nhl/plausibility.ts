import { minuteMs } from "../../durations.ts";
import type { Plausibility } from "../plausibility.ts";

export const nhlPlausibility: Plausibility = {
  thresholds: {
    pointsPerLogit: { spread: 1.75, total: 1.45 },
    fromBooks: { moneyline: 0.26, spread: 0.5, total: 0.85 },
    fromMoneyline: { points: 0.4, perLogit: 0.3 },
    leap: { moneyline: 0.45, spread: 0.9, total: 1 },
    unevenness: { spread: 1.15, total: 0.8 },
    posted: { total: [4, 9], spread: 3.5 },
  },
  // Books post 5, 5.5, 6, 6.5 and 7, so a whole slate at one total is no wonder; with the same prices it is.
  bands: {
    closes: 0.9,
    usualMisses: {
      none: { margin: Number.POSITIVE_INFINITY, total: 0.31 },
      early: null,
      usual: { margin: 0.13, total: 0.25 },
      seasoned: { margin: 0.13, total: 0.25 },
    },
    usualFinalMiss: null,
    clearSpread: null,
  },
  homeEdge: 0.12,
  shortestGameMs: 105 * minuteMs,
};
