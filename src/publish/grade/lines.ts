/** Folds the captures of a game to the lines of each book. */
import { type Book, consensusBookId } from "../../domain/books.ts";
import { type ConsensusQuotes, consensus } from "../../domain/consensus.ts";
import {
  areSameQuotes,
  decidingMoments,
  momentUpTo,
  type OpenClose,
  plainQuote,
  type Quote,
  type QuoteMoment,
  quoteAt,
} from "../../domain/fold.ts";
import { type SettledQuote, settleMoments } from "../../domain/settle.ts";
import { type Market, markets, type OddsPeriod } from "../../domain/sports.ts";
import { isStaleClose } from "../../domain/stale-closes.ts";
import { CaptureList, type Captures, mirrorCaptures, type Stretch, stretchesOf } from "../../ledger/captures.ts";
import type { PricedEvent } from "../../ledger/events.ts";
import { type LineEntry, lineKey, type TimedQuote } from "../../release/game-lines.ts";
import type { LineRun, LineSeries } from "../../release/line-path.ts";
import type { Sheet } from "../doubt/sheet.ts";
import type { LedgerGame } from "../match/assemble.ts";

/** The lines of one book in one period. Each quote says when it was captured and what it contradicts. */
export type BookPeriod = {
  readonly bookId: number;
  readonly book: Book;
  readonly markets: Readonly<Partial<Record<Market, OpenClose<SettledQuote>>>>;
};

/**
 * Per period, the published books that posted something before the start, by book id [D-14, D-22, D-24].
 * @param captures those of the sheet that no rule doubts.
 */
export function foldGame(captures: Captures, sheet: Sheet): Map<OddsPeriod, BookPeriod[]> {
  const series = momentsOf(captures, sheet.startMs);
  return new Map(
    [...Map.groupBy(series, ({ period }) => period)].map(([period, lines]) => [period, settlePeriod(lines, sheet)]),
  );
}

/** Everything that one book showed for one market of one period. */
type Series = {
  readonly book: Book;
  readonly period: OddsPeriod;
  readonly market: Market;
  readonly moments: OpenClose<QuoteMoment>;
};

function momentsOf(captures: Captures, startMs: number): Series[] {
  return stretchesOf(captures).flatMap(({ book, period, market, from, to }) => {
    if (!book.usFacing) return [];
    const moments = decidingMoments(captures, from, to, startMs);
    return moments.open === null && moments.close === null ? [] : [{ book, period, market, moments }];
  });
}

/** Books that are asked which of another book's quotes they agree with are those of the same market [D-43]. */
function settlePeriod(ofPeriod: readonly Series[], sheet: Sheet): BookPeriod[] {
  const byBook = new Map<Book, Partial<Record<Market, OpenClose<SettledQuote>>>>();
  for (const [market, ofMarket] of Map.groupBy(ofPeriod, (each) => each.market)) {
    const open = settleMoments(ofMarket.map(({ moments }) => moments.open));
    const close = settleMoments(ofMarket.map(({ moments }) => moments.close));
    for (const [index, line] of ofMarket.entries()) {
      const settled = close[index] ?? null;
      const lines = byBook.getOrInsertComputed(line.book, () => ({}));
      lines[market] = { open: open[index] ?? null, close: isOutdated(line, settled, sheet) ? null : settled };
    }
  }
  return [...byBook]
    .map(([book, lines]) => ({ bookId: book.bookId, book, markets: lines }))
    .sort((a, b) => a.bookId - b.bookId);
}

/** A closing that is stale because newer quotes of its book are in doubt is none [D-51]. */
function isOutdated({ book, period, market }: Series, close: SettledQuote | null, sheet: Sheet): boolean {
  const closeMs = close?.timeMs ?? null;
  if (closeMs === null || !isStaleClose(closeMs, sheet.startMs)) return false;
  const line = sheet.stretches.find((each) => each.book === book && each.period === period && each.market === market);
  return line !== undefined && sheet.doubtedIn(line).some((at) => (sheet.captures.times[at] as number) > closeMs);
}

/** The captures of an event, with the game's home side as home. Those at or after the start are still among them. */
export type EventCaptures = { readonly event: PricedEvent; readonly captures: Captures };

export function capturesOfGame({ records: [{ home }], events }: LedgerGame<PricedEvent>): EventCaptures[] {
  return events.map((event) => {
    return { event, captures: event.home === home ? event.captures : mirrorCaptures(event.captures) };
  });
}

/** The captures of all events of a game. */
export function mergedCaptures(captures: readonly Captures[]): Captures {
  const [only] = captures;
  if (only !== undefined && captures.length === 1) return only;
  const list = new CaptureList();
  for (const part of captures) list.addAll(part);
  return list.sorted();
}

// Makes the path of every line of a game before its start, of the captures that its lines are folded from.

/**
 * A moment at which a book's captures disagree shows the quote that counts. At the opening and the closing that is what is
 * published. In between it is decided by the same rule [D-43], and the other books are asked what they showed last at that
 * time. What a provider states without a time is on the path where it is the published opening or closing.
 *
 * Runs of quotes in doubt stand among the others.
 *
 * @param captures those of the sheet that no rule doubts.
 * @param folded the lines of these captures.
 * @returns by key.
 */
