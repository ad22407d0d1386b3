/**
 * The rules of doubt that hold the books of one market against each other. Books move one after the other, so a quote is in
 * doubt only when it is far from where the books stood at any time of the day before and the day after.
 */

import { doubtNumber } from "../../domain/doubt-names.ts";
import { dayMs, hourMs, minuteMs } from "../../domain/durations.ts";
import { type Center, centersOf, isComparable } from "./centers.ts";
import { middle } from "./middle.ts";
import type { Sheet, Stretch } from "./sheet.ts";
import { hasFineSpread, periodPatience, periodScale, type Thresholds, thresholds } from "./thresholds.ts";

/** Fewer books have no middle that one of them could be far from. */
const leastBooks = 3;
const windowMs = dayMs;
/** What a book shows alone is compared with what the others show so soon after it. */
const soonMs = 3 * hourMs;
/** When more of the books than this are far from the others, nobody knows which are right. */
const mostSuspects = 1 / 3;
/** A book's markets of so much time are one look at it. */
const sameLookMs = 10 * minuteMs;

export function doubtBooks(sheet: Sheet): void {
  for (const ofPeriod of Map.groupBy(sheet.stretches, ({ period }) => period).values()) {
    for (const ofMarket of Map.groupBy(ofPeriod, ({ market }) => market).values()) doubtMarket(sheet, ofMarket);
    doubtWholeLooks(sheet, ofPeriod);
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
  if (span > leap && countLeaping(sheet, stretches, leap) >= 2) doubtLeaps(sheet, stretches, leap);
  if (areTogether(sheet, stretches, most)) return;
  const centers = centersOf(sheet, stretches);
  const suspects = suspectsOf(sheet, centers, most);
  const split = new Map([...splitOf(sheet, centers, suspects, most), ...splitAtEnd(sheet, centers, most)]);
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

/** Whether every quote is near at least half of what the other books showed last. It is a fast look: most markets are so. */
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

type Look = {
  readonly centers: readonly Center[];
  readonly index: number;
  readonly at: number;
  readonly most: number;
};

/** Two books are far from each other when they are further apart than one may be from a middle on either side. */
function isFar(sheet: Sheet, { centers, index, at, most }: Look): boolean {
  const value = sheet.expects[at] as number;
  const distance = (other: Center): number =>
    other.shown.length >= leastBooks ? Math.abs(value - other.value) : fromOthers(sheet, other, at);
  if (distance(centers[index] as Center) <= most) return false;
  const near = [centers[index] as Center, ...windowBefore(centers, index), ...windowAfter(centers, index)];
  if (near.some((center) => distance(center) <= most)) return false;
  // A book that is alone is far from nobody, unless others come soon.
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

/** The centers of the day before one, the nearest first. */
function windowBefore(centers: readonly Center[], index: number): Center[] {
  const { timeMs } = centers[index] as Center;
  const found: Center[] = [];
  for (let before = index - 1; before >= 0; before--) {
    const center = centers[before] as Center;
    if (timeMs - center.timeMs > windowMs) break;
    found.push(center);
  }
  return found;
}

/** The centers of the day after one. */
function windowAfter(centers: readonly Center[], index: number): Center[] {
  const { timeMs } = centers[index] as Center;
  const found: Center[] = [];
  for (let after = index + 1; after < centers.length; after++) {
    const center = centers[after] as Center;
    if (center.timeMs - timeMs > windowMs) break;
    found.push(center);
  }
  return found;
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

/**
 * The quotes at moments when many books are suspects. Of the others, those stay that the books stood near at a moment
 * without such a quarrel.
 */
function splitOf(
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
          Math.abs(other.timeMs - (centers[index] as Center).timeMs) <= windowMs &&
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
  const begun = Math.min(...camps.map((camp) => Math.max(...camp.map((at) => sheet.captures.times[at] as number))));
  const before = centers.filter(({ timeMs }) => timeMs < begun && begun - timeMs <= windowMs);
  const isBacked = (camp: readonly number[]): boolean => {
    const level = middle(camp.map((at) => sheet.expects[at] as number));
    return before.some(({ value, shown: { length } }) => length >= 2 && Math.abs(value - level) <= most / 2);
  };
  return new Map(
    camps.filter((camp) => !isBacked(camp)).flatMap((camp) => camp.map((at) => [at, last.value] as const)),
  );
}

/** Moments at which all books are far from where they stood before and where they stood after. */
function doubtLeaps(sheet: Sheet, stretches: readonly Stretch[], most: number): void {
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
        sheet.doubt(at, "books_leap", `${inWords(value)} between ${inWords(before)} and ${inWords(after)}`);
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
  return centers.length === 0 ? null : middle(centers.map(({ value }) => value));
}

/** A book that is far from the others in two markets at once shows another game: then nothing of that look is believed. */
function doubtWholeLooks(sheet: Sheet, ofPeriod: readonly Stretch[]): void {
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
        doubted.some((others, other) => other > market && others.some((each) => isOneLook(each, time))),
      ),
    );
    if (shared.length === 0) continue;
    for (const { from, to } of ofBook) {
      for (let at = from; at < to; at++) {
        if (sheet.isSound(at) && shared.some((time) => isOneLook(time, captures.times[at] as number))) {
          sheet.doubt(at, "against_books", "other markets of the same look are far from the other books");
        }
      }
    }
  }
}

/** Logits of moneylines are told as the chance of home. */
function evidenceOf(sheet: Sheet, at: number, center: number): string {
  const isMoneyline = Number.isNaN(sheet.captures.lines[at] as number);
  const value = sheet.expects[at] as number;
  if (isMoneyline) return `home is given ${percent(value)}, by the books together ${percent(center)}`;
  return `the quote expects ${inWords(value)}, the books together ${inWords(center)}`;
}

function percent(logit: number): string {
  return `${Math.round(100 / (1 + Math.exp(-logit)))}%`;
}

function inWords(value: number): string {
  return value.toFixed(1);
}

function isOneLook(one: number, other: number): boolean {
  return one === other || Math.abs(one - other) <= sameLookMs;
}
