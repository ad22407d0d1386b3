/**
 * The bounds of the rules of doubt, by sport. They were chosen on one half of the real seasons that we have, above the
 * farthest that true quotes were apart there, and tried on the other half: decision 0135 has the figures.
 *
 * Quotes are compared as expected margins and totals: `pointsPerLogit` turns the logit of a no-vig probability into points,
 * so that -2.5 at -110 and -7.5 at +240 expect nearly the same game.
 */
import type { OddsPeriod, Sport } from "../../domain/sports.ts";

export type Thresholds = {
  /** Points of margin, or of total, for one unit of logit. */
  readonly pointsPerLogit: { readonly spread: number; readonly total: number };
  /** How far a book may be from all others: logit, points of margin, points of total. */
  readonly fromBooks: { readonly moneyline: number; readonly spread: number; readonly total: number };
  /** How far a book's spread may be from its moneyline, in points; for heavy favorites more for each unit of logit. */
  readonly fromMoneyline: { readonly points: number; readonly perLogit: number };
  /** How far all books may move between two captures. */
  readonly leap: { readonly moneyline: number; readonly spread: number; readonly total: number };
  /** The most uneven prices of a main line, as the logit of the no-vig probability. */
  readonly unevenness: { readonly spread: number; readonly total: number };
  /** The totals and spreads of whole games that books have posted. */
  readonly posted: { readonly total: readonly [least: number, most: number]; readonly spread: number };
};

export const thresholds: Readonly<Record<Sport, Thresholds>> = {
  mlb: {
    pointsPerLogit: { spread: 2.4, total: 2.75 },
    fromBooks: { moneyline: 0.3, spread: 0.95, total: 0.8 },
    fromMoneyline: { points: 1, perLogit: 0.4 },
    leap: { moneyline: 0.5, spread: 1.3, total: 1.6 },
    unevenness: { spread: 1.05, total: 0.8 },
    // Games at altitude in Mexico City have closed at 20; the lowest totals are 5 and 5.5.
    posted: { total: [5, 21], spread: 4.5 },
  },
  nfl: {
    pointsPerLogit: { spread: 6.8, total: 8 },
    fromBooks: { moneyline: 0.5, spread: 4.2, total: 3.5 },
    fromMoneyline: { points: 3.2, perLogit: 2 },
    leap: { moneyline: 0.8, spread: 5.5, total: 5 },
    unevenness: { spread: 0.7, total: 0.7 },
    // In storms totals fall to 29; between two quick offenses they reach 60.
    posted: { total: [26, 66], spread: 28 },
  },
  ncaaf: {
    pointsPerLogit: { spread: 8.8, total: 10 },
    fromBooks: { moneyline: 0.85, spread: 5.6, total: 6.6 },
    fromMoneyline: { points: 7, perLogit: 4 },
    leap: { moneyline: 1.2, spread: 9, total: 8 },
    unevenness: { spread: 0.7, total: 0.7 },
    // Iowa has been posted below 26, and the wildest games close above 80.
    posted: { total: [23, 95], spread: 65 },
  },
  nba: {
    pointsPerLogit: { spread: 7.5, total: 11 },
    fromBooks: { moneyline: 0.5, spread: 3.6, total: 4.5 },
    fromMoneyline: { points: 3.6, perLogit: 2 },
    leap: { moneyline: 1, spread: 7.5, total: 7.5 },
    unevenness: { spread: 0.7, total: 0.7 },
    posted: { total: [175, 275], spread: 30 },
  },
  nhl: {
    pointsPerLogit: { spread: 1.75, total: 1.45 },
    fromBooks: { moneyline: 0.26, spread: 0.5, total: 0.85 },
    fromMoneyline: { points: 0.4, perLogit: 0.3 },
    leap: { moneyline: 0.45, spread: 0.9, total: 1 },
    unevenness: { spread: 1.15, total: 0.8 },
    posted: { total: [4, 9], spread: 3.5 },
  },
};

/** How the margins of a period spread, as a share of those of the whole game. */
export const periodScale: Readonly<Record<OddsPeriod, number>> = {
  full: 1,
  "1h": 0.75,
  "2h": 0.75,
  q1: 0.55,
  q2: 0.55,
  q3: 0.55,
  q4: 0.55,
  p1: 0.6,
  inn5: 0.8,
  inn1: 0.45,
};

/** The share of a game's points that books expect in a period. */
export const periodShare: Readonly<Partial<Record<OddsPeriod, readonly [least: number, most: number]>>> = {
  "1h": [0.36, 0.64],
  "2h": [0.36, 0.64],
  q1: [0.15, 0.35],
  q2: [0.15, 0.36],
  q3: [0.15, 0.35],
  q4: [0.15, 0.35],
  p1: [0.2, 0.45],
  inn5: [0.4, 0.7],
};

/**
 * Whether the spread of a period can be compared with its moneyline, and with another line: where many periods end in a draw,
 * half a goal or a run is worth more than any formula of points says.
 */
export function hasFineSpread(sport: Sport, period: OddsPeriod): boolean {
  return period === "full" || (sport !== "mlb" && sport !== "nhl");
}

/** Lines of periods have never been measured as those of games have, so that they may be further apart. */
export const periodPatience = 1.6;
