/** Chances of a count of rare events, as the goals of one side are. */
import { Distribution } from "./distribution.ts";
import type { LineChances } from "./game-chances.ts";

const most = 24;

/** Share of 0, 1, 2 … rare events. */
export function poissonShares(mean: number): Float64Array {
  const shares = new Float64Array(most);
  shares[0] = Math.exp(-mean);
  for (let count = 1; count < most; count++) shares[count] = ((shares[count - 1] as number) * mean) / count;
  return shares;
}

const steps = 20;
const made = new Map<number, Distribution>();

/** Made once for every twentieth of an event: many books price the same side. */
export function poissonChances(mean: number): LineChances {
  const step = Math.max(1, Math.round(mean * steps));
  let counts = made.get(step);
  if (counts === undefined) {
    counts = new Distribution(0, poissonShares(step / steps));
    made.set(step, counts);
  }
  return counts;
}
