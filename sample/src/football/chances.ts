/** The chances of a football game, by following all scores through all possessions at once. */

import { Distribution, skewedDistribution } from "../chances/distribution.ts";
import type { GameChances } from "../chances/game-chances.ts";
import { homeOvertimeShare, overtimeEnds } from "./overtime.ts";
import { fillPossessionShares, pointsPerPossession } from "./possession.ts";
import { type FootballRules, possessionPoints } from "./rules.ts";

/** Margins from -100 to 100; nobody wins by more. */
const widest = 100;
const size = 2 * widest + 1;
/** High totals stray further from the mean than low ones. */
const totalSkewness = 0.2;

/** For each margin its chance, and the total and its square on the mean where it is reached, times that chance. */
class Reached {
  readonly share = new Float64Array(size);
  readonly total = new Float64Array(size);
  readonly square = new Float64Array(size);

  clear(): this {
    this.share.fill(0);
    this.total.fill(0);
    this.square.fill(0);
    return this;
  }

  /** Moves a part of the chances of one margin to another, with so many points more on the total. */
  take(to: number, from: Reached, fromIndex: number, points: number, part: number): void {
    const share = from.share[fromIndex] as number;
    const total = from.total[fromIndex] as number;
    const square = from.square[fromIndex] as number;
    this.share[to] = (this.share[to] as number) + part * share;
    this.total[to] = (this.total[to] as number) + part * (total + points * share);
    this.square[to] = (this.square[to] as number) + part * (square + 2 * points * total + points * points * share);
  }
}

/** Before and after a possession; used again for every one. */
const first = new Reached();
const second = new Reached();

export function footballChances(rules: FootballRules, margin: number, total: number): GameChances {
  const home = pointsPerPossession(rules, (total + margin) / 2);
  const away = pointsPerPossession(rules, (total - margin) / 2);
  const regulation = new Reached();
  for (const toss of [0, 1]) {
    let now = first.clear();
    let next = second;
    now.share[widest] = 0.5;
    for (let at = 0; at < rules.possessions; at++) {
      const isHome = (at + toss) % 2 === 0;
      followPossession(next.clear(), now, rules, isHome, isHome ? home : away, rules.possessions - 1 - at);
      [now, next] = [next, now];
    }
    for (let index = 0; index < size; index++) regulation.take(index, now, index, 0, 1);
  }
  const final = afterOvertime(regulation, rules, margin);
  const mean = sumOf(final.total);
  return {
    margins: new Distribution(-widest, final.share),
    totals: skewedDistribution(mean, Math.sqrt(sumOf(final.square) - mean ** 2), totalSkewness),
  };
}

const shares = new Float64Array(possessionPoints.length);

function followPossession(
  after: Reached,
  before: Reached,
  rules: FootballRules,
  isHome: boolean,
  rate: number,
  left: number,
): void {
  for (let index = 0; index < size; index++) {
    if ((before.share[index] as number) < 1e-7) continue;
    fillPossessionShares(shares, rules, rate, isHome ? index - widest : widest - index, left);
    for (let end = 0; end < shares.length; end++) {
      const points = possessionPoints[end] as number;
      const to = Math.max(0, Math.min(size - 1, isHome ? index + points : index - points));
      after.take(to, before, index, Math.abs(points), shares[end] as number);
    }
  }
}

function afterOvertime(regulation: Reached, rules: FootballRules, margin: number): Reached {
  const final = new Reached();
  for (let index = 0; index < size; index++) if (index !== widest) final.take(index, regulation, index, 0, 1);
  const homeShare = homeOvertimeShare(margin);
  for (const { winner, loser, share } of overtimeEnds(rules)) {
    const points = winner + loser;
    final.take(widest + winner - loser, regulation, widest, points, share * homeShare);
    final.take(widest - winner + loser, regulation, widest, points, share * (1 - homeShare));
  }
  return final;
}

function sumOf(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
