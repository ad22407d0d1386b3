/** Books whose lines fall into two groups far apart: the quotes that cannot be believed then. */

import { median } from "../../domain/consensus.ts";
import { type Center, comparedWithinMs, standsForMs } from "./centers.ts";
import type { Sheet } from "./sheet.ts";

/** When more of the books than this are far from the others, nobody knows which are right. */
const mostSuspects = 1 / 3;

/**
 * The quotes at moments when many books are suspects. Of the others, those stay that the books stood near at a moment
 * without such a quarrel.
 */
export function splitBooksOf(
  sheet: Sheet,
  centers: readonly Center[],
  suspects: ReadonlyMap<number, number>,
  most: number,
): Map<number, number> {
  const split = new Map<number, number>();
  if (suspects.size === 0) return split;
  const isQuarrel = centers.map(
    ({ shown }) => shown.filter((at) => suspects.has(at)).length > Math.max(1, shown.length * mostSuspects),
  );
  for (const [index, { shown }] of centers.entries()) {
    if (!isQuarrel[index]) continue;
    for (const at of shown) {
      if (suspects.has(at) || split.has(at)) continue;
      const value = sheet.expects[at] as number;
      const isBacked = centers.some(
        (other, place) =>
          !isQuarrel[place] &&
          other.shown.length >= 2 &&
          Math.abs(other.timeMs - (centers[index] as Center).timeMs) <= comparedWithinMs &&
          Math.abs(other.value - value) <= most,
      );
      if (!isBacked) split.set(at, (centers[index] as Center).value);
    }
  }
  return split;
}

/** The last quotes of books that stand in two camps: those of a camp in which the books did not stand before. */
export function splitAtEnd(sheet: Sheet, centers: readonly Center[], most: number): Map<number, number> {
  const last = centers.at(-1);
  if (last === undefined) return new Map();
  const shown = last.shown.toSorted((a, b) => (sheet.expects[a] as number) - (sheet.expects[b] as number));
  const gap = shown.findIndex((at, place) => {
    const next = shown[place + 1];
    return next !== undefined && (sheet.expects[next] as number) - (sheet.expects[at] as number) > most;
  });
  const camps = gap === -1 ? [] : [shown.slice(0, gap + 1), shown.slice(gap + 1)];
  if (camps.length === 0 || camps.some(({ length }) => length < Math.max(2, shown.length * mostSuspects)))
    return new Map();
  // While the books of one round of captures come in one after the other, their middle is at either camp for a moment.
  const begun = Math.min(...shown.map((at) => sheet.captures.times[at] as number));
  const before = centers.filter(({ timeMs }) => timeMs < begun && begun - timeMs <= standsForMs);
  const isBacked = (camp: readonly number[]): boolean => {
    const level = median(camp.map((at) => sheet.expects[at] as number));
    return before.some(({ value, shown: { length } }) => length >= 2 && Math.abs(value - level) <= most / 2);
  };
  return new Map(
    camps.filter((camp) => !isBacked(camp)).flatMap((camp) => camp.map((at) => [at, last.value] as const)),
  );
}
