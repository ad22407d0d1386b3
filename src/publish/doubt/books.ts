/**
 * The rules of doubt that hold the books of one market against each other. Books move one after the other, so a quote is in
 * doubt only when it is far from where the books stood at any time of the day before and the day after.
 */
import { median } from "../../domain/consensus.ts";
import { doubtNumber } from "../../domain/evidence.ts";
import type { Thresholds } from "../../domain/sports/kinds.ts";
import { dayMs, hourMs, minuteMs } from "../../domain/times.ts";
import type { Stretch } from "../../ledger/captures.ts";
import { chanceText, hasFineSpread, periodPatience, periodScale, pointsText, type Sheet, thresholds } from "./sheet.ts";

/** Fewer books have no middle that one of them could be far from. */
const leastBooks = 3;
/** A quote of a book that is alone is compared with those of the others so soon after it. */
const soonMs = 3 * hourMs;
/** A quote is compared with where the books stood so long before and after it. */
const comparedWithinMs = dayMs;
/** A quote that is older than this says nothing any more of where its book stands. */
const standsForMs = 1.5 * dayMs;
/** When more of the books than this are far from the others, nobody knows which are right. */
const mostSuspects = 1 / 3;
/** Captures of a book within so much time are one round. */
const sameRoundMs = 10 * minuteMs;

/** The books of a market at one time: the captures that they showed last, and the middle of what these expect. */
type Center = { readonly timeMs: number; readonly value: number; readonly shown: readonly number[] };

/** The books of a market at every time of a capture, in order, and how far true quotes of it are apart at most. */
type Books = { readonly sheet: Sheet; readonly centers: readonly Center[]; readonly most: number };

/** Null where no two quotes are that far apart, as in most markets, or where they cannot be compared. */
function booksOf(sheet: Sheet, lines: readonly Stretch[], which: "fromBooks" | "leap"): Books | null {
  const [first] = lines;
  if (first === undefined || lines.length < 2) return null;
  const { period, market } = first;
  if (market === "spread" && !hasFineSpread(sheet.sport, period)) return null;
  const most = boundOf(thresholds[sheet.sport][which], first);
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const line of lines) {
    for (const at of comparableIn(sheet, line)) {
      const value = sheet.expects[at] as number;
      if (value < lowest) lowest = value;
      if (value > highest) highest = value;
    }
  }
  return highest - lowest > most ? { sheet, centers: centersOf(sheet, lines), most } : null;
}

function boundOf(bounds: Thresholds["fromBooks"], { period, market }: Stretch): number {
  if (market === "moneyline") return bounds.moneyline * (period === "full" ? 1 : periodPatience);
  const points = market === "spread" ? bounds.spread : bounds.total;
  return period === "full" ? points : points * periodScale[period] * periodPatience;
}

/** The sound captures of a book. Openings that are stated without a time may be months apart, so that they say nothing of each other. */
function* comparableIn(sheet: Sheet, { from, to }: Stretch): Generator<number> {
  for (let at = from; at < to; at++) {
    if (sheet.isSound(at) && sheet.captures.times[at] !== Number.NEGATIVE_INFINITY) yield at;
  }
}

function centersOf(sheet: Sheet, lines: readonly Stretch[]): Center[] {
  const { times } = sheet.captures;
  const timeOf = (at: number): number => times[at] as number;
  const captures = lines.flatMap((line, book) => Array.from(comparableIn(sheet, line), (at) => ({ at, book })));
  // A difference of infinities is no number.
  captures.sort((a, b) => (times[a.at] === times[b.at] ? 0 : timeOf(a.at) - timeOf(b.at)));
  const last = new Map<number, number>();
  return captures.flatMap(({ at, book }, index): Center[] => {
    last.set(book, at);
    const timeMs = timeOf(at);
    const next = captures[index + 1];
    if (next !== undefined && times[next.at] === timeMs) return [];
    const shown = [...last.values()].filter((each) => times[each] === timeMs || timeMs - timeOf(each) <= standsForMs);
    return [{ timeMs, value: median(shown.map((each) => sheet.expects[each] as number)), shown }];
  });
}

/** The centers from one time to another, both inclusive. A game may have thousands, so the first is found by halving. */
function within(centers: readonly Center[], fromMs: number, untilMs: number): Center[] {
  let [first, end] = [0, centers.length];
  while (first < end) {
    const middle = (first + end) >>> 1;
    if ((centers[middle] as Center).timeMs < fromMs) first = middle + 1;
    else end = middle;
  }
  while (end < centers.length && (centers[end] as Center).timeMs <= untilMs) end++;
  return centers.slice(first, end);
}

