/** The markets of each sport: how its books open, move and disagree. */
import type { OddsPeriod, Sport } from "../../domain/sports.ts";
import type { LineHabit } from "./fair-line.ts";

export type PeriodShare = {
  readonly period: OddsPeriod;
  /** Part of the game's margin, and of its total; baseball and hockey know the chances of their parts. */
  readonly margin: number;
  readonly total: number;
  /** Whether every book with periods has it, or only those with all of them. */
  readonly isCommon: boolean;
  /** Now and then only. */
  readonly isRare: boolean;
};

/** Of most books, and of those that prefer lines which end in a half. */
export type LineHabits = { readonly most: LineHabit; readonly halves: LineHabit };

export type SportOdds = {
  /** Hours before the start at which the first book opens. */
  readonly openHours: number;
  /** Fewest and most moves of the market between the opening and the close. */
  readonly moves: readonly [fewest: number, most: number];
  /** Disagreement of the books, in points. */
  readonly marginBias: number;
  readonly totalBias: number;
  readonly spread: LineHabits;
  readonly total: LineHabits;
  /** Run line and puck line: the spread is always this, in a part of the game a half. */
  readonly fixedSpread: number | null;
  readonly periods: readonly PeriodShare[];
};

/** Quarters are lopsided: a few bring many points, so that the fair line lies below the share on the mean. */
const professional: readonly PeriodShare[] = [
  { period: "1h", margin: 0.52, total: 0.519, isCommon: true, isRare: false },
  { period: "q1", margin: 0.225, total: 0.222, isCommon: false, isRare: false },
  { period: "2h", margin: 0.48, total: 0.48, isCommon: false, isRare: true },
  { period: "q2", margin: 0.295, total: 0.297, isCommon: false, isRare: true },
  { period: "q3", margin: 0.225, total: 0.199, isCommon: false, isRare: true },
  { period: "q4", margin: 0.255, total: 0.256, isCommon: false, isRare: true },
];

const college: readonly PeriodShare[] = [
  { period: "1h", margin: 0.52, total: 0.502, isCommon: true, isRare: false },
  { period: "q1", margin: 0.225, total: 0.217, isCommon: false, isRare: false },
  { period: "2h", margin: 0.48, total: 0.48, isCommon: false, isRare: true },
  { period: "q2", margin: 0.295, total: 0.281, isCommon: false, isRare: true },
  { period: "q3", margin: 0.225, total: 0.202, isCommon: false, isRare: true },
  { period: "q4", margin: 0.255, total: 0.263, isCommon: false, isRare: true },
];

function habits(
  patience: number,
  wholeCosts: { most: number; halves: number },
  keyLines: readonly number[] = [],
): LineHabits {
  const keys = new Set(keyLines);
  return {
    most: { patience, wholeCost: wholeCosts.most, keyLines: keys },
    halves: { patience, wholeCost: wholeCosts.halves, keyLines: new Set() },
  };
}

const professionalMargins = [1, 3, 4, 6, 7, 10, 14] as const;
const collegeMargins = [3, 7, 10, 14, 17, 21, 24] as const;

export const sportOdds: Readonly<Record<Sport, SportOdds>> = {
  mlb: {
    openHours: 26,
    moves: [1, 4],
    marginBias: 0.055,
    totalBias: 0.045,
    spread: habits(0.012, { most: 0, halves: 0 }),
    total: habits(0.012, { most: 0, halves: 0 }),
    fixedSpread: 1.5,
    periods: [
      { period: "inn5", margin: 0.56, total: 0.56, isCommon: true, isRare: false },
      { period: "inn1", margin: 0.12, total: 0.12, isCommon: false, isRare: false },
    ],
  },
  nfl: {
    openHours: 240,
    moves: [3, 6],
    marginBias: 0.26,
    totalBias: 0.22,
    spread: habits(0.008, { most: 0.007, halves: 0.014 }, professionalMargins),
    total: habits(0.008, { most: 0, halves: 1 }),
    fixedSpread: null,
    periods: professional,
  },
  ncaaf: {
    openHours: 150,
    moves: [2, 5],
    marginBias: 0.34,
    totalBias: 0.4,
    spread: habits(0.006, { most: 0.002, halves: 0.006 }, collegeMargins),
    total: habits(0.006, { most: 0, halves: 0.004 }),
    fixedSpread: null,
    periods: college,
  },
  nba: {
    openHours: 26,
    moves: [2, 4],
    marginBias: 0.16,
    totalBias: 0.26,
    spread: habits(0.004, { most: 0, halves: 0 }),
    total: habits(0.004, { most: 0, halves: 0.006 }),
    fixedSpread: null,
    periods: [
      { period: "1h", margin: 0.506, total: 0.5015, isCommon: true, isRare: false },
      { period: "q1", margin: 0.254, total: 0.2505, isCommon: false, isRare: false },
    ],
  },
  nhl: {
    openHours: 26,
    moves: [1, 4],
    marginBias: 0.04,
    totalBias: 0.06,
    spread: habits(0.012, { most: 0, halves: 0 }),
    total: habits(0.012, { most: 0.012, halves: 0.012 }),
    fixedSpread: 1.5,
    periods: [{ period: "p1", margin: 0.31, total: 0.31, isCommon: true, isRare: false }],
  },
};
