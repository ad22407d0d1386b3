/** Major League Baseball in the sample. */
import { ChanceGrid } from "../../chances/chance-grid.ts";
import { countedChances } from "../../chances/sport-chances.ts";
import { lineHabits } from "../../odds/sport-odds.ts";
import type { SampleSport } from "../sample-sport.ts";
import { baseballChances } from "./chances.ts";
import { mlbIds } from "./ids.ts";
import { playBaseball } from "./play.ts";
import { mlbSeason } from "./schedule.ts";
import { parkRuns } from "./venues.ts";

const chances = countedChances({
  regular: new ChanceGrid(0.5, 1, (margin, total) => baseballChances(false, margin, total)),
  postseason: new ChanceGrid(0.5, 1, (margin, total) => baseballChances(true, margin, total)),
});

/** Of the field, as scorers write them. */
const windDirections = ["Out To CF", "Out To LF", "Out To RF", "In From CF", "L To R", "R To L", "Varies"] as const;

export const mlb: SampleSport = {
  latestSeason: 2026,
  finishedSeasons: 0,
  model: {
    homeAdvantage: 0.32,
    power: 0.64,
    form: 0.28,
    news: 0.34,
    total: 9.1,
    pace: 0.42,
    totalForm: 0.55,
    totalNews: 0.5,
    postseasonTotal: -0.6,
  },
  odds: {
    openHours: 26,
    moves: [1, 4],
    marginBias: 0.055,
    totalBias: 0.045,
    spread: lineHabits(0.012, { most: 0, halves: 0 }),
    total: lineHabits(0.012, { most: 0, halves: 0 }),
    fixedSpread: 1.5,
    periods: [
      { period: "inn5", margin: 0.56, total: 0.56, isCommon: true, isRare: false },
      { period: "inn1", margin: 0.12, total: 0.12, isCommon: false, isRare: false },
    ],
  },
  chances,
  officials: 76,
  starters: { perTeam: 5, firstShare: null, leftShare: 0.28, firstId: 900_000 },
  weather: { wetShare: 0.04, windDirections },
  scheduleOf: mlbSeason,
  play: (expected, seasonType, random) => playBaseball(expected, seasonType === "postseason", random),
  otherIds: mlbIds,
  venuePoints: parkRuns,
};
