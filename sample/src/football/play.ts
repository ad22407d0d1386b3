/** Football, possession by possession: the scores are made of touchdowns, field goals, conversions and safeties. */
import type { Expectation, Result } from "../fixture.ts";
import { pointsOf } from "../line-points.ts";
import type { Random } from "../random.ts";
import { collegePossession, homeOvertimeShare, professionalOvertime } from "./overtime.ts";
import { fillPossessionShares, pointsPerPossession } from "./possession.ts";
import { type FootballRules, possessionPoints } from "./rules.ts";

/** Where the quarters end, as parts of the possessions: the ends of the halves are the busy times. */
const quarterEnds = [0.213, 0.497, 0.7] as const;

const shares = new Float64Array(possessionPoints.length);

export function playFootball(rules: FootballRules, expected: Expectation, random: Random): Result {
  const homeLine = [0, 0, 0, 0];
  const awayLine = [0, 0, 0, 0];
  const perPossession = {
    home: pointsPerPossession(rules, (expected.total + expected.margin) / 2),
    away: pointsPerPossession(rules, (expected.total - expected.margin) / 2),
  };
  const toss = random.chance(0.5) ? 0 : 1;
  let home = 0;
  let away = 0;
  for (let at = 0; at < rules.possessions; at++) {
    const isHome = (at + toss) % 2 === 0;
    const lead = isHome ? home - away : away - home;
    const rate = isHome ? perPossession.home : perPossession.away;
    fillPossessionShares(shares, rules, rate, lead, rules.possessions - 1 - at);
    const points = endOf(random.next());
    if (points === 0) continue;
    const isHomeScore = isHome === points > 0;
    const line = isHomeScore ? homeLine : awayLine;
    const quarter = quarterOf((at + random.next()) / rules.possessions);
    line[quarter] = (line[quarter] as number) + Math.abs(points);
    if (isHomeScore) home += Math.abs(points);
    else away += Math.abs(points);
  }
  const overtime = home === away;
  if (overtime && rules.overtime === "college") playCollegeOvertime(homeLine, awayLine, expected, random);
  else if (overtime) playProfessionalOvertime(rules.overtime as "professional", homeLine, awayLine, expected, random);
  return { home: pointsOf(homeLine), away: pointsOf(awayLine), homeLine, awayLine, overtime };
}

function endOf(roll: number): number {
  let left = roll;
  for (const [end, points] of possessionPoints.entries()) {
    left -= shares[end] as number;
    if (left < 0) return points;
  }
  return 0;
}

function quarterOf(part: number): number {
  let quarter = 0;
  while (quarter < 3 && part > (quarterEnds[quarter] as number)) quarter++;
  return quarter;
}

function playProfessionalOvertime(
  kind: keyof typeof professionalOvertime,
  homeLine: number[],
  awayLine: number[],
  expected: Expectation,
  random: Random,
): void {
  const end = drawn(professionalOvertime[kind], random);
  const homeWins = random.chance(homeOvertimeShare(expected.margin));
  homeLine.push(homeWins ? end.winner : end.loser);
  awayLine.push(homeWins ? end.loser : end.winner);
}

/** The better side has a little more of the close calls. */
function playCollegeOvertime(homeLine: number[], awayLine: number[], expected: Expectation, random: Random): void {
  const homeWins = random.chance(homeOvertimeShare(expected.margin));
  for (let round = 1; ; round++) {
    const first = drawn(collegePossession(round), random).points;
    const second = drawn(collegePossession(round), random).points;
    const [high, low] = [Math.max(first, second), Math.min(first, second)];
    homeLine.push(homeWins ? high : low);
    awayLine.push(homeWins ? low : high);
    if (high !== low) return;
  }
}

function drawn<T extends { readonly share: number }>(values: readonly T[], random: Random): T {
  let left = random.next();
  for (const value of values) {
    left -= value.share;
    if (left < 0) return value;
  }
  return values[0] as T;
}
