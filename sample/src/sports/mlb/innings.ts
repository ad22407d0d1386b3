/** The runs of a half inning: baseball is played with these chances and priced with them. */
import type { Random } from "../../random.ts";

/** Chance of one more run once a side has scored in an inning: runs come in bunches. */
const another = 0.475;
const mostRuns = 10;

/** Both sides begin with their best hitters. */
const firstInning = 1.07;
const laterInnings = (9 - firstInning) / 8;

/** Runs of a half inning on the mean, from those of nine innings on the mean. */
export function inningMean(runs: number, inning: number): number {
  return (runs / 9) * (inning === 1 ? firstInning : laterInnings);
}

/** Share of half innings with 0, 1, 2 … runs. */
export function inningShares(mean: number): Float64Array {
  const scoring = scoringShare(mean);
  const shares = new Float64Array(mostRuns + 1);
  shares[0] = 1 - scoring;
  for (let runs = 1; runs < mostRuns; runs++) shares[runs] = scoring * (1 - another) * another ** (runs - 1);
  shares[mostRuns] = scoring * another ** (mostRuns - 1);
  return shares;
}

export function playInning(mean: number, random: Random): number {
  if (!random.chance(scoringShare(mean))) return 0;
  let runs = 1;
  while (runs < mostRuns && random.chance(another)) runs++;
  return runs;
}

function scoringShare(mean: number): number {
  return Math.min(0.9, mean * (1 - another));
}

/** Extra innings begin with a runner on second base, but not in the playoffs: there they are as all others. */
const withRunner = Float64Array.of(0.43, 0.29, 0.13, 0.09, 0.035, 0.02, 0.005);
const withoutRunner = inningShares(0.5);

export function extraInningShares(isPlayoff: boolean): Float64Array {
  return isPlayoff ? withoutRunner : withRunner;
}

/** By how many runs a walk-off may win: the first one ends the game, but for a home run. Shares of 1, 2, 3 and 4. */
export const walkOffShares = Float64Array.of(0.7, 0.14, 0.12, 0.04);

/** Which of the numbers from zero on `roll` falls on. */
export function drawn(shares: Float64Array, roll: number): number {
  let left = roll;
  for (let value = 0; value < shares.length; value++) {
    left -= shares[value] as number;
    if (left < 0) return value;
  }
  return 0;
}
