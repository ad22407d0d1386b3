/**
 * The scores and the quotes of a game, packed into one value: whatever is computed at a request (bets, periods, coverage)
 * is made of these. Columns are a fifth of the same facts as JSON, and are read into the columns of the shelf as they are.
 *
 * The layout is that of `packed-columns.ts`, with the numbers of quotes, times and scores in the header, then the columns of
 * `PackedLines` in the order in which they are declared.
 */
import {
  type Market,
  markets,
  type OddsPeriod,
  oddsPeriods,
  type ScorePeriod,
  scorePeriods,
} from "../domain/sports.ts";

import { ColumnReader, headerBytes, joinColumns } from "./packed-columns.ts";

/** The line and the prices of one moment, in the order of `Quote`; `timeMs` is null for a statement without a time. */
export type TimedQuote = {
  readonly line: number | null;
  readonly first: number | null;
  readonly second: number | null;
  readonly timeMs: number | null;
};

/** The opening and closing quote of one book, or of the consensus, for one market of one period. */
export type LineEntry = {
  readonly period: OddsPeriod;
  readonly market: Market;
  /** 0 is the consensus. */
  readonly bookId: number;
  readonly open: TimedQuote | null;
  readonly close: TimedQuote | null;
};

/** The score of a period that was played; `full` is the final score. */
type LineScore = { readonly period: "full" | ScorePeriod; readonly home: number; readonly away: number };

export type GameLines = { readonly scores: readonly LineScore[]; readonly entries: readonly LineEntry[] };

/** The periods of scores in the order of their codes. Positions must never change. */
export const scoredPeriods: readonly ("full" | ScorePeriod)[] = ["full", ...scorePeriods];

/** Entries are in the order of `oddsPeriods`, `markets` and the book id, which is that of their keys. */
export type PackedLines = {
  /** All different times of the quotes, rising, in epoch milliseconds. */
  readonly times: Float64Array;
  /** Open home or over, open away or under, close home or over, close away or under of each entry; 0 is none. */
  readonly prices: Int32Array;
  /** Period, market and book of each entry: see `lineKey`. */
  readonly keys: Uint32Array;
  /** The opening and the closing line of each entry in quarters of a point; `noLine` is none. */
  readonly quarters: Int16Array;
  /** The places in `times` of the opening and the closing quote of each entry; `noTime` is none. */
  readonly timesAt: Uint16Array;
  /** Code of the period in `scoredPeriods`, home and away points, for each score. */
  readonly scores: Uint16Array;
};

export const noLine = -32_768;
export const noTime = 65_535;

/** A rising number means another layout. Never change what an old number means. */
const layoutVersion = 1;

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

/** @throws RangeError for a value that would come out as another one; validation accepts no such quote. */
export function packLines({ scores, entries }: GameLines): Uint8Array {
  if (entries.length >= mostEntries) throw new RangeError(`a game cannot have ${entries.length} quotes`);
  const keys = Float64Array.from(
    entries,
    ({ period, market, bookId }, place) => lineKey(period, market, bookId) * mostEntries + place,
  );
  const sorted = Array.from(keys.sort(), (key) => entries[key % mostEntries] as LineEntry);
  const times = timesOf(entries);
  const placeOf = new Map(Array.from(times, (time, place) => [time, place]));
  const prices = new Int32Array(4 * sorted.length);
  const quarters = new Int16Array(2 * sorted.length);
  const timesAt = new Uint16Array(2 * sorted.length);
  for (const [entry, { open, close }] of sorted.entries()) {
    const put = (which: 0 | 1, quote: TimedQuote | null): void => {
      const at = 2 * entry + which;
      prices[2 * at] = quote?.first ?? 0;
      prices[2 * at + 1] = quote?.second ?? 0;
      quarters[at] = quartersOf(quote?.line ?? null);
      timesAt[at] = placeOf.get(quote?.timeMs ?? Number.NaN) ?? noTime;
    };
    put(0, open);
    put(1, close);
  }
  const ofScores = scores.flatMap(({ period, home, away }) => [scoredPeriods.indexOf(period), home, away]);
  return joinLines({
    times,
    prices,
    keys: Uint32Array.from(keys, (key) => Math.floor(key / mostEntries)),
    quarters,
    timesAt,
    scores: Uint16Array.from(ofScores),
  });
}

/** Packs columns that are in order already. */
export function joinLines({ times, prices, keys, quarters, timesAt, scores }: PackedLines): Uint8Array {
  return joinColumns(
    [layoutVersion, keys.length, times.length, scores.length / 3],
    [times, prices, keys, quarters, timesAt, scores],
  );
}

/** More than a game has entries; a key with a place below it is an exact number, and is sorted much faster than an object. */
const mostEntries = 2 ** 20;

/** All different times of the quotes, rising. */
function timesOf(entries: readonly LineEntry[]): Float64Array {
  const found = new Set<number>();
  for (const { open, close } of entries) {
    if (open !== null && open.timeMs !== null) found.add(open.timeMs);
    if (close !== null && close.timeMs !== null) found.add(close.timeMs);
  }
  const times = Float64Array.from(found).sort();
  if (times.length >= noTime) throw new RangeError(`a game cannot have quotes of ${times.length} times`);
  return times;
}

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

/** Throws when the bytes are no packed lines: the database is damaged, or newer than this program. */
export function unpackLines(packed: Uint8Array): PackedLines {
  const reader = new ColumnReader(packed);
  const [version, entries, times, scores] = reader.header;
  const expectedBytes = headerBytes + 8 * times + (16 + 4 + 4 + 4) * entries + 6 * scores;
  if (version !== layoutVersion || packed.length !== expectedBytes) {
    throw new Error(`the archive holds lines of layout ${version} with ${packed.length} bytes; layout 1 is known`);
  }
  return {
    times: reader.next(Float64Array, times),
    prices: reader.next(Int32Array, 4 * entries),
    keys: reader.next(Uint32Array, entries),
    quarters: reader.next(Int16Array, 2 * entries),
    timesAt: reader.next(Uint16Array, 2 * entries),
    scores: reader.next(Uint16Array, 3 * scores),
  };
}

/** Gives back the lines and scores that were packed: it is the opposite of `packLines`. */
export function gameLinesOf({ times, prices, keys, quarters, timesAt, scores }: PackedLines): GameLines {
  const quoteAt = (at: number): TimedQuote | null => {
    const line = quarters[at] as number;
    const timeAt = timesAt[at] as number;
    const quote = {
      line: line === noLine ? null : line / 4,
      first: prices[2 * at] || null,
      second: prices[2 * at + 1] || null,
      timeMs: timeAt === noTime ? null : (times[timeAt] as number),
    };
    return Object.values(quote).every((value) => value === null) ? null : quote;
  };
  return {
    scores: Array.from({ length: scores.length / 3 }, (_, index) => {
      const [period = 0, home = 0, away = 0] = scores.subarray(3 * index);
      return { period: scoredPeriods[period] as GameLines["scores"][number]["period"], home, away };
    }),
    entries: Array.from(keys, (key, index) => ({
      ...lineKeyParts(key),
      open: quoteAt(2 * index),
      close: quoteAt(2 * index + 1),
    })),
  };
}
