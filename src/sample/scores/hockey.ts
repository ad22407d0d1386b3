/** Hockey: goals as rare events, the pulled goalkeeper at the end, overtime, and in the regular season a shootout. */
import type { Expectation, Result } from "../fixture.ts";
import type { Random } from "../random.ts";

const periodShares = [0.31, 0.34, 0.35] as const;
/** The side that trails by one equalises late, or the side that leads scores into the empty net. */
const lateEqualizer = 0.17;
const emptyNet = 0.32;
/** Goals that those two add on the mean; they are taken off the target of the periods. */
const lateGoals = 0.2;

export function playHockey(expected: Expectation, isPlayoff: boolean, random: Random): Result {
  const homeTarget = (expected.total - lateGoals + expected.margin) / 2;
  const awayTarget = (expected.total - lateGoals - expected.margin) / 2;
  const homeLine = periodShares.map((share) => random.poisson(homeTarget * share));
  const awayLine = periodShares.map((share) => random.poisson(awayTarget * share));
  let home = sumOf(homeLine);
  let away = sumOf(awayLine);
  const gap = Math.abs(home - away);
  if (gap === 1 || gap === 2) {
    const homeLeads = home > away;
    const equalizes = gap === 1 && random.chance(lateEqualizer);
    if (equalizes || random.chance(emptyNet)) {
      const scorer = homeLeads === equalizes ? awayLine : homeLine;
      scorer[2] = (scorer[2] as number) + 1;
      home = sumOf(homeLine);
      away = sumOf(awayLine);
    }
  }
  const overtime = home === away;
  if (overtime) {
    const homeWins = random.chance(0.5 + Math.max(-0.15, Math.min(0.15, expected.margin / 8)));
    // Regular season: five minutes of three against three, then a shootout. Playoffs: whole periods until a goal.
    let scoreless = isPlayoff ? random.poisson(0.45) : random.chance(0.35) ? 1 : 0;
    for (; scoreless > 0; scoreless--) {
      homeLine.push(0);
      awayLine.push(0);
    }
    homeLine.push(homeWins ? 1 : 0);
    awayLine.push(homeWins ? 0 : 1);
    if (homeWins) home++;
    else away++;
  }
  return { home, away, homeLine, awayLine, overtime };
}

function sumOf(line: readonly number[]): number {
  let sum = 0;
  for (const goals of line) sum += goals;
  return sum;
}
