/**
 * How likely a record is that is at least as far from what the closes expected, when they were right: the `p_value` of /v1/trends, by
 * the formulas of its page. Bets on the sides of one game are taken to win and lose together, and so are those on its points.
 */
import { binomialTest, normalTail } from "./distributions.ts";

export type GameChances = {
  readonly wins: number;
  /** The no-vig probabilities of the decided bets on sides, and of those on points. */
  readonly ofSides: readonly number[];
  readonly ofPoints: readonly number[];
};

const mostExact = 100;
const gamesOfTrust = 20;
const leastGames = 10;

/** @param games with a decided bet that has a chance, and others. @returns null below ten of the former. */
export function pValueOf(games: readonly GameChances[]): number | null {
  const all = games.flatMap(({ ofSides, ofPoints }) => [...ofSides, ...ofPoints]);
  const wins = games.reduce((sum, game) => sum + game.wins, 0);
  if (games.filter(({ ofSides, ofPoints }) => ofSides.length + ofPoints.length > 0).length < leastGames) return null;
  const expected = all.reduce((sum, chance) => sum + chance, 0);
  const several = games.filter(({ ofSides, ofPoints }) => ofSides.length + ofPoints.length > 1);
  if (several.length === 0) return binomialTest(wins, all.length, expected / all.length);
  const tail = all.length <= mostExact ? exactTail(games, wins) : roughTail(games, several.length, wins - expected);
  return Math.min(1, 2 * tail);
}

function exactTail(games: readonly GameChances[], wins: number): number {
  let chances = [1];
  for (const { ofSides, ofPoints } of games) {
    for (const group of [ofSides, ofPoints]) if (group.length > 0) chances = withGroup(chances, group);
  }
  const sum = (from: number, to: number) => chances.slice(from, to).reduce((total, each) => total + each, 0);
  return Math.min(sum(0, wins + 1), sum(wins, chances.length), 0.5);
}

/** With one luck for a group, so many or more of it win as the chance of the so-manieth likeliest says. */
function withGroup(before: readonly number[], group: readonly number[]): number[] {
  const falling = [...group].sort((a, b) => b - a);
  const after = new Array<number>(before.length + group.length).fill(0);
  for (let won = 0; won <= group.length; won++) {
    const chance = (won === 0 ? 1 : (falling[won - 1] ?? 0)) - (falling[won] ?? 0);
    before.forEach((each, at) => {
      after[at + won] = (after[at + won] ?? 0) + chance * each;
    });
  }
  return after;
}

function roughTail(games: readonly GameChances[], severalGames: number, difference: number): number {
  const luck = (group: readonly number[]) => group.reduce((sum, each) => sum + Math.sqrt(each * (1 - each)), 0) ** 2;
  const trust = severalGames / (severalGames + gamesOfTrust);
  let variance = 0;
  for (const { wins, ofSides, ofPoints } of games) {
    const shared = luck(ofSides) + luck(ofPoints);
    const expected = [...ofSides, ...ofPoints].reduce((sum, each) => sum + each, 0);
    const isOne = ofSides.length + ofPoints.length === 1;
    variance += isOne ? shared : trust * (wins - expected) ** 2 + (1 - trust) * shared;
  }
  const beyond = Math.abs(difference) - 0.5;
  return beyond <= 0 || variance === 0 ? 0.5 : normalTail(beyond / Math.sqrt(variance));
}
