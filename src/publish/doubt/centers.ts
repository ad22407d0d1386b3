/** Where the books stand at each moment of a market: the middle of what their last quotes expect. */
import { median } from "../../domain/consensus.ts";
import { dayMs } from "../../domain/durations.ts";
import type { Stretch } from "../../ledger/captures.ts";
import { pointsText, type Sheet } from "./sheet.ts";

/** A quote is compared with where the books stood so long before and after it. */
export const comparedWithinMs = dayMs;
/** A quote that is older than this says nothing any more of where its book stands. */
export const standsForMs = 1.5 * dayMs;

/** The books of a market at one time. */
export type Center = {
  readonly timeMs: number;
  readonly value: number;
  /** The captures that the books showed last. */
  readonly shown: readonly number[];
};

/** In order of time; captures that are in doubt already say nothing. */
export function centersOf(sheet: Sheet, stretches: readonly Stretch[]): Center[] {
  const { times } = sheet.captures;
  const captures: { readonly at: number; readonly book: number }[] = [];
  for (const [book, { from, to }] of stretches.entries()) {
    for (let at = from; at < to; at++) if (isComparable(sheet, at)) captures.push({ at, book });
  }
  captures.sort((a, b) => compareTimes(times[a.at] as number, times[b.at] as number));
  const last = new Map<number, number>();
  const centers: Center[] = [];
  for (let index = 0; index < captures.length; ) {
    const timeMs = times[captures[index]?.at as number] as number;
    for (; index < captures.length; index++) {
      const { at, book } = captures[index] as { at: number; book: number };
      if (times[at] !== timeMs) break;
      last.set(book, at);
    }
    const shown = [...last.values()].filter((at) => isStanding(times[at] as number, timeMs));
    centers.push({ timeMs, value: median(shown.map((at) => sheet.expects[at] as number)), shown });
  }
  return centers;
}

/** Openings that are stated without a time may be months apart, so that they say nothing of each other. */
export function isComparable(sheet: Sheet, at: number): boolean {
  return sheet.isSound(at) && sheet.captures.times[at] !== Number.NEGATIVE_INFINITY;
}

function isStanding(shownMs: number, nowMs: number): boolean {
  return shownMs === nowMs || nowMs - shownMs <= standsForMs;
}

/** Orders infinities, too. */
function compareTimes(a: number, b: number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The centers of the day before one, the nearest first. */
export function windowBefore(centers: readonly Center[], index: number): Center[] {
  return windowFrom(centers, index, -1);
}

/** The centers of the day after one. */
export function windowAfter(centers: readonly Center[], index: number): Center[] {
  return windowFrom(centers, index, 1);
}

function windowFrom(centers: readonly Center[], index: number, step: -1 | 1): Center[] {
  const { timeMs } = centers[index] as Center;
  const found: Center[] = [];
  for (let at = index + step; at >= 0 && at < centers.length; at += step) {
    const center = centers[at] as Center;
    if (Math.abs(center.timeMs - timeMs) > comparedWithinMs) break;
    found.push(center);
  }
  return found;
}

// All books that leap to another line at once, and back again.

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
