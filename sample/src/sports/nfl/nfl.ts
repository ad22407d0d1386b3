/** The National Football League in the sample. */
import { ChanceGrid } from "../../chances/chance-grid.ts";
import { gridGames, oneGrid, shapedChances } from "../../chances/sport-chances.ts";
import { footballChances } from "../../football/chances.ts";
import { playFootball } from "../../football/play.ts";
import { footballRules } from "../../football/rules.ts";
import { compassPoints } from "../../football/wind.ts";
import { lineHabits, type PeriodShare } from "../../odds/sport-odds.ts";
import type { SampleSport } from "../sample-sport.ts";
import { nflIds } from "./ids.ts";
import { nflSeason } from "./schedule.ts";

// That no playoff game stays tied makes no difference to a price.
const grid = new ChanceGrid(1.5, 5, (margin, total) => footballChances(footballRules.professional, margin, total));

const chances = shapedChances(gridGames(oneGrid(grid)), {
  marginScale: 0.87,
  marginDeviation: 12.5,
  totalShift: -2,
  totalDeviation: 13.1,
  sideShift: -1,
  sideDeviation: 9.3,
});

/** Quarters are lopsided: a few bring many points, so that the fair line lies below the share on the mean. */
const periods: readonly PeriodShare[] = [
  { period: "1h", margin: 0.52, total: 0.519, isCommon: true, isRare: false },
  { period: "q1", margin: 0.225, total: 0.222, isCommon: false, isRare: false },
  { period: "2h", margin: 0.48, total: 0.48, isCommon: false, isRare: true },
  { period: "q2", margin: 0.295, total: 0.297, isCommon: false, isRare: true },
  { period: "q3", margin: 0.225, total: 0.199, isCommon: false, isRare: true },
  { period: "q4", margin: 0.255, total: 0.256, isCommon: false, isRare: true },
];

const keyMargins = [1, 3, 4, 6, 7, 10, 14] as const;

export const nfl: SampleSport = {
  latestSeason: 2026,
  finishedSeasons: 1,
  model: {
    homeAdvantage: 2.2,
    power: 4.7,
    form: 1.4,
    news: 2.2,
    total: 46.4,
    pace: 2.2,
    totalForm: 2.5,
    totalNews: 2.2,
    postseasonTotal: 2,
  },
  odds: {
    openHours: 240,
    moves: [3, 6],
    marginBias: 0.26,
    totalBias: 0.22,
    spread: lineHabits(0.008, { most: 0.007, halves: 0.014 }, keyMargins),
    total: lineHabits(0.008, { most: 0, halves: 1 }),
    fixedSpread: null,
    periods,
  },
  chances,
  officials: 17,
  starters: null,
  weather: { wetShare: 0.1, windDirections: compassPoints },
  scheduleOf: nflSeason,
  play: (expected, seasonType, random) =>
    playFootball(seasonType === "postseason" ? footballRules.playoff : footballRules.professional, expected, random),
  otherIds: nflIds,
};
