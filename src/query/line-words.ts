/** The words by which callers know a line: its period, market and book, and the team whose total it is. */
import { bookById, consensusBookId } from "../domain/books.ts";
import { type LineMarket, type LinePeriod, lineMarketOf, linePeriodOf } from "../domain/periods.ts";
import type { Market } from "../domain/sports.ts";
import { lineKeyParts } from "../release/game-lines.ts";

export type LineWords = {
  readonly period: LinePeriod;
  readonly market: LineMarket;
  readonly team: "home" | "away" | null;
  /** Whether its prices are those of the home and the away side, and not of over and under. */
  readonly isSided: boolean;
  readonly book: BookWords;
};

const known = new Map<number, LineWords>();

/** @param key of a period, a market and a book, see `lineKey`. There are a few thousand. */
export function wordsOfLine(key: number): LineWords {
  const before = known.get(key);
  if (before !== undefined) return before;
  const { period, market, bookId } = lineKeyParts(key);
  const words = {
    period: linePeriodOf(period),
    market: lineMarketOf(market),
    team: totalTeamOf(market),
    isSided: market === "moneyline" || market === "spread",
    book: wordsOfBook(bookId),
  };
  known.set(key, words);
  return words;
}

/** The team whose total a market is. */
export function totalTeamOf(market: Market): "home" | "away" | null {
  return market === "home_team_total" ? "home" : market === "away_team_total" ? "away" : null;
}

/** The members of a row that name its book. */
export type BookWords = { readonly book_id: number | null; readonly book: string; readonly book_name: string };

const consensus: BookWords = { book_id: null, book: "consensus", book_name: "Consensus" };

/** @throws RangeError for a number that no book has. */
export function wordsOfBook(bookId: number): BookWords {
  if (bookId === consensusBookId) return consensus;
  const book = bookById(bookId);
  if (book === null) throw new RangeError(`there is no book ${bookId}`);
  return { book_id: book.bookId, book: book.slug, book_name: book.name };
}

/** The four prices of a line, of which two are null: American odds, where 0 is none. */
export function pricesOf({ isSided }: LineWords, first: number, second: number) {
  const [one, other] = [first || null, second || null];
  return {
    home_price: isSided ? one : null,
    away_price: isSided ? other : null,
    over_price: isSided ? null : one,
    under_price: isSided ? null : other,
  };
}
