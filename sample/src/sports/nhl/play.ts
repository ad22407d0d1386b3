/** Hockey: goals as rare events, the pulled goalkeeper at the end, overtime, and in the regular season a shootout. */
import type { Expectation, Result } from "../../fixture.ts";
import { pointsOf } from "../../line-points.ts";
import type { Random } from "../../random.ts";
import { emptyNet, homeOvertimeShare, lateEqualizer, lateGoals, periodShares, shootoutShare } from "./rules.ts";

export function playHockey(expected: Expectation, isPlayoff: boolean, random: Random): Result {
  const homeTarget = (expected.total - lateGoals + expected.margin) / 2;
  const awayTarget = (expected.total - lateGoals - expected.margin) / 2;
  const homeLine = periodShares.map((share) => random.poisson(homeTarget * share));
  const awayLine = periodShares.map((share) => random.poisson(awayTarget * share));
  playEnd(homeLine, awayLine, random);
  const overtime = pointsOf(homeLine) === pointsOf(awayLine);
  if (overtime) {
    const homeWins = random.chance(homeOvertimeShare(expected.margin));
    // Regular season: five minutes of three against three, then a shootout. Playoffs: whole periods until a goal.
    let scoreless = isPlayoff ? random.poisson(0.45) : random.chance(shootoutShare) ? 1 : 0;
    for (; scoreless > 0; scoreless--) {
      homeLine.push(0);
      awayLine.push(0);
    }
    homeLine.push(homeWins ? 1 : 0);
    awayLine.push(homeWins ? 0 : 1);
  }
  return { home: pointsOf(homeLine), away: pointsOf(awayLine), homeLine, awayLine, overtime };
}

/** The last minutes, with a goalkeeper pulled: one goal more for one of the sides, or none. */
function playEnd(homeLine: number[], awayLine: number[], random: Random): void {
  const lead = pointsOf(homeLine) - pointsOf(awayLine);
  const gap = Math.abs(lead);
  const equalizes = gap === 1 && random.chance(lateEqualizer);
  if (!equalizes && !random.chance(emptyNet[gap] ?? 0)) return;
  const scorer = lead > 0 === equalizes ? awayLine : homeLine;
  scorer[2] = (scorer[2] as number) + 1;
}
