/** Basketball, quarter by quarter: a common pace, leads that shrink again, and the free throws of the last minute. */
import type { Expectation, Result } from "../../fixture.ts";
import { pointsOf } from "../../line-points.ts";
import type { Random } from "../../random.ts";
import {
  comeback,
  fouls,
  lateTie,
  marginDeviations,
  mostFreeThrows,
  overtimeDeviation,
  overtimeMean,
} from "./rules.ts";

const quarterShares = [0.252, 0.252, 0.253, 0.243] as const;
/** Points that a fast or slow evening adds to both sides together, in the whole game and in each quarter. */
const paceDeviation = 10;
const quarterPaceDeviation = 6.8;

export function playBasketball(expected: Expectation, random: Random): Result {
  const homeLine: number[] = [];
  const awayLine: number[] = [];
  const pace = random.normal(0, paceDeviation);
  let surprise = 0;
  for (const [quarter, share] of quarterShares.entries()) {
    const swing = random.normal(0, marginDeviations[quarter] as number) - comeback * surprise;
    surprise += swing;
    const margin = expected.margin * share + swing;
    const total = (expected.total + pace) * share + random.normal(0, quarterPaceDeviation);
    homeLine.push(Math.max(6, Math.round((total + margin) / 2)));
    awayLine.push(Math.max(6, Math.round((total - margin) / 2)));
  }
  playEnd(homeLine, awayLine, random);
  const overtime = pointsOf(homeLine) === pointsOf(awayLine);
  while (pointsOf(homeLine) === pointsOf(awayLine)) {
    homeLine.push(overtimePoints(expected.margin, random));
    awayLine.push(overtimePoints(-expected.margin, random));
  }
  return { home: pointsOf(homeLine), away: pointsOf(awayLine), homeLine, awayLine, overtime };
}

/** The side that trails ties the game, or it fouls and the leader's free throws make the lead larger. */
function playEnd(homeLine: number[], awayLine: number[], random: Random): void {
  const lead = pointsOf(homeLine) - pointsOf(awayLine);
  const gap = Math.abs(lead);
  const [leader, trailer] = lead > 0 ? [homeLine, awayLine] : [awayLine, homeLine];
  const roll = random.next();
  const tie = lateTie[gap] ?? 0;
  if (roll < tie) trailer[3] = (trailer[3] as number) + gap;
  else if (roll < tie + (fouls[gap] ?? 0)) leader[3] = (leader[3] as number) + random.int(1, mostFreeThrows);
}

function overtimePoints(margin: number, random: Random): number {
  return Math.max(2, Math.round(random.normal(overtimeMean(margin), overtimeDeviation)));
}
