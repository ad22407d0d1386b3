/** Makes the path of every line of a game before its start, of the captures that its lines are folded from. Pure. */

import { areSameQuotes, momentUpTo, type OpenClose, plainQuote, type Quote, quoteAt } from "../../domain/fold.ts";
import { type SettledQuote, settleMoments } from "../../domain/settle.ts";
import type { OddsPeriod } from "../../domain/sports.ts";
import { type Captures, stretchesOf } from "../../ledger/captures.ts";
import { lineKey } from "../../release/packed-lines.ts";
import type { LinePath, LineRun, LineSeries } from "../../release/packed-path.ts";
import type { BookPeriod } from "./lines.ts";

/**
 * A moment at which a book's captures disagree shows the quote that counts. At the opening and the closing that is what is
 * published. In between it is decided by the same rule [D-43], and the other books are asked what they showed last at that
 * time. What a provider states without a time is on the path where it is the published opening or closing.
 *
 * @param folded the lines of these captures.
 */
export function linePath(
  captures: Captures,
  folded: ReadonlyMap<OddsPeriod, readonly BookPeriod[]>,
  startMs: number,
): LinePath {
  const stretches = publishedStretches(captures, folded);
  const series = stretches.map((stretch): LineSeries => {
    const runs = capturedRuns(captures, stretch, startMs, (timeMs) => countsAt(captures, stretch, stretches, timeMs));
    return { key: stretch.key, runs: runs.length === 0 ? statedRuns(stretch.ends) : runs };
  });
  return { startMs, series };
}

/** The captures of one published series, from `from` to before `to`, with its published opening and closing. */
type Stretch = {
  /** See `lineKey`. */
  readonly key: number;
  readonly from: number;
  readonly to: number;
  readonly ends: OpenClose<SettledQuote>;
};

/** In the order of their keys. Series that nothing is published of have no path. */
function publishedStretches(captures: Captures, folded: ReadonlyMap<OddsPeriod, readonly BookPeriod[]>): Stretch[] {
  return stretchesOf(captures)
    .flatMap(({ book, period, market, from, to }) => {
      const ends = folded.get(period)?.find(({ bookId }) => bookId === book.bookId)?.markets[market];
      return ends === undefined ? [] : [{ key: lineKey(period, market, book.bookId), from, to, ends }];
    })
    .sort((a, b) => a.key - b.key);
}

type GrowingRun = { -readonly [Member in keyof LineRun]: LineRun[Member] };

/** @param settle decides between several quotes of a moment that is neither the opening nor the closing. */
function capturedRuns(
  captures: Captures,
  { from, to, ends }: Stretch,
  startMs: number,
  settle: (timeMs: number) => Quote,
): LineRun[] {
  const { times } = captures;
  const runs: GrowingRun[] = [];
  let run: GrowingRun | undefined;
  const take = (timeMs: number, quote: Quote): void => {
    if (run !== undefined && areSameQuotes(run.quote, quote)) {
      run.lastMs = timeMs;
      run.captures++;
      return;
    }
    run = { quote, firstMs: timeMs, lastMs: timeMs, captures: 1, isOpen: run === undefined, isClose: false };
    runs.push(run);
  };
  for (let at = from; at < to; ) {
    const timeMs = times[at] as number;
    let next = at + 1;
    while (next < to && times[next] === timeMs) next++;
    if (timeMs >= startMs) break;
    if (timeMs !== Number.NEGATIVE_INFINITY) {
      if (next === at + 1) take(timeMs, quoteAt(captures, at));
      else for (const quote of quotesThatCount(timeMs, ends, settle)) take(timeMs, quote);
    }
    at = next;
  }
  // A closing that is older than its sport allows because newer quotes are in doubt is none [D-51].
  if (run !== undefined) run.isClose = ends.close !== null;
  return runs;
}

/** Two quotes count where an only moment is both ends, and the books that decide about each agree with another quote. */
function quotesThatCount(
  timeMs: number,
  { open, close }: OpenClose<SettledQuote>,
  settle: (timeMs: number) => Quote,
): Quote[] {
  const counting = [open, close].flatMap((end) => (end?.timeMs === timeMs ? [plainQuote(end)] : []));
  const [first, second] = counting.length === 0 ? [plainQuote(settle(timeMs))] : counting;
  if (first === undefined) return [];
  return second === undefined || areSameQuotes(first, second) ? [first] : [first, second];
}

/** What counts of a book's captures at a time that is neither its opening nor its closing. */
function countsAt(captures: Captures, own: Stretch, stretches: readonly Stretch[], timeMs: number): Quote {
  const market = Math.floor(own.key / 2 ** 16);
  const others = stretches.filter((each) => each !== own && Math.floor(each.key / 2 ** 16) === market);
  const moments = [own, ...others].map(({ from, to }) => momentUpTo(captures, from, to, timeMs));
  const [settled = null] = settleMoments(moments);
  if (settled === null) throw new RangeError("a moment has at least one quote");
  return settled;
}

function statedRuns({ open, close }: OpenClose<SettledQuote>): LineRun[] {
  const stated = { firstMs: null, lastMs: null, captures: 1 };
  return [
    ...(open === null ? [] : [{ ...stated, quote: plainQuote(open), isOpen: true, isClose: false }]),
    ...(close === null ? [] : [{ ...stated, quote: plainQuote(close), isOpen: false, isClose: true }]),
  ];
}
