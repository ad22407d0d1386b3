/** The National Hockey League in the sample. */
import { ChanceGrid } from "../../chances/chance-grid.ts";
import { countedChances, oneGrid } from "../../chances/sport-chances.ts";
import { lineHabits } from "../../odds/sport-odds.ts";
import type { SampleSport } from "../sample-sport.ts";
import { hockeyChances } from "./chances.ts";
import { nhlIds } from "./ids.ts";
import { playHockey } from "./play.ts";
import { nhlSeason } from "./schedule.ts";

const chances = countedChances(oneGrid(new ChanceGrid(0.25, 0.5, hockeyChances)));

export const nhl: SampleSport = {
  latestSeason: 2027,
  finishedSeasons: 0,
  model: {
    homeAdvantage: 0.25,
    power: 0.47,
    form: 0.2,
    news: 0.18,
    total: 6.1,
    pace: 0.2,
    totalForm: 0.2,
    totalNews: 0.18,
    postseasonTotal: -0.3,
  },
  odds: {
    openHours: 26,
    moves: [1, 4],
    marginBias: 0.04,
    totalBias: 0.06,
    spread: lineHabits(0.012, { most: 0, halves: 0 }),
    total: lineHabits(0.012, { most: 0.012, halves: 0.012 }),
    fixedSpread: 1.5,
    periods: [{ period: "p1", margin: 0.31, total: 0.31, isCommon: true, isRare: false }],
  },
  chances,
  officials: 34,
  starters: { perTeam: 2, firstShare: 0.65, leftShare: null, firstId: 8_900_000 },
  weather: null,
  scheduleOf: nhlSeason,
  play: (expected, seasonType, random) => playHockey(expected, seasonType === "postseason", random),
  otherIds: nhlIds,
};
