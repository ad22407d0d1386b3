/**
 * All captures of one event, packed into one value: millions of quotes are a few thousand rows, and the fold reads
 * columns. The layout is a header of 8 bytes (version, count), then the columns of CaptureColumns and the series keys.
 */
import { type Book, bookById } from "../domain/books.ts";
import type { CaptureColumns } from "../domain/fold.ts";
import { type Market, markets, type OddsPeriod, oddsPeriods } from "../domain/sports.ts";

/** Captures sorted by series, then by their values; no two are equal. */
export type Captures = CaptureColumns & {
  /** Which book, period and market each capture belongs to. */
  readonly series: Uint32Array;
};

/** A rising number means another layout. Never change what an old number means. */
const layoutVersion = 1;
const headerBytes = 8;
const bytesPerCapture = 8 + 8 + 4 + 4 + 4;

/** The number of a series; its parts come back with `seriesParts`. Positions in both tables must never change. */
export function seriesKey(book: Book, period: OddsPeriod, market: Market): number {
  return book.bookId * 65_536 + oddsPeriods.indexOf(period) * 256 + markets.indexOf(market);
}

export function seriesParts(key: number): { book: Book; period: OddsPeriod; market: Market } {
  const book = bookById(Math.floor(key / 65_536));
  const period = oddsPeriods[(key >> 8) & 255];
  const market = markets[key & 255];
  if (book === null || period === undefined || market === undefined) throw new RangeError(`no series ${key}`);
  return { book, period, market };
}

/** The ids of the books that captures are of. */
export function bookIdsOf({ series }: Pick<Captures, "series">): Set<number> {
  const ids = new Set<number>();
  for (const key of series) ids.add(Math.floor(key / 65_536));
  return ids;
}

/** Columns that grow while an import reads; `sorted` makes them Captures. */
export class CaptureList {
  readonly series: number[] = [];
  readonly times: number[] = [];
  readonly lines: number[] = [];
  readonly firstPrices: number[] = [];
  readonly secondPrices: number[] = [];

  /**
   * `timeMs` is -Infinity for a stated opening and +Infinity for a stated closing. Throws a RangeError for what would
   * come out of the columns as another number; validation accepts no such quote.
   */
  add(series: number, timeMs: number, line: number | null, first: number | null, second: number | null): void {
    const fits =
      series >>> 0 === series && !Number.isNaN(timeMs) && (line === null || Number.isFinite(line)) && isInt32(first);
    if (!fits || !isInt32(second)) {
      throw new RangeError(`no capture can hold series ${series}, time ${timeMs}, line ${line}, ${first} / ${second}`);
    }
    this.series.push(series);
    this.times.push(timeMs);
    this.lines.push(line ?? Number.NaN);
    this.firstPrices.push(first ?? 0);
    this.secondPrices.push(second ?? 0);
  }

  addAll(captures: Captures): void {
    for (let index = 0; index < captures.series.length; index++) {
      this.series.push(captures.series[index] as number);
      this.times.push(captures.times[index] as number);
      this.lines.push(captures.lines[index] as number);
      this.firstPrices.push(captures.firstPrices[index] as number);
      this.secondPrices.push(captures.secondPrices[index] as number);
    }
  }

  /** Sorted and without repetition: the same whatever the order they came in. */
  sorted(): Captures {
    const order = Uint32Array.from(this.series.keys()).sort((a, b) => this.#compare(a, b));
    const kept = order.filter((at, index) => index === 0 || this.#compare(order[index - 1] as number, at) !== 0);
    const captures = emptyCaptures(kept.length);
    for (const [index, at] of kept.entries()) {
      captures.series[index] = this.series[at] as number;
      captures.times[index] = this.times[at] as number;
      captures.lines[index] = this.lines[at] as number;
      captures.firstPrices[index] = this.firstPrices[at] as number;
      captures.secondPrices[index] = this.secondPrices[at] as number;
    }
    return captures;
  }

  #compare(a: number, b: number): number {
    return (
      (this.series[a] as number) - (this.series[b] as number) ||
      compareNumbers(this.times[a] as number, this.times[b] as number) ||
      compareNumbers(this.lines[a] as number, this.lines[b] as number) ||
      (this.firstPrices[a] as number) - (this.firstPrices[b] as number) ||
      (this.secondPrices[a] as number) - (this.secondPrices[b] as number)
    );
  }
}

/** 0 stands for no price in the columns, so it is none itself. */
function isInt32(price: number | null): boolean {
  return price === null || ((price | 0) === price && price !== 0);
}

/** Orders infinities too, and a missing line (NaN) before all others. */
function compareNumbers(a: number, b: number): number {
  if (a === b) return 0;
  if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : -1;
  return a < b ? -1 : 1;
}

function emptyCaptures(count: number): Captures {
  return {
    series: new Uint32Array(count),
    times: new Float64Array(count),
    lines: new Float64Array(count),
    firstPrices: new Int32Array(count),
    secondPrices: new Int32Array(count),
  };
}

export function packCaptures(captures: Captures): Uint8Array {
  const count = captures.series.length;
  const bytes = new Uint8Array(headerBytes + count * bytesPerCapture);
  new Uint32Array(bytes.buffer, 0, 2).set([layoutVersion, count]);
  let offset = headerBytes;
  for (const column of [captures.times, captures.lines, captures.firstPrices, captures.secondPrices, captures.series]) {
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), offset);
    offset += column.byteLength;
  }
  return bytes;
}

/** Throws when the bytes are no packed captures: the database is damaged, or newer than this program. */
export function unpackCaptures(packed: Uint8Array): Captures {
  // A copy of its own, because columns must begin at multiples of their width.
  const { buffer } = Uint8Array.from(packed);
  const [version = 0, count = 0] = packed.length < headerBytes ? [] : new Uint32Array(buffer, 0, 2);
  if (version !== layoutVersion || packed.length !== headerBytes + count * bytesPerCapture) {
    throw new Error(`the ledger holds captures of layout ${version} with ${packed.length} bytes; layout 1 is known`);
  }
  let offset = headerBytes;
  const next = (width: number): number => {
    const at = offset;
    offset += width * count;
    return at;
  };
  return {
    times: new Float64Array(buffer, next(8), count),
    lines: new Float64Array(buffer, next(8), count),
    firstPrices: new Int32Array(buffer, next(4), count),
    secondPrices: new Int32Array(buffer, next(4), count),
    series: new Uint32Array(buffer, next(4), count),
  };
}

/** The same captures seen with home and away swapped: an event that a provider lists the other way round. */
export function mirrorCaptures(captures: Captures): Captures {
  const mirrored = new CaptureList();
  for (let index = 0; index < captures.series.length; index++) {
    const { book, period, market } = seriesParts(captures.series[index] as number);
    const time = captures.times[index] as number;
    const lineOrNaN = captures.lines[index] as number;
    const first = captures.firstPrices[index] || null;
    const second = captures.secondPrices[index] || null;
    const line = Number.isNaN(lineOrNaN) ? null : lineOrNaN;
    if (market === "moneyline" || market === "spread") {
      mirrored.add(seriesKey(book, period, market), time, line === null ? null : -line + 0, second, first);
    } else {
      const other = { total: "total", home_team_total: "away_team_total", away_team_total: "home_team_total" } as const;
      mirrored.add(seriesKey(book, period, other[market]), time, line, first, second);
    }
  }
  return mirrored.sorted();
}
