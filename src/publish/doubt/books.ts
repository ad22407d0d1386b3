/**
 * The rules of doubt that hold the books of one market against each other. Books move one after the other, so a quote is in
 * doubt only when it is far from where the books stood at any time of the day before and the day after.
 */

import { median } from "../../domain/consensus.ts";
import { doubtNumber } from "../../domain/doubt-names.ts";
import { hourMs, minuteMs } from "../../domain/durations.ts";
import type { Thresholds } from "../../domain/sports/plausibility.ts";
import type { Stretch } from "../../ledger/captures.ts";
import {
  type Center,
  centersOf,
  comparedWithinMs,
  doubtLeaps,
  isComparable,
  standsForMs,
  windowAfter,
  windowBefore,
} from "./centers.ts";
import { evidenceOf, hasFineSpread, periodPatience, periodScale, type Sheet, thresholds } from "./sheet.ts";

/** Fewer books have no middle that one of them could be far from. */
const leastBooks = 3;
/** A quote of a book that is alone is compared with those of the others so soon after it. */
const soonMs = 3 * hourMs;

export function doubtBooks(sheet: Sheet): void {
  for (const ofPeriod of Map.groupBy(sheet.stretches, ({ period }) => period).values()) {
    for (const ofMarket of Map.groupBy(ofPeriod, ({ market }) => market).values()) doubtMarket(sheet, ofMarket);
    doubtWholeRounds(sheet, ofPeriod);
  }
}

function doubtMarket(sheet: Sheet, stretches: readonly Stretch[]): void {
  const [first] = stretches;
  if (first === undefined || stretches.length < 2) return;
  if (first.market === "spread" && !hasFineSpread(sheet.sport, first.period)) return;
  const bounds = thresholds[sheet.sport];
  const most = boundOf(bounds.fromBooks, first);
  const span = spanOf(sheet, stretches);
  if (span <= most) return;
  const leap = boundOf(bounds.leap, first);
  if (span > leap) doubtLeaps(sheet, stretches, leap);
  if (areTogether(sheet, stretches, most)) return;
  const centers = centersOf(sheet, stretches);
  const suspects = suspectsOf(sheet, centers, most);
  const split = new Map([...splitBooksOf(sheet, centers, suspects, most), ...splitAtEnd(sheet, centers, most)]);
  for (const [at, center] of suspects) sheet.doubt(at, "against_books", evidenceOf(sheet, at, center));
  for (const [at, center] of split) sheet.doubt(at, "books_split", evidenceOf(sheet, at, center));
}

function boundOf(bounds: Thresholds["fromBooks"], { period, market }: Stretch): number {
  if (market === "moneyline") return bounds.moneyline * (period === "full" ? 1 : periodPatience);
  const points = market === "spread" ? bounds.spread : bounds.total;
  return period === "full" ? points : points * periodScale[period] * periodPatience;
}

/** Most markets never move so far that any quote could be far from another. */
function spanOf(sheet: Sheet, stretches: readonly Stretch[]): number {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { from, to } of stretches) {
    for (let at = from; at < to; at++) {
      if (!isComparable(sheet, at)) continue;
      const value = sheet.expects[at] as number;
      if (value < least) least = value;
      if (value > most) most = value;
    }
  }
  return most - least;
}

/** Whether every quote is near at least half of what the other books showed last. This is a quick test: most markets pass it. */
function areTogether(sheet: Sheet, stretches: readonly Stretch[], most: number): boolean {
  const { captures, expects } = sheet;
  const next = stretches.map(({ from }) => from);
  const last = new Float64Array(stretches.length).fill(Number.NaN);
  for (;;) {
    let book = -1;
    let time = Number.POSITIVE_INFINITY;
    for (let each = 0; each < next.length; each++) {
      const at = next[each] as number;
      if (at >= (stretches[each] as Stretch).to) continue;
      const own = captures.times[at] as number;
      if (book !== -1 && own >= time) continue;
      book = each;
      time = own;
    }
    if (book === -1) return true;
    const at = next[book] as number;
    next[book] = at + 1;
    if (!isComparable(sheet, at)) continue;
    const value = expects[at] as number;
    last[book] = value;
    let [near, others] = [0, 0];
    for (let each = 0; each < last.length; each++) {
      const other = last[each] as number;
      if (each === book || Number.isNaN(other)) continue;
      others++;
      if (Math.abs(other - value) <= most) near++;
    }
    if (2 * near < others) return false;
  }
}

