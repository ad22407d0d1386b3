/** Points of one side's periods together. */
export function pointsOf(line: readonly number[]): number {
  let points = 0;
  for (const ofPeriod of line) points += ofPeriod;
  return points;
}
