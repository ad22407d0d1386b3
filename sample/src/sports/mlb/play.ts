/** Baseball, half inning by half inning: no bottom of the ninth for a side that leads, walk-offs, extra innings. */
import type { Expectation, Result } from "../../fixture.ts";
import type { Random } from "../../random.ts";
import { drawn, extraInningShares, inningMean, playInning, walkOffShares } from "./innings.ts";

export function playBaseball(expected: Expectation, isPlayoff: boolean, random: Random): Result {
  const homeRuns = (expected.total + expected.margin) / 2;
  const awayRuns = (expected.total - expected.margin) / 2;
  const homeLine: (number | null)[] = [];
  const awayLine: (number | null)[] = [];
  const extra = extraInningShares(isPlayoff);
  let home = 0;
  let away = 0;
  for (let inning = 1; ; inning++) {
    const isExtra = inning > 9;
    const top = isExtra ? drawn(extra, random.next()) : playInning(inningMean(awayRuns, inning), random);
    away += top;
    awayLine.push(top);
    if (inning >= 9 && home > away) {
      homeLine.push(null);
      break;
    }
    let bottom = isExtra ? drawn(extra, random.next()) : playInning(inningMean(homeRuns, inning), random);
    if (inning >= 9 && home + bottom > away) {
      bottom = Math.min(bottom, away - home + 1 + drawn(walkOffShares, random.next()));
    }
    home += bottom;
    homeLine.push(bottom);
    if (inning >= 9 && home !== away) break;
  }
  return { home, away, homeLine, awayLine, overtime: awayLine.length > 9 };
}
