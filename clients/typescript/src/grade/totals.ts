/** The record of all graded bets, with the intervals of /v1/trends and its question whether chance explains it. */
import { type GameChances, pValueOf } from "./chance.ts";
import { studentQuantile, wilson } from "./distributions.ts";
import { fourDecimals } from "./numbers.ts";
import type { ProblemCode } from "./problem.ts";
import type { Compared, Graded } from "./settle.ts";

/** A value with its 95% interval, whose ends are null where the bets say too little. */
export type Estimate = { readonly value: number; readonly low: number | null; readonly high: number | null };

export type Beaten = {
  /** Bets that were better than the close, worse, or the same. */
  readonly better: number;
  readonly worse: number;
  readonly same: number;
  readonly beat: Estimate | null;
  /** Means: points of bets on a line, and values of bets at the line of the close. */
  readonly points: number | null;
  readonly value: number | null;
  readonly noVigValue: number | null;
  readonly valueBets: number;
};

export type Totals = {
  readonly bets: number;
  readonly won: number;
  readonly lost: number;
  readonly push: number;
  /** Bets whose stake came back by a house rule, which are in no rate and no return. */
  readonly void: number;
  readonly ungraded: number;
  /** How many bets are not graded, by the code of their problem. */
  readonly problems: Readonly<Partial<Record<ProblemCode, number>>>;
  /** How many bets state a result, and how many of these the score contradicts. */
  readonly stated: number;
  readonly conflicts: number;
  /** Whether that are more than slips of the hand, so that the days of the file may not be those of the games. */
  readonly isDoubtful: boolean;
  readonly winRate: Estimate | null;
  readonly designEffect: number | null;
  /** The mean implied probability of the prices that were taken. */
  readonly breakEven: number | null;
  /** Units won on a unit staked, each bet being one unit. */
  readonly flatReturn: Estimate | null;
  /** Profit by the stakes of the file, of bets that have one. */
  readonly staked: number | null;
  readonly profit: number | null;
  readonly stakedReturn: Estimate | null;
  readonly againstConsensus: Beaten;
  readonly againstBook: Beaten;
  /** Of how many bets the p-value is: those decided whose line is the close's, and whose no-vig probability is known. */
  readonly chanceBets: number;
  readonly bothSides: number;
  readonly pValue: number | null;
  readonly verdict: "no evidence" | "unlikely by chance" | null;
};

const leastGames = 10;

export function totalsOf(all: readonly Graded[]): Omit<Totals, "stated" | "conflicts" | "isDoubtful"> {
  const settled = all.filter(({ result }) => result !== null);
  const graded = settled.filter(({ result }) => result !== "void");
  const games = byGame(graded);
  const count = (result: string) => graded.filter((each) => each.result === result).length;
  const [won, lost, push] = [count("won"), count("lost"), count("push")];
  const prices = graded.flatMap(({ match }) => match.bet.price ?? []);
  const money = graded.filter((each) => each.money !== null);
  const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0);
  const wins = rateOf(games.map((bets) => bets.flatMap(({ result }) => (result === "push" ? [] : [result === "won"]))));
  const chances = games.map(chancesOf);
  const bothSides = bothSidesOf(graded);
  const pValue = 2 * bothSides > graded.length ? null : pValueOf(chances);
  return {
    bets: all.length,
    won,
    lost,
    push,
    void: settled.length - graded.length,
    ungraded: all.length - settled.length,
    problems: problemsOf(all),
    winRate: wins.estimate,
    designEffect: wins.effect === null ? null : fourDecimals(wins.effect),
    breakEven: prices.length === 0 ? null : fourDecimals(sum(prices.map(({ implied }) => implied)) / prices.length),
    flatReturn: returnOf(games, () => 1),
    staked: money.length === 0 ? null : fourDecimals(sum(money.map(stakeOf))),
    profit: money.length === 0 ? null : fourDecimals(sum(money.map((each) => each.money ?? 0))),
    stakedReturn: returnOf(games, stakeOf),
    againstConsensus: beatenOf(byGame(settled), ({ ofConsensus }) => ofConsensus),
    againstBook: beatenOf(byGame(settled), ({ ofBook }) => ofBook),
    chanceBets: sum(chances.map(({ ofSides, ofPoints }) => ofSides.length + ofPoints.length)),
    bothSides,
    pValue: pValue === null ? null : Math.round(pValue * 1e6) / 1e6,
    verdict: pValue === null ? null : pValue <= 0.05 ? "unlikely by chance" : "no evidence",
  };
}

function byGame(graded: readonly Graded[]): readonly (readonly Graded[])[] {
  const games = new Map<string, Graded[]>();
  for (const bet of graded) {
    const id = bet.match.game?.id ?? "";
    const own = games.get(id);
    if (own === undefined) games.set(id, [bet]);
    else own.push(bet);
  }
  return [...games.values()];
}

function stakeOf({ match }: Graded): number {
  return match.bet.stake ?? 0;
}

function problemsOf(all: readonly Graded[]): Totals["problems"] {
  const counts: Partial<Record<ProblemCode, number>> = {};
  for (const { problem } of all) if (problem !== null) counts[problem.code] = (counts[problem.code] ?? 0) + 1;
  return counts;
}

