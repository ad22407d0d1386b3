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
import { CaptureList, type Captures, mirrorCaptures, stretchesOf } from "../../ledger/captures.ts";
import type { PricedEvent } from "../../ledger/events.ts";
import { type LineEntry, lineKey, type TimedQuote } from "../../release/game-lines.ts";
import type { LineRun, LineSeries } from "../../release/line-path.ts";
import type { LedgerGame } from "../match/assemble.ts";

/** The lines of one book in one period. Each quote says when it was captured and what it contradicts. */
export type BookPeriod = {
  readonly bookId: number;
  readonly book: Book;
  readonly markets: Readonly<Partial<Record<Market, OpenClose<SettledQuote>>>>;
};

/** Per period, the published books that posted something before the start, by book id [D-14, D-22, D-24]. */
export function foldGame(captures: Captures, startMs: number): Map<OddsPeriod, BookPeriod[]> {
  const series = momentsOf(captures, startMs);
  return new Map(
    [...Map.groupBy(series, ({ period }) => period)].map(([period, ofPeriod]) => [period, settlePeriod(ofPeriod)]),
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
function settlePeriod(ofPeriod: readonly Series[]): BookPeriod[] {
  const byBook = new Map<Book, Partial<Record<Market, OpenClose<SettledQuote>>>>();
  for (const [market, ofMarket] of Map.groupBy(ofPeriod, (each) => each.market)) {
    const open = settleMoments(ofMarket.map(({ moments }) => moments.open));
    const close = settleMoments(ofMarket.map(({ moments }) => moments.close));
    for (const [index, { book }] of ofMarket.entries()) {
      const lines = byBook.get(book) ?? {};
      lines[market] = { open: open[index] ?? null, close: close[index] ?? null };
      byBook.set(book, lines);
    }
  }
  return [...byBook]
    .map(([book, lines]) => ({ bookId: book.bookId, book, markets: lines }))
    .sort((a, b) => a.bookId - b.bookId);
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
 * @param folded the lines of these captures.
 */
export function lineSeries(
  captures: Captures,
  folded: ReadonlyMap<OddsPeriod, readonly BookPeriod[]>,
  startMs: number,
): LineSeries[] {
  const stretches = publishedStretches(captures, folded);
  return stretches.map((stretch) => {
    const runs = capturedRuns(captures, stretch, startMs, (timeMs) => countsAt(captures, stretch, stretches, timeMs));
    return { key: stretch.key, runs: runs.length === 0 ? statedRuns(stretch.ends) : runs };
  });
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

/** Finds the capture of a book that counts at a time that is neither its opening nor its closing. */
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
