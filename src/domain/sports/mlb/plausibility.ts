import { minuteMs } from "../../durations.ts";
import type { Plausibility } from "../plausibility.ts";

export const mlbPlausibility: Plausibility = {
  thresholds: {
    pointsPerLogit: { spread: 2.4, total: 2.75 },
    fromBooks: { moneyline: 0.3, spread: 0.95, total: 0.8 },
    fromMoneyline: { points: 1, perLogit: 0.4 },
    leap: { moneyline: 0.5, spread: 1.3, total: 1.6 },
    unevenness: { spread: 1.05, total: 0.8 },
    // Games at altitude in Mexico City have closed at 20; the lowest totals are 5 and 5.5.
    posted: { total: [5, 21], spread: 4.5 },
  },
  bands: {
    closes: 0.9,
    // Totals at altitude are far from those of all other games.
    usualMisses: {
      none: null,
      early: null,
      usual: { margin: 0.27, total: 0.85 },
      seasoned: { margin: 0.27, total: 0.85 },
    },
    usualFinalMiss: null,
    clearSpread: null,
  },
  homeEdge: 0.12,
  shortestGameMs: 65 * minuteMs,
};
