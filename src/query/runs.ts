/** Joins runs of neighboring rows into the bytes to send. */
import type { PackedRows } from "./text-rows.ts";

export type Run = {
  readonly rows: PackedRows;
  readonly from: number;
  /** One past the last row; a run has at least one row. */
  to: number;
};

/** More runs than this are copied together: many small writes cost more than one copy. */
const mostSlices = 4;

/**
 * Returns slices of the packed rows when there are few runs, and otherwise one copy. Separators belong between the
 * pieces.
 */
export function piecesOf(runs: readonly Run[]): Buffer[] {
  const slices = runs.map(({ rows, from, to }) => rows.between(from, to));
  const separator = runs[0]?.rows.separator;
  if (slices.length <= mostSlices || separator === undefined) return slices;
  const length = slices.reduce((sum, slice) => sum + slice.length, (slices.length - 1) * separator.length);
  const joined = Buffer.allocUnsafe(length);
  let at = 0;
  for (const slice of slices) {
    if (at > 0) at += joined.write(separator, at, "latin1");
    at += slice.copy(joined, at);
  }
  return [joined];
}
