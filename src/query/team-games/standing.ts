/** The form of a team so far in a season: counted game by game, before the next one begins. */
import { lost, type Outcome, push, ungraded, won } from "../../domain/bets/grading.ts";

/** A streak of which nothing is known: no game of the kind was graded yet. */
export const noStreak = -32_768;

/** The three ways in which a game of a team has a result. A total that goes over counts as won, one that stays under as lost. */
export const ways = ["straightUp", "spread", "total"] as const;
export type Way = (typeof ways)[number];

/** Won, lost and pushed (tied) games of one way, and the streak: above 0 won in a row, below 0 lost, 0 after a push. */
export type Tally = { won: number; lost: number; push: number; streak: number };

/** A standing changes while games are counted; what a game keeps of it is copied. */
export type Standing = {
  games: number;
  /** The place of the last game in its season; -1: there is none. */
  lastGame: number;
  readonly tallies: Readonly<Record<Way, Tally>>;
};

export function newStanding(): Standing {
  const tally = (): Tally => ({ won: 0, lost: 0, push: 0, streak: noStreak });
  return { games: 0, lastGame: -1, tallies: { straightUp: tally(), spread: tally(), total: tally() } };
}

/** Counts a result. A game without one, which has no close or no score, leaves the tally and its streak as they were. */
export function count(tally: Tally, outcome: Outcome): void {
  if (outcome === ungraded) return;
  const before = tally.streak === noStreak ? 0 : tally.streak;
  if (outcome === won) {
    tally.won++;
    tally.streak = Math.max(before, 0) + 1;
  } else if (outcome === lost) {
    tally.lost++;
    tally.streak = Math.min(before, 0) - 1;
  } else {
    tally.push++;
    tally.streak = 0;
  }
}

/** The share of games that were won, a tie being half of one, with four decimals; null before the first. */
export function winShare(wins: number, losses: number, ties: number): number | null {
  const games = wins + losses + ties;
  return games === 0 ? null : Math.round((10_000 * (wins + ties / 2)) / games) / 10_000;
}

/** The result as the other team sees it. Both see the same total. */
export function opposite(outcome: Outcome): Outcome {
  return outcome === won ? lost : outcome === lost ? won : outcome === push ? push : ungraded;
}
