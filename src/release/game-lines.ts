/**
 * The opening and closing quotes of one game in columns of numbers, as rows of the table of its season. Whatever is computed at a
 * request (bets, periods, coverage) is made of them.
 */
import type { Quote } from "../domain/fold.ts";
import {
  type Market,
  markets,
  type OddsPeriod,
  oddsPeriods,
  type ScorePeriod,
  scorePeriods,
} from "../domain/sports.ts";

/** The line and the prices of one moment; `timeMs` is null for a statement without a time. */
export type TimedQuote = Quote & { readonly timeMs: number | null };

/** The opening and closing quote of one book, or of the consensus, for one market of one period. */
export type LineEntry = {
  readonly period: OddsPeriod;
  readonly market: Market;
  /** 0 is the consensus. */
  readonly bookId: number;
  readonly open: TimedQuote | null;
  readonly close: TimedQuote | null;
};

/** The periods of scores in the order of their codes. Positions must never change. */
export const scoredPeriods: readonly ("full" | ScorePeriod)[] = ["full", ...scorePeriods];

/** Entries are in the order of `oddsPeriods`, `markets` and the book id, which is that of their keys. */
export type GameLines = {
  /** Period, market and book of each entry: see `lineKey`. */
  readonly keys: Uint32Array;
  /** The opening and the closing line of each entry in quarters of a point; `noLine` is none. */
  readonly quarters: Int16Array;
  /** Open home or over, open away or under, close home or over, close away or under of each entry; 0 is none. */
  readonly prices: Int32Array;
  /** Of the opening and the closing quote of each entry, in epoch milliseconds; NaN is none. */
  readonly times: Float64Array;
};

export const noLine = -32_768;

/** Rises with the period, then the market, then the book. Positions in both tables must never change. */
export function lineKey(period: OddsPeriod, market: Market, bookId: number): number {
  return oddsPeriods.indexOf(period) * 2 ** 24 + markets.indexOf(market) * 2 ** 16 + bookId;
}

/** @throws RangeError for a number that is no key. */
export function lineKeyParts(key: number): { period: OddsPeriod; market: Market; bookId: number } {
  const period = oddsPeriods[Math.floor(key / 2 ** 24)];
  const market = markets[Math.floor(key / 2 ** 16) % 256];
  if (period === undefined || market === undefined) throw new RangeError(`no line has the key ${key}`);
  return { period, market, bookId: key % 2 ** 16 };
}

/** Columns of so many entries, without a quote. */
export function emptyLines(entries: number): GameLines {
  return {
    keys: new Uint32Array(entries),
    quarters: new Int16Array(2 * entries).fill(noLine),
    prices: new Int32Array(4 * entries),
    times: new Float64Array(2 * entries).fill(Number.NaN),
  };
}

/**
 * @param entries in any order.
 * @throws RangeError for a value that would come out as another one; validation accepts no such quote.
 */
export function gameLines(entries: readonly LineEntry[]): GameLines {
  if (entries.length >= mostEntries) throw new RangeError(`a game cannot have ${entries.length} quotes`);
  const keys = Float64Array.from(
    entries,
    ({ period, market, bookId }, place) => lineKey(period, market, bookId) * mostEntries + place,
  );
  const lines = emptyLines(entries.length);
  for (const [entry, key] of keys.sort().entries()) {
    lines.keys[entry] = Math.floor(key / mostEntries);
    const { open, close } = entries[key % mostEntries] as LineEntry;
    for (let at = 2 * entry; at < 2 * entry + 2; at++) {
      const quote = at === 2 * entry ? open : close;
      if (quote === null) continue;
      lines.quarters[at] = quartersOf(quote.line);
      lines.prices[2 * at] = quote.first ?? 0;
      lines.prices[2 * at + 1] = quote.second ?? 0;
      lines.times[at] = quote.timeMs ?? Number.NaN;
    }
  }
  return lines;
}

/** More than a game has entries; a key with a place below it is an exact number, and is sorted much faster than an object. */
const mostEntries = 2 ** 20;

/**
 * A line in quarters of a point, or `noLine`.
 * @throws RangeError for a line that would come out as another one.
 */
export function quartersOf(line: number | null): number {
  if (line === null) return noLine;
  const quarters = line * 4;
  if (!Number.isInteger(quarters) || Math.abs(quarters) >= -noLine)
    throw new RangeError(`${line} is no line of quarters`);
  return quarters;
}

/** The opposite of `quartersOf`. */
export function pointsOf(quarters: number): number | null {
  return quarters === noLine ? null : quarters / 4;
}

/** The quote at a place of columns that have a line and two prices at each. */
export function quoteAt({ quarters, prices }: Pick<GameLines, "quarters" | "prices">, at: number): Quote {
  return {
    line: pointsOf(quarters[at] as number),
    first: prices[2 * at] || null,
    second: prices[2 * at + 1] || null,
  };
}

/** The opposite of `gameLines`, in the order of the keys. */
export function entriesIn(lines: GameLines): LineEntry[] {
  const timedQuote = (at: number): TimedQuote | null => {
    const time = lines.times[at] as number;
    const quote = { ...quoteAt(lines, at), timeMs: Number.isNaN(time) ? null : time };
    return Object.values(quote).every((value) => value === null) ? null : quote;
  };
  return Array.from(lines.keys, (key, entry) => ({
    ...lineKeyParts(key),
    open: timedQuote(2 * entry),
    close: timedQuote(2 * entry + 1),
  }));
}

type Columns = Readonly<Record<string, number | ArrayBufferView | readonly string[]>>;

/** The values of a game's columns as bytes, by which two games are compared and told from each other. */
export function bytesOf(columns: Columns): Buffer {
  return Buffer.concat(
    Object.values(columns).map((column) => {
      if (typeof column === "number") return Buffer.from(Float64Array.of(column).buffer);
      return ArrayBuffer.isView(column)
        ? Buffer.from(column.buffer, column.byteOffset, column.byteLength)
        : Buffer.from(JSON.stringify(column));
    }),
  );
}
