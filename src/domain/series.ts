/** A series is everything that one book shows for one market of one period. Its number is stored with every capture. */
import { type Book, bookById } from "./books.ts";
import { type Market, markets, type OddsPeriod, oddsPeriods } from "./sports.ts";

/** The number of a series; its parts come back with `seriesParts`. Positions in both tables must never change. */
export function seriesKey(book: Pick<Book, "bookId">, period: OddsPeriod, market: Market): number {
  return book.bookId * 65_536 + oddsPeriods.indexOf(period) * 256 + markets.indexOf(market);
}

export function seriesParts(key: number): { book: Book; period: OddsPeriod; market: Market } {
  const book = bookById(Math.floor(key / 65_536));
  const period = oddsPeriods[(key >> 8) & 255];
  const market = markets[key & 255];
  if (book === null || period === undefined || market === undefined) throw new RangeError(`no series ${key}`);
  return { book, period, market };
}
