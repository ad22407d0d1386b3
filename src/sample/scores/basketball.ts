/** Basketball: each side's quarters around a share of its target, with a pace that both sides have in common. */
import type { Expectation, Result } from "../fixture.ts";
import type { Random } from "../random.ts";

const quarterDeviation = 4.5;
/** Points a side that a fast or slow evening adds to both. */
const paceDeviation = 6.2;
const quarterShares = [0.254, 0.252, 0.25, 0.244] as const;
/** How often a game within three points goes to overtime instead: the trailing side plays for the tie. */
const lateTie = 0.17;

export function playBasketball(expected: Expectation, random: Random): Result {
  const pace = random.normal(0, paceDeviation);
  const homeTarget = (expected.total + expected.margin) / 2 + pace;
  const awayTarget = (expected.total - expected.margin) / 2 + pace;
  const homeLine = quarterShares.map((share) => points(homeTarget * share, quarterDeviation, random));
  const awayLine = quarterShares.map((share) => points(awayTarget * share, quarterDeviation, random));
  let home = sumOf(homeLine);
  let away = sumOf(awayLine);
  const gap = home - away;
  if (gap !== 0 && Math.abs(gap) <= 3 && random.chance(lateTie)) {
    const trailing = gap > 0 ? awayLine : homeLine;
    trailing[3] = (trailing[3] as number) + Math.abs(gap);
    home = Math.max(home, away);
    away = home;
  }
  const overtime = home === away;
  while (home === away) {
    const homeExtra = points(11 + expected.margin / 20, 3.2, random);
    const awayExtra = points(11 - expected.margin / 20, 3.2, random);
    homeLine.push(homeExtra);
    awayLine.push(awayExtra);
    home += homeExtra;
    away += awayExtra;
  }
  return { home, away, homeLine, awayLine, overtime };
}

function points(mean: number, deviation: number, random: Random): number {
  return Math.max(2, Math.round(random.normal(mean, deviation)));
}

function sumOf(line: readonly number[]): number {
  let sum = 0;
  for (const value of line) sum += value;
  return sum;
}
