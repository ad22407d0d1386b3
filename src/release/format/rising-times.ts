/** The times of a game's rows as packed lines and paths have them: all different ones, rising, and the place of each. */
import type { Cell } from "./write-parquet.ts";

export type RisingTimes = {
  readonly times: Float64Array;
  /** Null, and a time that is not among them, have no place. */
  readonly placeOf: ReadonlyMap<Cell, number>;
};

/** Of the rows of these columns from one row to before another. */
export function risingTimes(columns: readonly ArrayLike<Cell>[], from: number, to: number): RisingTimes {
  const found = new Set<number>();
  for (const column of columns) {
    for (let row = from; row < to; row++) {
      const time = column[row];
      if (time !== null) found.add(time as number);
    }
  }
  const times = Float64Array.from(found).sort();
  const placeOf = new Map<Cell, number>();
  for (const [place, time] of times.entries()) placeOf.set(time, place);
  return { times, placeOf };
}
