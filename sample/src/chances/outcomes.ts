/** Final scores and their chances, gathered into the chances of margins and totals. */
import { Distribution } from "./distribution.ts";
import type { MarketChances } from "./game-chances.ts";

/** No side of a game whose outcomes are gathered one by one scores more than this. */
const most = 60;

export class Outcomes {
  readonly #margins = new Float64Array(2 * most + 1);
  readonly #totals = new Float64Array(2 * most + 1);

  add(home: number, away: number, share: number): void {
    const margin = home - away + most;
    const total = home + away;
    this.#margins[margin] = (this.#margins[margin] as number) + share;
    this.#totals[total] = (this.#totals[total] as number) + share;
  }

  chances(): MarketChances {
    return { margins: new Distribution(-most, this.#margins), totals: new Distribution(0, this.#totals) };
  }
}

/**
 * Shares of the sum of one number from `first` and `times` numbers from `each`. Sums that are nearly impossible are
 * left out.
 */
export function sumDistribution(first: Float64Array, each: Float64Array, times: number): Float64Array {
  let sum = first;
  for (let time = 0; time < times; time++) {
    const next = new Float64Array(Math.min(sum.length + each.length - 1, most / 2));
    for (const [a, shareOfA] of sum.entries()) {
      for (const [b, shareOfB] of each.entries()) {
        if (a + b < next.length) next[a + b] = (next[a + b] as number) + shareOfA * shareOfB;
      }
    }
    sum = next;
  }
  return sum;
}
