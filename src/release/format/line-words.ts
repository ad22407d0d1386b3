/** The words by which callers and files know a line: its period, market and book, and the team whose total it is. */
import { books, consensusBookId } from "../../domain/books.ts";
import { type LineMarket, type LinePeriod, lineMarketOf, linePeriodOf } from "../../domain/periods.ts";
import { markets, oddsPeriods } from "../../domain/sports.ts";
import { lineKey } from "../game-lines.ts";
import type { Cell } from "./write-parquet.ts";

type MarketWords = {
  readonly period: LinePeriod;
  readonly market: LineMarket;
  /** The team whose total it is. */
  readonly team: "home" | "away" | null;
  /** Whether its prices are those of the home and the away side, and not of over and under. */
  readonly isSided: boolean;
};

const booksOfMarket = 2 ** 16;

const wordsByKey = new Map<number, MarketWords>();
const keysByWords = new Map<string, number>();
for (const period of oddsPeriods) {
  for (const market of markets) {
    const words = {
      period: linePeriodOf(period),
      market: lineMarketOf(market),
      team: market === "home_team_total" ? "home" : market === "away_team_total" ? "away" : null,
      isSided: market === "moneyline" || market === "spread",
    } as const;
    const key = lineKey(period, market, 0);
    wordsByKey.set(key, words);
    keysByWords.set(`${words.period} ${words.market} ${words.team}`, key);
  }
}

/** `book` is the slug. */
export type LineWords = MarketWords & { readonly bookId: number; readonly book: string };

/** @param key of a period, a market and a book, see `lineKey`. @throws RangeError for a number that is no key. */
export function wordsOfKey(key: number): LineWords {
  const bookId = key % booksOfMarket;
  const words = wordsByKey.get(key - bookId);
  if (words === undefined) throw new RangeError(`no line has the key ${key}`);
  return { ...words, bookId, book: wordsOfBook(bookId).book };
}

/** The members of a row that name its book. */
type BookWords = { readonly book_id: number | null; readonly book: string; readonly book_name: string };
export type BookNames = BookWords & { readonly book_id: number };

/** By book id; the consensus is none. */
export const bookNames: ReadonlyMap<number, BookNames> = new Map(
  books.map(({ bookId, slug, name }) => [bookId, { book_id: bookId, book: slug, book_name: name }]),
);

const consensus: BookWords = { book_id: null, book: "consensus", book_name: "Consensus" };

/** @throws RangeError for a number that no book has. */
export function wordsOfBook(bookId: number): BookWords {
  const words = bookId === consensusBookId ? consensus : bookNames.get(bookId);
  if (words === undefined) throw new RangeError(`there is no book ${bookId}`);
  return words;
}

/** The four prices of a line, of which two are null: American odds, where 0 is none. */
export function pricesOf({ isSided }: MarketWords, first: number, second: number) {
  const [one, other] = [first || null, second || null];
  return {
    home_price: isSided ? one : null,
    away_price: isSided ? other : null,
    over_price: isSided ? null : one,
    under_price: isSided ? null : other,
  };
}

/** As it is read from a file. */
type Word = Cell | undefined;

/** @throws RangeError for words that no line has. */
export function keyOfWords(period: Word, market: Word, team: Word, bookId: Word): number {
  const key = keysByWords.get(`${period} ${market} ${team}`);
  if (key === undefined) throw new RangeError(`no line has the words ${period} ${market} ${team}`);
  return key + (bookId as number);
}