export function lineSeries(
  captures: Captures,
  folded: ReadonlyMap<OddsPeriod, readonly BookPeriod[]>,
  sheet: Sheet,
): LineSeries[] {
  const stretches = publishedStretches(captures, folded);
  const byKey = new Map<number, readonly LineRun[]>();
  for (const stretch of stretches) {
    const settle = (timeMs: number): Quote => countsAt(captures, stretch, stretches, timeMs);
    const runs = capturedRuns(captures, stretch, sheet.startMs, settle);
    byKey.set(stretch.key, runs.length === 0 ? statedRuns(stretch.ends) : runs);
  }
  for (const line of sheet.stretches) {
    const doubted = doubtedRuns(sheet, line);
    if (doubted.length === 0) continue;
    const key = lineKey(line.period, line.market, line.book.bookId);
    byKey.set(
      key,
      [...(byKey.get(key) ?? []), ...doubted].sort((a, b) => timeOf(a) - timeOf(b)),
    );
  }
  return [...byKey].map(([key, runs]) => ({ key, runs })).sort((a, b) => a.key - b.key);
}

/** The captures of one published series, from `from` to before `to`, with its published opening and closing. */
type PublishedStretch = {
  /** See `lineKey`. */
  readonly key: number;
  readonly from: number;
  readonly to: number;
  readonly ends: OpenClose<SettledQuote>;
};

/** Series that nothing is published of have no path. */
function publishedStretches(
  captures: Captures,
  folded: ReadonlyMap<OddsPeriod, readonly BookPeriod[]>,
): PublishedStretch[] {
  return stretchesOf(captures).flatMap(({ book, period, market, from, to }) => {
    const ends = folded.get(period)?.find(({ bookId }) => bookId === book.bookId)?.markets[market];
    return ends === undefined ? [] : [{ key: lineKey(period, market, book.bookId), from, to, ends }];
  });
}

type GrowingRun = { -readonly [Member in keyof LineRun]: LineRun[Member] };

/** Lets the last run grow by a capture that shows what it shows, and begins a new one with any other. */
function take(runs: GrowingRun[], timeMs: number | null, quote: Quote, doubt = 0): void {
  const run = runs.at(-1);
  if (run !== undefined && timeMs !== null && run.doubt === doubt && areSameQuotes(run.quote, quote)) {
    run.lastMs = timeMs;
    run.captures++;
  } else runs.push({ quote, firstMs: timeMs, lastMs: timeMs, captures: 1, isOpen: false, isClose: false, doubt });
}

/** @param settle decides between several quotes of a moment that is neither the opening nor the closing. */
function capturedRuns(
  captures: Captures,
  { from, to, ends }: PublishedStretch,
  startMs: number,
  settle: (timeMs: number) => Quote,
): LineRun[] {
  const { times } = captures;
  const runs: GrowingRun[] = [];
  for (let at = from; at < to; ) {
    const timeMs = times[at] as number;
    let next = at + 1;
    while (next < to && times[next] === timeMs) next++;
    if (timeMs >= startMs) break;
    if (timeMs !== Number.NEGATIVE_INFINITY) {
      if (next === at + 1) take(runs, timeMs, quoteAt(captures, at));
      else for (const quote of quotesThatCount(timeMs, ends, settle)) take(runs, timeMs, quote);
    }
    at = next;
  }
  // A closing that is older than its sport allows because newer quotes are in doubt is none [D-51].
  const [first, last] = [runs[0], runs.at(-1)];
  if (first !== undefined) first.isOpen = true;
  if (last !== undefined) last.isClose = ends.close !== null;
  return runs;
}

function doubtedRuns(sheet: Sheet, line: Stretch): LineRun[] {
  const runs: GrowingRun[] = [];
  for (const at of sheet.doubtedIn(line)) {
    const time = sheet.captures.times[at] as number;
    take(runs, Number.isFinite(time) ? time : null, quoteAt(sheet.captures, at), sheet.doubts[at]);
    const run = runs.at(-1);
    if (run !== undefined && time === Number.NEGATIVE_INFINITY) run.isStatedOpen = true;
  }
  return runs;
}

/** A stated opening is before all captures, a stated closing after them. */
function timeOf({ firstMs, isOpen, isStatedOpen }: LineRun): number {
  if (firstMs !== null) return firstMs;
  return isOpen || isStatedOpen === true ? Number.MIN_SAFE_INTEGER : Number.MAX_SAFE_INTEGER;
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

/** Finds the capture of a book that counts at a time that is neither its opening nor its closing. */
function countsAt(
  captures: Captures,
  own: PublishedStretch,
  stretches: readonly PublishedStretch[],
  timeMs: number,
): Quote {
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

/** The lines of a built game as they are published. @param agreedOnGame the consensus of the whole game. */
export function lineEntries(
  folded: ReadonlyMap<OddsPeriod, readonly BookPeriod[]>,
  agreedOnGame = consensus(folded.get("full") ?? []),
): LineEntry[] {
  const entries: LineEntry[] = [];
  for (const [period, books] of folded) {
    addEntries(entries, { period, books, agreed: period === "full" ? agreedOnGame : consensus(books) });
  }
  return entries;
}

type PeriodLines = {
  readonly period: OddsPeriod;
  readonly books: readonly BookPeriod[];
  readonly agreed: ConsensusQuotes | null;
};

/** The lines of the books, and the consensus of the markets that one has posted: no single capture, so it has no time. */
function addEntries(entries: LineEntry[], { period, books, agreed }: PeriodLines): void {
  const posted = new Set<Market>();
  for (const { bookId, markets: lines } of books) {
    for (const market of markets) {
      const { open = null, close = null } = lines[market] ?? nothing;
      if (open === null && close === null) continue;
      posted.add(market);
      entries.push({ period, market, bookId, open, close });
    }
  }
  if (agreed === null) return;
  for (const market of posted) {
    const { open, close } = agreed[market];
    entries.push({ period, market, bookId: consensusBookId, open: untimed(open), close: untimed(close) });
  }
}

const nothing = { open: null, close: null };

function untimed({ line, first, second }: Quote): TimedQuote | null {
  return line === null && first === null && second === null ? null : { line, first, second, timeMs: null };
}
