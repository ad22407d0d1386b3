/** What the markets of a sport look like: how books open, move and disagree. */
import type { OddsPeriod, Sport } from "../../domain/sports.ts";
import type { LineHabit } from "./fair-line.ts";

export type PeriodShare = {
  readonly period: OddsPeriod;
  /** Part of the game's margin and total. */
  readonly share: number;
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

const football: readonly PeriodShare[] = [
  { period: "1h", share: 0.52, isCommon: true, isRare: false },
  { period: "q1", share: 0.225, isCommon: false, isRare: false },
  { period: "2h", share: 0.48, isCommon: false, isRare: true },
  { period: "q2", share: 0.295, isCommon: false, isRare: true },
  { period: "q3", share: 0.225, isCommon: false, isRare: true },
  { period: "q4", share: 0.255, isCommon: false, isRare: true },
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
      { period: "inn5", share: 0.56, isCommon: true, isRare: false },
      { period: "inn1", share: 0.12, isCommon: false, isRare: false },
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
    periods: football,
  },
  ncaaf: {
    openHours: 150,
    moves: [2, 5],
    marginBias: 0.34,
    totalBias: 0.4,
    spread: habits(0.006, { most: 0.002, halves: 0.006 }, collegeMargins),
    total: habits(0.006, { most: 0, halves: 0.004 }),
    fixedSpread: null,
    periods: football,
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
      { period: "1h", share: 0.506, isCommon: true, isRare: false },
      { period: "q1", share: 0.254, isCommon: false, isRare: false },
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
    periods: [{ period: "p1", share: 0.31, isCommon: true, isRare: false }],
  },
};
