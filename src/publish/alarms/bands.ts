/**
 * Where an alarm begins. The bands are wider than anything that ten real seasons and the sample have: an alarm that rings
 * for good data is not heard for long. docs/operations.md shows what each rule looks at.
 */
import { dayMs, hourMs } from "../../domain/durations.ts";
import { bySport, sportFacts } from "../../domain/sports.ts";

export const bands = bySport((sport) => sportFacts[sport].plausibility.bands);

/** Rules about how odds come in look at games of the last days alone: nobody can act on what was collected years ago. */
export const recentMs = 10 * dayMs;
/** Fewer games say little of a share: of these, all have to be amiss. */
export const fewGames = 3;
/** A book without captures for so long, while others have some, has stopped or is not asked for any more. */
export const staleAfterMs = 24 * hourMs;
/** The share of a book's games in which it has to be silent, and how many. Some markets of a game never move. */
export const stoppedBook = { share: 0.75, games: 4 } as const;
/**
 * Minutes before the start in which the last capture has to lie in half of the games, and of few games in any. Games start
 * a little later or earlier than planned, so single ones say nothing.
 */
export const lateCaptures = { minutes: 15, share: 0.5, games: 3, minutesOfFewGames: 60 } as const;
/**
 * Books per game of a publish, as a part of what is usual in its season. How many games make something usual, and from how
 * many books on half of them is not chance: of college games with small schools, one of three books may price a game.
 */
export const booksPerGameBand = { least: 0.5, most: 2, usualGames: 20, usualBooks: 6 } as const;
/** The difference of implied probabilities from which on a moneyline has a favorite: near even, books differ. */
export const clearLean = 0.05;
/** Books that have to price a game before one of them can be told to be at odds with the others. */
export const fewBooks = 3;
/**
 * How much better a final fits the other sign of the closing spread, as the log of the likelihoods' ratio. The greatest upset of the
 * first halves of the real seasons has 7.3, of the others 4.9.
 */
export const mostTurnedFinal = 9;
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
