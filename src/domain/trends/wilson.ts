/** The interval of a win rate. */
import { z95 } from "./normal.ts";

export type Interval = { readonly low: number; readonly high: number };

/**
 * The 95% score interval of E. B. Wilson (1927), "Probable inference, the law of succession, and statistical inference",
 * JASA 22: the rates that a test at 5% would not refuse.
 * @param won and decided: may be fractions of bets, where those of one game count for less than one each; `decided` above 0.
 */
export function wilsonInterval(won: number, decided: number): Interval {
  const rate = won / decided;
  const z2 = z95 * z95;
  const center = (rate + z2 / (2 * decided)) / (1 + z2 / decided);
  const half = (z95 / (1 + z2 / decided)) * Math.sqrt((rate * (1 - rate)) / decided + z2 / (4 * decided * decided));
  // Rounding in binary fractions must not take an end past the rate itself, or out of what a rate can be.
  return { low: Math.max(0, Math.min(center - half, rate)), high: Math.min(1, Math.max(center + half, rate)) };
}

/** The decided bets of games, added up. */
export type GameSums = {
  readonly games: number;
  /** Of n decided bets of a game, w of which won: the sums of n, w, n², wn and w². */
  readonly n: number;
  readonly w: number;
  readonly nn: number;
  readonly wn: number;
  readonly ww: number;
  /** The sum of the squares of how many bets of a game are on its sides, and on its points. */
  readonly ofLucks: number;
};

/** With so many games, what they show of each other's bets counts as much as what is supposed of them. */
export const gamesOfTrust = 20;

/** What is supposed of few games: how alike two bets are that are both on the sides, or both on the points, of a game. */
const supposedLikeness = 0.6;

/**
 * How many bets each on a game of its own would say as much. It is the number of bets where no game has two. Otherwise it is
 * divided by the design effect: the variance between games over that of single bets, never below 1. Wilson's interval with
 * such a number is among what C. Franco, R. Little, T. Louis and E. Slud (2019), "Comparative Study of Confidence Intervals
 * for Proportions in Complex Sample Surveys", J. Survey Stat. Methodol. 7, recommend. Few games tell little of their own
 * variance, and the rest is supposed.
 */
export function effectiveBets({ games, n, w, nn, wn, ww, ofLucks }: GameSums): number {
  if (nn === n) return n;
  const rate = w / n;
  const single = rate * (1 - rate) * n;
  const supposed = 1 + (supposedLikeness * (ofLucks - n)) / n;
  const seen = single === 0 ? supposed : (ww - 2 * rate * wn + rate * rate * nn) / single;
  const trust = games / (games + gamesOfTrust);
  return n / Math.max(1, trust * seen + (1 - trust) * supposed);
}
