/** The National Basketball Association in the sample. */
import { ChanceGrid } from "../../chances/chance-grid.ts";
import { NormalChances } from "../../chances/normal.ts";
import { shapedChances } from "../../chances/sport-chances.ts";
import { lineHabits } from "../../odds/sport-odds.ts";
import type { SampleSport } from "../sample-sport.ts";
import { basketballMargins } from "./margins.ts";
import { playBasketball } from "./play.ts";
import { nbaSeason } from "./schedule.ts";

/** Margins do not depend on the total, which is nearly normal. */
const grid = new ChanceGrid(1, 1000, (margin) => {
  const margins = basketballMargins(margin);
  return { margins, totals: margins };
});

const shape = {
  marginScale: 1,
  marginDeviation: 13.45,
  totalShift: 1.05,
  totalDeviation: 17.7,
  sideShift: 0.5,
  sideDeviation: 11.2,
};

const chances = shapedChances(
  (_, { margin, total }) => ({
    margins: grid.at(margin, 0, null).margins,
    totals: new NormalChances(total + shape.totalShift, shape.totalDeviation),
  }),
  shape,
);

export const nba: SampleSport = {
  latestSeason: 2027,
  finishedSeasons: 0,
  model: {
    homeAdvantage: 1.9,
    power: 4.6,
    form: 2.2,
    news: 1.6,
    total: 228,
    pace: 5.3,
    totalForm: 5,
    totalNews: 2.6,
    postseasonTotal: -9,
  },
  odds: {
    openHours: 26,
    moves: [2, 4],
    marginBias: 0.16,
    totalBias: 0.26,
    spread: lineHabits(0.004, { most: 0, halves: 0 }),
    total: lineHabits(0.004, { most: 0, halves: 0.006 }),
    fixedSpread: null,
    periods: [
      { period: "1h", margin: 0.506, total: 0.5015, isCommon: true, isRare: false },
      { period: "q1", margin: 0.254, total: 0.2505, isCommon: false, isRare: false },
    ],
  },
  chances,
  officials: 70,
  starters: null,
  weather: null,
  scheduleOf: nbaSeason,
  play: (expected, _, random) => playBasketball(expected, random),
  otherIds:
    () =>
    ({ espn }) => ({ espn }),
};
