/**
 * Where an alarm begins. The bands are wider than anything that ten real seasons and the sample have: an alarm that rings
 * for good data is not heard for long. docs/operations.md shows what each rule looks at.
 */
import { dayMs, hourMs } from "../../domain/durations.ts";
import type { Sport } from "../../domain/sports.ts";
import type { Knowledge } from "./expected.ts";

type Unexpected = { readonly margin: number; readonly total: number };

export type SportBands = {
  /** The least share of games that have a closing line. Colleges also play teams that few books price. */
  readonly closes: number;
  /** Totals so far apart are not one another's, whatever two books think of a game. */
  readonly farTotals: number;
  /**
   * How far a close may be from what the teams' closes of the last weeks expect, by what is known of them: margin (see
   * `expected.ts`) and total. Null where no real season has told it.
   */
  readonly unexpected: Readonly<Record<Exclude<Knowledge, "none">, Unexpected | null>>;
  /** A spread from here on must have the moneyline's favorite; null where every game has the same run or puck line. */
  readonly clearSpread: number | null;
  /** Games of a slate that cannot all have the same spread by chance; null where they often do. */
  readonly equalSpreads: number | null;
  /** The same of the total; with `equalTotalsByPrice`, total and both prices have to be the same. */
  readonly equalTotals: number;
  readonly equalTotalsByPrice: boolean;
};

export const bands: Readonly<Record<Sport, SportBands>> = {
  mlb: {
    closes: 0.9,
    farTotals: 2.5,
    unexpected: { early: null, usual: { margin: 0.85, total: 3 }, seasoned: { margin: 0.85, total: 3 } },
    clearSpread: null,
    equalSpreads: null,
    equalTotals: 8,
    equalTotalsByPrice: true,
  },
  nfl: {
    closes: 0.9,
    farTotals: 6,
    unexpected: { early: null, usual: { margin: 10, total: 8.5 }, seasoned: { margin: 10, total: 8.5 } },
    clearSpread: 2,
    equalSpreads: 5,
    equalTotals: 5,
    equalTotalsByPrice: false,
  },
  ncaaf: {
    closes: 0.8,
    farTotals: 9,
    unexpected: {
      early: { margin: 32, total: 13.6 },
      usual: { margin: 22, total: 13.6 },
      seasoned: { margin: 13, total: 12.3 },
    },
    clearSpread: 2.5,
    equalSpreads: 5,
    equalTotals: 5,
    equalTotalsByPrice: false,
  },
  nba: {
    closes: 0.9,
    farTotals: 12,
    unexpected: { early: null, usual: { margin: 12.5, total: 10.6 }, seasoned: { margin: 12.5, total: 10.6 } },
    clearSpread: 2.5,
    equalSpreads: 5,
    equalTotals: 5,
    equalTotalsByPrice: false,
  },
  // Books post 5, 5.5, 6, 6.5 and 7, so a whole slate at one total is no wonder; with the same prices it is.
  nhl: {
    closes: 0.9,
    farTotals: 1.5,
    unexpected: { early: null, usual: { margin: 0.46, total: 0.76 }, seasoned: { margin: 0.46, total: 0.76 } },
    clearSpread: null,
    equalSpreads: null,
    equalTotals: 8,
    equalTotalsByPrice: true,
  },
};

/** Rules about how odds come in now look at games of these days: what was collected years ago is nobody's alarm. */
export const recentMs = 10 * dayMs;
/** Fewer games say little of a share: of these, all have to be amiss. */
export const fewGames = 3;
/** A book that was silent for so long while others were captured has stopped, or nobody asks for it any more. */
export const staleAfterMs = 24 * hourMs;
/** The share of a book's games in which it has to be silent, and how many. Some markets of a game never move. */
export const stopped = { share: 0.75, games: 4 } as const;
/**
 * Minutes before the start in which the last capture has to lie in half of the games, and of few games in any. Games start
 * a little later or earlier than planned, so single ones say nothing.
 */
export const lateCaptures = { minutes: 15, share: 0.5, games: 3, minutesOfFewGames: 60 } as const;
/**
 * Books per game of a night, as a part of what is usual in its season. How many games make something usual, and from how
 * many books on half of them is not chance: of college games with small schools, one of three books may price a game.
 */
export const booksPerGame = { least: 0.5, most: 2, usualGames: 20, usualBooks: 6 } as const;
/** The difference of implied probabilities from which on a moneyline has a favorite: near even, books differ. */
export const clearLean = 0.05;
/** Books that have to price a game before one of them can be told to be at odds with the others. */
export const fewBooks = 3;
/** How near to each other's a swapped total has to be: books differ by a point or two. */
export const nearTotals = 0.25;
/** Books that take their lines from one maker, so that they are equal by right. */
export const knownTwins: readonly (readonly string[])[] = [
  ["betrivers", "unibet_us", "unibet", "twinspires", "sugarhouse", "barstool"],
  ["betonlineag", "lowvig"],
];
/** Fewer games may be equal at two books by chance. */
export const leastTwinGames = 3;
/** Markets change every few minutes, and recorders note their answers at once. */
export const offClockMinutes = 45;
