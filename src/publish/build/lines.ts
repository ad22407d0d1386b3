/** Folds the captures of a game to the lines of each book. */

import type { Book } from "../../domain/books.ts";
import { decidingMoments, type OpenClose, type QuoteMoment } from "../../domain/fold.ts";
import { type SettledQuote, settleMoments } from "../../domain/settle.ts";
import type { Market, OddsPeriod } from "../../domain/sports.ts";
import { CaptureList, type Captures, stretchesOf } from "../../ledger/captures.ts";

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

/** The captures of all events of a game. */
export function mergedCaptures(captures: readonly Captures[]): Captures {
  const [only] = captures;
  if (only !== undefined && captures.length === 1) return only;
  const list = new CaptureList();
  for (const part of captures) list.addAll(part);
  return list.sorted();
}
