import { minuteMs } from "../../durations.ts";
import type { Plausibility } from "../plausibility.ts";

export const nbaPlausibility: Plausibility = {
  thresholds: {
    pointsPerLogit: { spread: 7.5, total: 11 },
    fromBooks: { moneyline: 0.5, spread: 3.6, total: 4.5 },
    fromMoneyline: { points: 3.6, perLogit: 2 },
    leap: { moneyline: 1, spread: 7.5, total: 7.5 },
    unevenness: { spread: 0.7, total: 0.7 },
    posted: { total: [175, 275], spread: 30 },
  },
  bands: {
    closes: 0.9,
    usualMisses: {
      none: null,
      early: null,
      usual: { margin: 2.7, total: 3.2 },
      seasoned: { margin: 2.7, total: 3.2 },
    },
    usualFinalMiss: 13.8,
    clearSpread: 2.5,
  },
  homeEdge: 2.2,
  shortestGameMs: 95 * minuteMs,
};
