/** Captures written out one by one, laid in the columns that the fold reads. */
import type { CaptureColumns } from "../../src/domain/fold.ts";

export type Capture = {
  readonly time: number;
  readonly line: number | null;
  readonly first: number | null;
  readonly second: number | null;
};

export function columnsOf(captures: readonly Capture[]): CaptureColumns {
  return {
    times: Float64Array.from(captures, (capture) => capture.time),
    lines: Float64Array.from(captures, (capture) => capture.line ?? Number.NaN),
    firstPrices: Int32Array.from(captures, (capture) => capture.first ?? 0),
    secondPrices: Int32Array.from(captures, (capture) => capture.second ?? 0),
  };
}
