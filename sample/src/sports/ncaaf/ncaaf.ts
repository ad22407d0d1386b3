/** College football in the sample. */
import type { Team } from "../../../../src/domain/teams/team.ts";
import { ChanceGrid } from "../../chances/chance-grid.ts";
import { gridGames, oneGrid, shapedChances } from "../../chances/sport-chances.ts";
import { footballChances } from "../../football/chances.ts";
import { playFootball } from "../../football/play.ts";
import { footballRules } from "../../football/rules.ts";
import { compassPoints } from "../../football/wind.ts";
import { lineHabits, type PeriodShare } from "../../odds/sport-odds.ts";
import type { SampleSport } from "../sample-sport.ts";
import { ncaafSeason } from "./schedule.ts";

const grid = new ChanceGrid(2.5, 6, (margin, total) => footballChances(footballRules.college, margin, total));

const chances = shapedChances(gridGames(oneGrid(grid)), {
  marginScale: 0.91,
  marginDeviation: 15.3,
  totalShift: -2,
  totalDeviation: 15.8,
  sideShift: -1.3,
  sideDeviation: 11,
});

/** Quarters are lopsided: a few bring many points, so that the fair line lies below the share on the mean. */
const periods: readonly PeriodShare[] = [
  { period: "1h", margin: 0.52, total: 0.502, isCommon: true, isRare: false },
  { period: "q1", margin: 0.225, total: 0.217, isCommon: false, isRare: false },
  { period: "2h", margin: 0.48, total: 0.48, isCommon: false, isRare: true },
  { period: "q2", margin: 0.295, total: 0.281, isCommon: false, isRare: true },
  { period: "q3", margin: 0.225, total: 0.202, isCommon: false, isRare: true },
  { period: "q4", margin: 0.255, total: 0.263, isCommon: false, isRare: true },
];

const keyMargins = [3, 7, 10, 14, 17, 21, 24] as const;

/** How far a college conference stands above or below the mean; FCS teams have conferences of their own. */
const conferencePower: Readonly<Record<string, number>> = {
  SEC: 13.5,
  "Big Ten": 10.5,
  "Big 12": 8,
  ACC: 6,
  "FBS Independents": 6,
  "Pac-12": 0,
  American: -2,
  "Mountain West": -5,
  "Sun Belt": -5,
  "Mid-American": -10,
  "Conference USA": -11.5,
};
const fcsPower = -26;

function leaguePower({ teamId, conference }: Team): number {
  return conferencePower[teamId === null ? "" : (conference ?? "")] ?? fcsPower;
}

export const ncaaf: SampleSport = {
  latestSeason: 2026,
  finishedSeasons: 0,
  model: {
    homeAdvantage: 5.3,
    power: 9.6,
    form: 2,
    news: 2.4,
    total: 56,
    pace: 4.2,
    totalForm: 3,
    totalNews: 2.4,
    postseasonTotal: 0,
  },
  odds: {
    openHours: 150,
    moves: [2, 5],
    marginBias: 0.34,
    totalBias: 0.4,
    spread: lineHabits(0.006, { most: 0.002, halves: 0.006 }, keyMargins),
    total: lineHabits(0.006, { most: 0, halves: 0.004 }),
    fixedSpread: null,
    periods,
  },
  chances,
  officials: 90,
  starters: null,
  weather: { wetShare: 0.1, windDirections: compassPoints },
  scheduleOf: ncaafSeason,
  play: (expected, _, random) => playFootball(footballRules.college, expected, random),
  // College Football Data has ESPN's ids.
  otherIds:
    () =>
    ({ espn }) => ({ espn, cfbd: espn }),
  leaguePower,
};