/** All books that leap to another line at once, and back again: they are far from where they stood before and where they stood after. */
export function doubtLeaps(sheet: Sheet, lines: readonly Stretch[]): void {
  const books = booksOf(sheet, lines, "leap");
  if (books === null) return;
  const { centers, most } = books;
  if (lines.filter((line) => isLeaping(sheet, line, most)).length < 2) return;
  for (const { timeMs, value, shown } of centers) {
    const near = within(centers, timeMs - comparedWithinMs, timeMs + comparedWithinMs);
    const levelOf = (side: readonly Center[]): number => {
      const values = side.flatMap((center) => (center.shown.length >= 2 ? [center.value] : []));
      return values.length === 0 ? Number.NaN : median(values);
    };
    const before = levelOf(near.filter((center) => center.timeMs < timeMs));
    const after = levelOf(near.filter((center) => center.timeMs > timeMs));
    const isFarFrom = (level: number): boolean => Math.abs(value - level) > most;
    if (shown.length < 2 || !isFarFrom(before) || !isFarFrom(after) || value > before !== value > after) continue;
    const leapt = shown.filter((at) => Math.abs((sheet.expects[at] as number) - before) > most);
    for (const at of leapt)
      sheet.doubt(at, "books_leap", `${pointsText(value)} between ${pointsText(before)} and ${pointsText(after)}`);
  }
}

/** Whether a book moves so far from one quote to the next. */
function isLeaping(sheet: Sheet, line: Stretch, most: number): boolean {
  const values = Array.from(comparableIn(sheet, line), (at) => sheet.expects[at] as number);
  return values.some((value, index) => Math.abs(value - (values[index - 1] ?? Number.NaN)) > most);
}

export function doubtAgainstBooks(sheet: Sheet, lines: readonly Stretch[]): void {
  const books = booksOf(sheet, lines, "fromBooks");
  if (books === null) return;
  const suspects = suspectsOf(books);
  const split = new Map([...splitBooksOf(books, suspects), ...splitAtEnd(books)]);
  for (const [at, center] of suspects) sheet.doubt(at, "against_books", evidenceOf(sheet, at, center));
  for (const [at, center] of split) sheet.doubt(at, "books_split", evidenceOf(sheet, at, center));
}

/** The captures that are further than the bound from every center of their window, with what the books stood at then or soon after. */
function suspectsOf(books: Books): Map<number, number> {
  const suspects = new Map<number, number>();
  for (const own of books.centers) {
    for (const at of own.shown) {
      const level = books.sheet.captures.times[at] === own.timeMs ? farFrom(books, own, at) : null;
      if (level !== null) suspects.set(at, level);
    }
  }
  return suspects;
}

/**
 * Where the books stood that a capture is far from; null where it is not far. Two books are far from each other when they are
 * further apart than one may be from a middle on either side.
 */
function farFrom({ sheet, centers, most }: Books, own: Center, at: number): number | null {
  const value = sheet.expects[at] as number;
  const distance = (other: Center): number => Math.abs(value - levelWithout(sheet, other, at));
  if (distance(own) <= most) return null;
  const near = within(centers, own.timeMs - comparedWithinMs, own.timeMs + comparedWithinMs);
  if (near.some((center) => distance(center) <= most)) return null;
  // A book without others is compared with those that come soon after.
  const comparable = near.filter((center) => {
    return center.timeMs <= own.timeMs + soonMs && distance(center) !== Number.POSITIVE_INFINITY;
  });
  const apart = ({ timeMs }: Center): number => Math.abs(timeMs - own.timeMs);
  const [nearest] = comparable.sort((a, b) => apart(a) - apart(b));
  return nearest === undefined || isPassed(near, value) ? null : levelWithout(sheet, nearest, at);
}

/** The middle of the books; in a market of two the nearest other one. Without another it is infinite. */
function levelWithout({ captures: { series }, expects }: Sheet, { shown, value }: Center, at: number): number {
  if (shown.length >= leastBooks) return value;
  const own = expects[at] as number;
  const others = shown.filter((other) => series[other] !== series[at]).map((other) => expects[other] as number);
  const [nearest = Number.POSITIVE_INFINITY] = others.sort((a, b) => Math.abs(own - a) - Math.abs(own - b));
  return nearest;
}

