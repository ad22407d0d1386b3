/** All books that leap to another line at once, and back again. */

import { median } from "../../domain/consensus.ts";
import type { Stretch } from "../../ledger/captures.ts";
import { type Center, centersOf, isComparable, windowAfter, windowBefore } from "./centers.ts";
import { pointsText, type Sheet } from "./sheet.ts";

/** Moments at which all books are far from where they stood before and where they stood after. */
export function doubtLeaps(sheet: Sheet, stretches: readonly Stretch[], most: number): void {
  if (countLeaping(sheet, stretches, most) < 2) return;
  const centers = centersOf(sheet, stretches).filter(({ shown }) => shown.length >= 2);
  for (const [index, { value, shown }] of centers.entries()) {
    const [earlier, later] = [windowBefore(centers, index), windowAfter(centers, index)];
    const isFarOfSome = (near: readonly Center[]): boolean =>
      near.some((other) => Math.abs(value - other.value) > most);
    if (!isFarOfSome(earlier) || !isFarOfSome(later)) continue;
    const [before, after] = [levelOf(earlier), levelOf(later)];
    if (before === null || after === null || Math.abs(value - before) <= most || Math.abs(value - after) <= most)
      continue;
    if (value > before !== value > after) continue;
    for (const at of shown) {
      if (Math.abs((sheet.expects[at] as number) - before) > most)
        sheet.doubt(at, "books_leap", `${pointsText(value)} between ${pointsText(before)} and ${pointsText(after)}`);
    }
  }
}

/** How many books move so far from one quote to the next. */
function countLeaping(sheet: Sheet, stretches: readonly Stretch[], most: number): number {
  const isLeaping = ({ from, to }: Stretch): boolean => {
    let before = Number.NaN;
    for (let at = from; at < to; at++) {
      if (!isComparable(sheet, at)) continue;
      const value = sheet.expects[at] as number;
      if (Math.abs(value - before) > most) return true;
      before = value;
    }
    return false;
  };
  return stretches.filter(isLeaping).length;
}

function levelOf(centers: readonly Center[]): number | null {
  return centers.length === 0 ? null : median(centers.map(({ value }) => value));
}