/** The captures that are further than the bound from every center of their window. */
function suspectsOf(sheet: Sheet, centers: readonly Center[], most: number): Map<number, number> {
  const suspects = new Map<number, number>();
  for (const [index, center] of centers.entries()) {
    for (const at of center.shown) {
      if (sheet.captures.times[at] !== center.timeMs) continue;
      if (isFar(sheet, { centers, index, at, most })) suspects.set(at, center.value);
    }
  }
  return suspects;
}

type Compared = {
  readonly centers: readonly Center[];
  readonly index: number;
  readonly at: number;
  readonly most: number;
};

/** Two books are far from each other when they are further apart than one may be from a middle on either side. */
function isFar(sheet: Sheet, { centers, index, at, most }: Compared): boolean {
  const value = sheet.expects[at] as number;
  const distance = (other: Center): number =>
    other.shown.length >= leastBooks ? Math.abs(value - other.value) : fromOthers(sheet, other, at);
  if (distance(centers[index] as Center) <= most) return false;
  const near = [centers[index] as Center, ...windowBefore(centers, index), ...windowAfter(centers, index)];
  if (near.some((center) => distance(center) <= most)) return false;
  // A book without others is compared with those that come soon after.
  const { timeMs } = centers[index] as Center;
  const isSoon = (center: Center): boolean => center.timeMs === timeMs || center.timeMs - timeMs <= soonMs;
  const hasOthers = near.some((center) => isSoon(center) && distance(center) !== Number.POSITIVE_INFINITY);
  return hasOthers && !isPassed(near, value);
}

/** In a market of two books, the distance from the other one; without another there is none. */
function fromOthers(sheet: Sheet, { shown }: Center, at: number): number {
  const own = bookOf(sheet, at);
  const others = shown.filter((other) => bookOf(sheet, other) !== own);
  if (others.length === 0) return Number.POSITIVE_INFINITY;
  return Math.min(...others.map((other) => Math.abs((sheet.expects[at] as number) - (sheet.expects[other] as number))));
}

function bookOf(sheet: Sheet, at: number): number {
  return Math.floor((sheet.captures.series[at] as number) / 65_536);
}

/** Whether the books went past a value in the window: then a book may have stopped there on its way. */
function isPassed(near: readonly Center[], value: number): boolean {
  let [isBelow, isAbove] = [false, false];
  for (const { value: other, shown } of near) {
    if (shown.length < leastBooks) continue;
    if (other <= value) isBelow = true;
    else isAbove = true;
  }
  return isBelow && isAbove;
}

// Books whose lines fall into two groups far apart: the quotes that cannot be believed then.

/** When more of the books than this are far from the others, nobody knows which are right. */
const mostSuspects = 1 / 3;

/**
 * The quotes at moments when many books are suspects. Of the others, those stay that the books stood near at a moment
 * without such a quarrel.
 */
function splitBooksOf(
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
function splitAtEnd(sheet: Sheet, centers: readonly Center[], most: number): Map<number, number> {
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

// A book that shows another game shows it in all of its markets.

/** Captures of a book within so much time are one round. */
const sameRoundMs = 10 * minuteMs;

/** A book that is far from the others in two markets at once shows another game: then nothing of that round of captures is believed. */
function doubtWholeRounds(sheet: Sheet, ofPeriod: readonly Stretch[]): void {
  const { captures, doubts } = sheet;
  const far = doubtNumber("against_books");
  if (!doubts.includes(far)) return;
  for (const ofBook of Map.groupBy(ofPeriod, ({ book }) => book).values()) {
    const doubted = ofBook.map(({ from, to }) => {
      const times: number[] = [];
      for (let at = from; at < to; at++) if (doubts[at] === far) times.push(captures.times[at] as number);
      return times;
    });
    const shared = doubted.flatMap((times, market) =>
      times.filter((time) =>
        doubted.some((others, other) => other > market && others.some((each) => isSameRound(each, time))),
      ),
    );
    if (shared.length === 0) continue;
    for (const { from, to } of ofBook) {
      for (let at = from; at < to; at++) {
        if (sheet.isSound(at) && shared.some((time) => isSameRound(time, captures.times[at] as number))) {
          sheet.doubt(at, "against_books", "other markets at the same time are far from the other books");
        }
      }
    }
  }
}

function isSameRound(one: number, other: number): boolean {
  return one === other || Math.abs(one - other) <= sameRoundMs;
}