function rounded(value: number, low: number | null, high: number | null): Estimate {
  const end = (each: number | null) => (each === null ? null : fourDecimals(each));
  return { value: fourDecimals(value), low: end(low), high: end(high) };
}

/** Wilson's interval of as many facts as the bets are: those of a game win and lose together. */
function rateOf(games: readonly (readonly boolean[])[]): {
  readonly estimate: Estimate | null;
  readonly effect: number | null;
} {
  const played = games.filter((bets) => bets.length > 0);
  const decided = played.reduce((sum, bets) => sum + bets.length, 0);
  if (decided === 0) return { estimate: null, effect: null };
  const winsOf = (bets: readonly boolean[]) => bets.filter(Boolean).length;
  const wins = played.reduce((sum, bets) => sum + winsOf(bets), 0);
  const [count, rate] = [played.length, wins / decided];
  const squares = played.reduce((sum, bets) => sum + (winsOf(bets) - rate * bets.length) ** 2, 0);
  const spread = ((count / (count - 1)) * squares) / (decided * rate * (1 - rate));
  const effect = count < 2 ? 1 : rate === 0 || rate === 1 ? decided / count : Math.max(1, spread);
  const { low, high } = wilson(rate, decided / effect);
  return { estimate: rounded(rate, low, high), effect };
}

/** Profit on stakes, with an interval by games: what their profits show, or what the no-vig probabilities say, whichever is wider. */
function returnOf(games: readonly (readonly Graded[])[], weigh: (bet: Graded) => number): Estimate | null {
  let [stakes, profits, expected] = [0, 0, 0];
  const sums: { stake: number; profit: number }[] = [];
  for (const bets of games) {
    let [stake, profit] = [0, 0];
    for (const bet of bets) {
      const weight = weigh(bet);
      if (bet.profit === null || weight === 0) continue;
      stake += weight;
      profit += weight * bet.profit;
      const chance = chanceOf(bet);
      const pays = bet.match.bet.price?.pays ?? 0;
      if (bet.result !== "push" && chance !== null) expected += (weight * (pays + 1)) ** 2 * chance * (1 - chance);
    }
    if (stake > 0) sums.push({ stake, profit });
    stakes += stake;
    profits += profit;
  }
  if (stakes === 0) return null;
  const value = profits / stakes;
  if (sums.length < leastGames) return rounded(value, null, null);
  const squares = sums.reduce((sum, each) => sum + (each.profit - value * each.stake) ** 2, 0);
  const seen = (sums.length / (sums.length - 1)) * squares;
  const half = (studentQuantile(sums.length - 1) * Math.sqrt(Math.max(seen, expected))) / stakes;
  return rounded(value, Math.max(-1, value - half), value + half);
}

/** The probability of the close without the vig at the bet's own line: of the consensus, or else of the book. */
function chanceOf({ ofConsensus, ofBook, match }: Graded): number | null {
  for (const each of [ofConsensus, ofBook]) {
    if (each === null || each.close === null || each.close.noVig === null) continue;
    if (match.bet.market === "moneyline" || each.points === 0) return each.close.noVig;
  }
  return null;
}

function chancesOf(bets: readonly Graded[]): GameChances {
  const decided = bets.flatMap((bet) => {
    const chance = bet.result === "push" ? null : chanceOf(bet);
    return chance === null ? [] : [{ bet, chance }];
  });
  const isOfSides = ({ bet }: (typeof decided)[number]) => ["moneyline", "spread"].includes(bet.match.bet.market);
  return {
    wins: decided.filter(({ bet }) => bet.result === "won").length,
    ofSides: decided.filter(isOfSides).map(({ chance }) => chance),
    ofPoints: decided.filter((each) => !isOfSides(each)).map(({ chance }) => chance),
  };
}

const opposites: Readonly<Record<string, string>> = { home: "away", away: "home", over: "under", under: "over" };

/** How many bets have their opposite among them: one of the two wins whatever happens. */
function bothSidesOf(graded: readonly Graded[]): number {
  const keyOf = ({ match: { bet, game, team } }: Graded, side: string) =>
    [game?.id, bet.period, bet.market, team, bet.book, side].join(" ");
  const seen = new Set(graded.map((bet) => keyOf(bet, bet.match.side ?? "")));
  return graded.filter((bet) => seen.has(keyOf(bet, opposites[bet.match.side ?? ""] ?? ""))).length;
}

function beatenOf(games: readonly (readonly Graded[])[], which: (bet: Graded) => Compared | null): Beaten {
  const compared = games.map((bets) => bets.flatMap((bet) => which(bet) ?? []));
  const all = compared.flat();
  const mean = (values: readonly number[]) =>
    values.length === 0 ? null : fourDecimals(values.reduce((sum, each) => sum + each, 0) / values.length);
  const values = all.flatMap(({ value }) => value ?? []);
  return {
    better: all.filter(({ isBetter }) => isBetter === true).length,
    worse: all.filter(({ isBetter }) => isBetter === false).length,
    same: all.filter(({ isBetter, isCompared }) => isCompared && isBetter === null).length,
    beat: rateOf(compared.map((bets) => bets.flatMap(({ isBetter }) => isBetter ?? []))).estimate,
    points: mean(all.flatMap(({ points }) => points ?? [])),
    value: mean(values),
    noVigValue: mean(all.flatMap(({ noVigValue }) => noVigValue ?? [])),
    valueBets: values.length,
  };
}
