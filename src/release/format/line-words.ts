/** The words by which `quotes` and `lines` tell a market of a period, and the keys that the columns have for them. */
import { bookById, consensusBookId } from "../../domain/books.ts";
import { type LineMarket, type LinePeriod, lineMarketOf, linePeriodOf } from "../../domain/periods.ts";
import { markets, oddsPeriods } from "../../domain/sports.ts";
import { lineKey } from "../game-lines.ts";
import type { Cell } from "./write-parquet.ts";

type LineWords = {
  readonly period: LinePeriod;
  readonly market: LineMarket;
  /** The team whose total it is. */
  readonly team: "home" | "away" | null;
  /** Whether its prices are those of the home and the away side, and not of over and under. */
  readonly isSided: boolean;
};

const booksOfMarket = 2 ** 16;

const wordsByKey = new Map<number, LineWords>();
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

export type WordedLine = LineWords & { readonly bookId: number; readonly book: string };

/** @throws RangeError for a number that is no key. */
export function wordsOfKey(key: number): WordedLine {
  const bookId = key % booksOfMarket;
  const words = wordsByKey.get(key - bookId);
  const book = bookId === consensusBookId ? "consensus" : bookById(bookId)?.slug;
  if (words === undefined || book === undefined) throw new RangeError(`no line of a book has the key ${key}`);
  return { ...words, bookId, book };
}

/** As it is read from a file. */
type Word = Cell | undefined;

/** @throws RangeError for words that no line has. */
export function keyOfWords(period: Word, market: Word, team: Word, bookId: Word): number {
  const key = keysByWords.get(`${period} ${market} ${team}`);
  if (key === undefined) throw new RangeError(`no line has the words ${period} ${market} ${team}`);
  return key + (bookId as number);
}
