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

/** The decided bets of a game, and how many of them won, added up over games. */
export type GameSums = {
  readonly games: number;
  /** Of n decided bets of a game, w of which won: the sums of n, w, n², wn and w². */
  readonly n: number;
  readonly w: number;
  readonly nn: number;
  readonly wn: number;
  readonly ww: number;
};

/** With so many games, what the games show of each other's bets counts as much as the fear that they are one fact. */
const gamesOfTrust = 20;

/**
 * How many bets each on a game of its own would say as much. It is the number of bets where no game has two. Otherwise it is
 * divided by the design effect: the variance between games over that of single bets, never below 1. Wilson's interval with
 * such a number is what C. Franco, R. Little, T. Louis and E. Slud (2019), "Comparative Study of Confidence Intervals for
 * Proportions in Complex Sample Surveys", J. Survey Stat. Methodol. 7, recommend. Few games tell little of their own
 * variance; what they do not tell is taken from the worst case, that all bets of a game are one fact.
 */
export function effectiveBets({ games, n, w, nn, wn, ww }: GameSums): number {
  if (nn === n) return n;
  const rate = w / n;
  const single = rate * (1 - rate) * n;
  const worst = nn / n;
  const seen = single === 0 ? worst : (ww - 2 * rate * wn + rate * rate * nn) / single;
  const trust = games / (games + gamesOfTrust);
  return n / Math.max(1, trust * seen + (1 - trust) * worst);
}
