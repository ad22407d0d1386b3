/** Folds the captures of a game to the lines of each book. */
import { consensusBookId } from "../../domain/books.ts";
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
import type { OddsPeriod } from "../../domain/sports.ts";
import { dayMs } from "../../domain/times.ts";
import { CaptureList, type Captures, mirrorCaptures, type Stretch, stretchesOf } from "../../ledger/captures.ts";
import type { PricedEvent } from "../../ledger/events.ts";
import { type LineEntry, lineKey, type TimedQuote } from "../../release/game-lines.ts";
import type { LineRun, LineSeries } from "../../release/line-path.ts";
import type { Sheet } from "../doubt/sheet.ts";
import type { LedgerGame } from "../match/assemble.ts";

/** The line of a book: its captures of one market of one period, and its opening and closing. One of the two at least is there. */
export type FoldedLine = Stretch & OpenClose<SettledQuote> & { readonly bookId: number };

/**
 * The lines of the published books that posted something before the start, period by period and by book id [D-14, D-22, D-24].
 * @param captures those of the sheet that no rule doubts.
 */
export function foldGame(captures: Captures, sheet: Sheet): FoldedLine[] {
  const posted = stretchesOf(captures).flatMap((line): Posted[] => {
    if (!line.book.usFacing) return [];
    const moments = decidingMoments(captures, line.from, line.to, sheet.startMs);
    return moments.open === null && moments.close === null ? [] : [{ line, moments }];
  });
  return [...Map.groupBy(posted, ({ line }) => line.period).values()].flatMap((ofPeriod) =>
    [...Map.groupBy(ofPeriod, ({ line }) => line.market).values()]
      .flatMap((ofMarket) => settleMarket(ofMarket, sheet))
      .sort((a, b) => a.bookId - b.bookId),
  );
}

type Posted = { readonly line: Stretch; readonly moments: OpenClose<QuoteMoment> };

/** Books that are asked which of another book's quotes they agree with are those of the same market [D-43]. */
function settleMarket(ofMarket: readonly Posted[], sheet: Sheet): FoldedLine[] {
  const opens = settleMoments(ofMarket.map(({ moments }) => moments.open));
  const closes = settleMoments(ofMarket.map(({ moments }) => moments.close));
  return ofMarket.map(({ line }, index) => {
    const close = closes[index] ?? null;
    const isNone = close !== null && isOutdated(line, close, sheet);
    return { ...line, bookId: line.book.bookId, open: opens[index] ?? null, close: isNone ? null : close };
  });
}

/**
 * A book that takes bets on a game changes or confirms its prices many times on its last day, and even a recorder that looks once a day
 * sees it on that day. A close that is older than a day says that the book stopped, or that nobody recorded it any more. It stays the
 * close, since it is the last number before the start [D-12], and is counted.
 */
export function isStaleClose(beforeStartMs: number): boolean {
  return beforeStartMs > dayMs;
}

/** A closing that is stale because newer quotes of its book are in doubt is none [D-51]. */
function isOutdated({ book, period, market }: Stretch, { timeMs }: SettledQuote, sheet: Sheet): boolean {
  if (timeMs === null || !isStaleClose(sheet.startMs - timeMs)) return false;
  const line = sheet.stretches.find((each) => each.book === book && each.period === period && each.market === market);
  return line !== undefined && sheet.doubtedIn(line).some((at) => (sheet.captures.times[at] as number) > timeMs);
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
export function lineSeries(captures: Captures, folded: readonly FoldedLine[], sheet: Sheet): LineSeries[] {
  const byKey = new Map<number, readonly LineRun[]>();
  for (const line of folded) {
    const settle = (timeMs: number): Quote => countsAt(captures, line, folded, timeMs);
    const runs = capturedRuns(captures, line, sheet.startMs, settle);
    byKey.set(keyOf(line), runs.length === 0 ? statedRuns(line) : runs);
  }
  for (const line of sheet.stretches) {
    const doubted = doubtedRuns(sheet, line);
    if (doubted.length === 0) continue;
    const runs = [...(byKey.get(keyOf(line)) ?? []), ...doubted];
    byKey.set(
      keyOf(line),
      runs.sort((a, b) => timeOf(a) - timeOf(b)),
    );
  }
  return [...byKey].map(([key, runs]) => ({ key, runs })).sort((a, b) => a.key - b.key);
}

function keyOf({ period, market, book }: Stretch): number {
  return lineKey(period, market, book.bookId);
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
  { from, to, ...ends }: FoldedLine,
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
function countsAt(captures: Captures, own: FoldedLine, lines: readonly FoldedLine[], timeMs: number): Quote {
  const others = lines.filter((each) => each !== own && each.period === own.period && each.market === own.market);
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

/**
 * The lines of a game as they are published: those of the books, and the consensus of the markets that one has posted, which is no single
 * capture, so that it has no time. And the consensus of the whole game; null when no book posted a market of it.
 */
export function publishedLines(folded: readonly FoldedLine[]): {
  readonly entries: readonly LineEntry[];
  readonly agreed: ConsensusQuotes | null;
} {
  const agreed = new Map<OddsPeriod, ConsensusQuotes | null>();
  const entries: LineEntry[] = [...folded];
  for (const [period, lines] of Map.groupBy(folded, (line) => line.period)) {
    const quotes = consensus(lines);
    agreed.set(period, quotes);
    if (quotes === null) continue;
    for (const market of new Set(lines.map((line) => line.market))) {
      const { open, close } = quotes[market];
      entries.push({ period, market, bookId: consensusBookId, open: untimed(open), close: untimed(close) });
    }
  }
  return { entries, agreed: agreed.get("full") ?? null };
}

function untimed({ line, first, second }: Quote): TimedQuote | null {
  return line === null && first === null && second === null ? null : { line, first, second, timeMs: null };
}