/** Whether the books went past a value in the window: then a book may have stopped there on its way. */
function isPassed(near: readonly Center[], value: number): boolean {
  const believed = near.filter(({ shown }) => shown.length >= leastBooks);
  return believed.some((center) => center.value <= value) && believed.some((center) => center.value > value);
}

// Books whose lines fall into two groups far apart: the quotes that cannot be believed then.

/**
 * The quotes at moments when many books are suspects. Of the others, those stay that the books stood near at a moment
 * without such a quarrel.
 */
function splitBooksOf({ sheet, centers, most }: Books, suspects: ReadonlyMap<number, number>): Map<number, number> {
  const split = new Map<number, number>();
  if (suspects.size === 0) return split;
  const isQuarrel = ({ shown }: Center): boolean =>
    shown.filter((at) => suspects.has(at)).length > Math.max(1, shown.length * mostSuspects);
  const others = centers.filter((center) => !isQuarrel(center) && center.shown.length >= 2);
  for (const { shown, timeMs, value: middle } of centers.filter(isQuarrel)) {
    const near = within(others, timeMs - comparedWithinMs, timeMs + comparedWithinMs);
    for (const at of shown) {
      const isBacked = near.some(({ value }) => Math.abs(value - (sheet.expects[at] as number)) <= most);
      if (!suspects.has(at) && !split.has(at) && !isBacked) split.set(at, middle);
    }
  }
  return split;
}

/** The last quotes of books that stand in two camps: those of a camp in which the books did not stand before. */
function splitAtEnd({ sheet, centers, most }: Books): Map<number, number> {
  const last = centers.at(-1);
  if (last === undefined) return new Map();
  const expectedAt = (at: number): number => sheet.expects[at] as number;
  const shown = last.shown.toSorted((a, b) => expectedAt(a) - expectedAt(b));
  const gap = shown.findIndex(
    (at, place) => place > 0 && expectedAt(at) - expectedAt(shown[place - 1] as number) > most,
  );
  const camps = gap === -1 ? [] : [shown.slice(0, gap), shown.slice(gap)];
  if (camps.some(({ length }) => length < Math.max(2, shown.length * mostSuspects))) return new Map();
  // While the books of one round of captures come in one after the other, their middle is at either camp for a moment.
  const begun = Math.min(...shown.map((at) => sheet.captures.times[at] as number));
  const before = within(centers, begun - standsForMs, begun).filter((center) => {
    return center.timeMs < begun && center.shown.length >= 2;
  });
  const isBacked = (camp: readonly number[]): boolean => {
    const level = median(camp.map(expectedAt));
    return before.some(({ value }) => Math.abs(value - level) <= most / 2);
  };
  return new Map(
    camps.filter((camp) => !isBacked(camp)).flatMap((camp) => camp.map((at) => [at, last.value] as const)),
  );
}

/** Logits of moneylines are written as the chance of home. */
function evidenceOf({ captures, expects }: Sheet, at: number, center: number): string {
  const value = expects[at] as number;
  if (Number.isNaN(captures.lines[at]))
    return `home is given ${chanceText(value)}, by the books together ${chanceText(center)}`;
  return `the quote expects ${pointsText(value)}, the books together ${pointsText(center)}`;
}

/** A book that is far from the others in two markets at once shows another game: then nothing of that round of captures is believed. */
export function doubtWholeRounds(sheet: Sheet, lines: readonly Stretch[]): void {
  if (!sheet.hasDoubts) return;
  const timeOf = (at: number): number => sheet.captures.times[at] as number;
  const isSameRound = (one: number, other: number): boolean => one === other || Math.abs(one - other) <= sameRoundMs;
  const far = doubtNumber("against_books");
  for (const ofBook of Map.groupBy(lines, ({ book }) => book).values()) {
    const doubted = ofBook.map((line) =>
      sheet
        .doubtedIn(line)
        .filter((at) => sheet.doubts[at] === far)
        .map(timeOf),
    );
    const shared = doubted.flatMap((times, market) =>
      times.filter((time) => doubted.slice(market + 1).some((other) => other.some((each) => isSameRound(each, time)))),
    );
    if (shared.length === 0) continue;
    for (const { from, to } of ofBook) {
      for (let at = from; at < to; at++) {
        if (sheet.isSound(at) && shared.some((time) => isSameRound(time, timeOf(at))))
          sheet.doubt(at, "against_books", "other markets at the same time are far from the other books");
      }
    }
  }
}
