/** Captures written out one by one, laid in the columns that the fold reads. */
import {
  type CaptureColumns,
  decidingMoments,
  type OpenClose,
  type Quote,
  type QuoteMoment,
} from "../../src/domain/fold.ts";
import { settleMoments } from "../../src/domain/settle.ts";

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

/** The opening and closing of a book that no other book can be compared with. */
export function openCloseOf(captures: readonly Capture[], startMs: number): OpenClose {
  const { open, close } = decidingMoments(columnsOf(captures), 0, captures.length, startMs);
  return { open: alone(open), close: alone(close) };
}

function alone(moment: QuoteMoment | null): Quote | null {
  const [settled = null] = settleMoments([moment]);
  if (settled === null) return null;
  const { line, first, second } = settled;
  return { line, first, second };
}
