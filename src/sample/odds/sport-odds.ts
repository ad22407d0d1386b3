/** What the markets of a sport look like: the constants that turn an expectation into lines and prices. */
import type { OddsPeriod, Sport } from "../../domain/sports.ts";

export type PeriodShare = {
  readonly period: OddsPeriod;
  /** Part of the game's margin and total. */
  readonly share: number;
  /** Whether only the books with every period have it. */
  readonly isRare: boolean;
};

export type SportOdds = {
  /** Hours before the start at which the first book opens. */
  readonly openHours: number;
  /** Deviation of the final margin; it turns a spread into a moneyline. */
  readonly marginDeviation: number;
  /** How far margin and total move from the opening to the close. */
  readonly marginMove: number;
  readonly totalMove: number;
  /** Disagreement of the books. */
  readonly marginBias: number;
  readonly totalBias: number;
  /** Probability that a point of spread, or of total, is worth. */
  readonly marginDensity: number;
  readonly totalDensity: number;
  /** The median of a total lies below its mean: long innings and overtime pull the mean up. */
  readonly totalShift: number;
  /** Run line and puck line: the spread is 1.5 and only its price moves. */
  readonly fixedSpread: { readonly homeByOne: number; readonly awayByOne: number } | null;
  /** Margins that are so common that books are slow to leave them. */
  readonly keyMargins: readonly number[];
  readonly periods: readonly PeriodShare[];
};

const football: readonly PeriodShare[] = [
  { period: "1h", share: 0.51, isRare: false },
  { period: "q1", share: 0.22, isRare: false },
  { period: "2h", share: 0.49, isRare: true },
  { period: "q2", share: 0.29, isRare: true },
  { period: "q3", share: 0.22, isRare: true },
  { period: "q4", share: 0.27, isRare: true },
];

export const sportOdds: Readonly<Record<Sport, SportOdds>> = {
  mlb: {
    openHours: 26,
    marginDeviation: 4.55,
    marginMove: 0.18,
    totalMove: 0.3,
    marginBias: 0.05,
    totalBias: 0.14,
    marginDensity: 0.1,
    totalDensity: 0.1,
    totalShift: -0.45,
    fixedSpread: { homeByOne: 0.17, awayByOne: 0.115 },
    keyMargins: [],
    periods: [
      { period: "inn5", share: 0.555, isRare: false },
      { period: "inn1", share: 0.111, isRare: false },
    ],
  },
  nfl: {
    openHours: 150,
    marginDeviation: 13.6,
    marginMove: 1.1,
    totalMove: 1.3,
    marginBias: 0.22,
    totalBias: 0.3,
    marginDensity: 0.028,
    totalDensity: 0.027,
    totalShift: 0.3,
    fixedSpread: null,
    keyMargins: [3, 7],
    periods: football,
  },
  ncaaf: {
    openHours: 140,
    marginDeviation: 16,
    marginMove: 1.4,
    totalMove: 1.6,
    marginBias: 0.3,
    totalBias: 0.4,
    marginDensity: 0.025,
    totalDensity: 0.024,
    totalShift: 0.6,
    fixedSpread: null,
    keyMargins: [3, 7],
    periods: football,
  },
  nba: {
    openHours: 24,
    marginDeviation: 12.9,
    marginMove: 1.1,
    totalMove: 1.8,
    marginBias: 0.25,
    totalBias: 0.45,
    marginDensity: 0.03,
    totalDensity: 0.021,
    totalShift: 0.7,
    fixedSpread: null,
    keyMargins: [],
    periods: [
      { period: "1h", share: 0.506, isRare: false },
      { period: "q1", share: 0.254, isRare: false },
    ],
  },
  nhl: {
    openHours: 24,
    marginDeviation: 2.4,
    marginMove: 0.1,
    totalMove: 0.12,
    marginBias: 0.03,
    totalBias: 0.05,
    marginDensity: 0.17,
    totalDensity: 0.16,
    totalShift: 0.06,
    fixedSpread: { homeByOne: 0.2, awayByOne: 0.17 },
    keyMargins: [],
    periods: [{ period: "p1", share: 0.31, isRare: false }],
  },
};
