/** Joins runs of neighboring rows into the bytes to send. */
import type { PackedRows } from "./packed-rows.ts";

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
  if (runs.length <= mostSlices) return runs.map((run) => run.rows.text.slice(startOf(run), endOf(run)));
  const [{ rows }] = runs as [Run, ...Run[]];
  let length = (runs.length - 1) * rows.separator.length;
  for (const run of runs) length += endOf(run) - startOf(run);
  const joined = Buffer.allocUnsafe(length);
  let at = 0;
  for (const run of runs) {
    if (at > 0) at += joined.write(rows.separator, at, "latin1");
    at += run.rows.text.copy(joined, at, startOf(run), endOf(run));
  }
  return [joined];
}

function startOf({ rows, from }: Run): number {
  return rows.offsets[from] as number;
}

function endOf({ rows, to }: Run): number {
  return (rows.offsets[to] as number) - rows.separator.length;
}
