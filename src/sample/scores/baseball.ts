/** Baseball, half inning by half inning: no bottom of the ninth for a side that leads, walk-offs, extra innings. */
import type { Expectation, Result } from "../fixture.ts";
import type { Random } from "../random.ts";

/** Chance of one more run once a side has scored in an inning: runs come in bunches. */
const another = 0.48;
/** Extra innings begin with a runner on second base in the regular season. */
const extraInningRuns = { regular: 0.95, playoff: 0.5 };

export function playBaseball(expected: Expectation, isPlayoff: boolean, random: Random): Result {
  const homeMean = (expected.total + expected.margin) / 18;
  const awayMean = (expected.total - expected.margin) / 18;
  const homeLine: (number | null)[] = [];
  const awayLine: (number | null)[] = [];
  let home = 0;
  let away = 0;
  for (let inning = 1; ; inning++) {
    const extra = isPlayoff ? extraInningRuns.playoff : extraInningRuns.regular;
    const awayRuns = halfInning(inning > 9 ? extra : awayMean, random);
    away += awayRuns;
    awayLine.push(awayRuns);
    if (inning >= 9 && home > away) {
      homeLine.push(null);
      break;
    }
    let homeRuns = halfInning(inning > 9 ? extra : homeMean, random);
    // A walk-off ends the inning with the winning run, unless a home run brings in more.
    if (inning >= 9 && home + homeRuns > away) homeRuns = Math.min(homeRuns, away - home + walkOffRuns(random));
    home += homeRuns;
    homeLine.push(homeRuns);
    if (inning >= 9 && home !== away) break;
  }
  return { home, away, homeLine, awayLine, overtime: awayLine.length > 9 };
}

function halfInning(mean: number, random: Random): number {
  if (!random.chance(Math.min(0.9, mean * (1 - another)))) return 0;
  let runs = 1;
  while (runs < 10 && random.chance(another)) runs++;
  return runs;
}

function walkOffRuns(random: Random): number {
  return random.chance(0.4) ? 1 : random.int(2, 3);
}
