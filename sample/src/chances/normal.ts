/** Chances of a nearly normal number that is written in whole points. */
import type { LineChances } from "./game-chances.ts";

export class NormalChances implements LineChances {
  readonly #mean: number;
  readonly #deviation: number;

  get middle(): number {
    return this.#mean;
  }

  constructor(mean: number, deviation: number) {
    this.#mean = mean;
    this.#deviation = deviation;
  }

  shareAbove(line: number): number {
    // Between two whole numbers there is nothing to push on.
    const half = Number.isInteger(line) ? 0.5 : 0;
    const above = 1 - normalShare((line + half - this.#mean) / this.#deviation);
    const below = normalShare((line - half - this.#mean) / this.#deviation);
    return above / (above + below);
  }
}

/** Beyond so many deviations nothing happens. */
const furthest = 6;
const stepsPerDeviation = 512;

/** Share of the normal distribution below each z from `-furthest` on: prices ask for it millions of times. */
const sharesBelow = Float64Array.from({ length: 2 * furthest * stepsPerDeviation + 2 }, (_, step) =>
  exactShare(step / stepsPerDeviation - furthest),
);

/** Share of the normal distribution below z, to six digits. */
export function normalShare(z: number): number {
  if (z <= -furthest) return 0;
  if (z >= furthest) return 1;
  const step = (z + furthest) * stepsPerDeviation;
  const low = Math.floor(step);
  const share = sharesBelow[low] as number;
  return share + ((sharesBelow[low + 1] as number) - share) * (step - low);
}

/** Abramowitz and Stegun 26.2.17. */
function exactShare(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const tail = Math.exp((-z * z) / 2) * 0.3989422804 * series;
  return z > 0 ? 1 - tail : tail;
}
