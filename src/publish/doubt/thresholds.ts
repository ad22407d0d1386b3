/**
 * The bounds of the rules of doubt, by sport. They were chosen on one half of the real seasons that we have, above the
 * farthest that true quotes were apart there, and tried on the other half: decision 0135 has the figures.
 *
 * Quotes are compared as expected margins and totals: `pointsPerLogit` turns the logit of a no-vig probability into points,
 * so that -2.5 at -110 and -7.5 at +240 expect nearly the same game.
 */
import { bySport, type OddsPeriod, type Sport, sportFacts } from "../../domain/sports.ts";

export const thresholds = bySport((sport) => sportFacts[sport].plausibility.thresholds);

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

/** The share of a game's margin that books expect in a period: favorites play for more of it in the first half. */
export const periodMargin: Readonly<Partial<Record<OddsPeriod, number>>> = {
  "1h": 0.57,
  "2h": 0.45,
  q1: 0.3,
  q2: 0.27,
  q3: 0.25,
  q4: 0.22,
};

/**
 * How far a period's spread may be from its share of the game's: a part of how far two books' spreads may be apart, and more for
 * each point of the game's. The farthest of 66 first halves of six NBA games was 1.6 points from its share.
 */
export const partSpread = { apart: 0.7, perPoint: 0.12 } as const;

/**
 * Whether the spread of a period can be compared with its moneyline, and with another line: where many periods end in a draw,
 * half a goal or a run is worth more than any formula of points says.
 */
export function hasFineSpread(sport: Sport, period: OddsPeriod): boolean {
  return period === "full" || sportFacts[sport].favoriteBySpread;
}

/** Lines of periods have never been measured as those of games have, so that they may be further apart. */
export const periodPatience = 1.6;
