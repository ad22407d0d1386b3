/**
 * All captures of one event, packed into one value: millions of quotes are a few thousand rows, and the fold reads
 * columns. The layout is a header of 8 bytes (version, count), then the columns of CaptureColumns and the series keys.
 */
import type { Book } from "../domain/books.ts";
import { type CaptureColumns, quoteAt } from "../domain/fold.ts";
import { seriesKey, seriesParts } from "../domain/periods.ts";
import type { Market, OddsPeriod } from "../domain/sports.ts";

/** Captures sorted by series, then by their values; no two are equal. */
export type Captures = CaptureColumns & {
  /** For each capture its book, period and market. */
  readonly series: Uint32Array;
};

/** The captures of one book, market and period: from `from` to before `to`, in order of time. */
export type Stretch = {
  readonly book: Book;
  readonly period: OddsPeriod;
  readonly market: Market;
  readonly from: number;
  readonly to: number;
};

export function stretchesOf({ series }: Pick<Captures, "series">): Stretch[] {
  const found: Stretch[] = [];
  for (let from = 0; from < series.length; ) {
    const key = series[from] as number;
    let to = from + 1;
    while (to < series.length && series[to] === key) to++;
    found.push({ ...seriesParts(key), from, to });
    from = to;
  }
  return found;
}

/** The captures but those at some places. */
export function capturesWithout(captures: Captures, isLeftOut: (at: number) => boolean): Captures {
  const list = new CaptureList();
  for (let at = 0; at < captures.series.length; at++) {
    if (isLeftOut(at)) continue;
    const { line, first, second } = quoteAt(captures, at);
    list.add(captures.series[at] as number, captures.times[at] as number, line, first, second);
  }
  return list.sorted();
}

/** A rising number means another layout. Never change what an old number means. */
const layoutVersion = 1;
const headerBytes = 8;
const bytesPerCapture = 8 + 8 + 4 + 4 + 4;

/** The ids of the books that captures are of. */
export function bookIdsOf({ series }: Pick<Captures, "series">): Set<number> {
  const ids = new Set<number>();
  for (const key of series) ids.add(Math.floor(key / 65_536));
  return ids;
}

const columnNames = ["series", "times", "lines", "firstPrices", "secondPrices"] as const;

const firstCapacity = 32;
/** Columns of fewer captures than this double when they are full. */
const fewCaptures = 512;

/**
 * Columns that grow while an import reads; `sorted` makes them Captures. An import of twenty million captures must fit into a gigabyte, so each is one
 * array of numbers, which grows by a quarter.
 */
export class CaptureList {
  #columns = emptyCaptures(0);
  #count = 0;

  /** How many captures there are, equal ones too. */
  get count(): number {
    return this.#count;
  }

  get series(): Uint32Array {
    return this.#columns.series.subarray(0, this.#count);
  }

  get times(): Float64Array {
    return this.#columns.times.subarray(0, this.#count);
  }

  /**
   * `timeMs` is -Infinity for a stated opening and +Infinity for a stated closing. Of lines, NaN stands for none in the columns, and of
   * prices 0: validation accepts neither, nor a price that is larger than the columns hold.
   */
  add(series: number, timeMs: number, line: number | null, first: number | null, second: number | null): void {
    this.#grow(1);
    const { series: keys, times, lines, firstPrices, secondPrices } = this.#columns;
    const at = this.#count;
    keys[at] = series;
    times[at] = timeMs;
    lines[at] = line ?? Number.NaN;
    firstPrices[at] = first ?? 0;
    secondPrices[at] = second ?? 0;
    this.#count = at + 1;
  }

  /** Adds captures of any order that are in columns already. */
  addAll(captures: Captures): void {
    this.#grow(captures.series.length);
    for (const name of columnNames) this.#columns[name].set(captures[name], this.#count);
    this.#count += captures.series.length;
  }

  /** Sorted and without repetition: the same whatever the order they came in. */
  sorted(): Captures {
    const order = new Uint32Array(this.#count);
    for (let at = 0; at < order.length; at++) order[at] = at;
    order.sort((a, b) => this.#compare(a, b));
    let kept = 0;
    for (let index = 0; index < order.length; index++) {
      const at = order[index] as number;
      if (kept > 0 && this.#compare(order[kept - 1] as number, at) === 0) continue;
      order[kept] = at;
      kept++;
    }
    const captures = emptyCaptures(kept);
    for (const name of columnNames) {
      const [from, to] = [this.#columns[name], captures[name]];
      for (let index = 0; index < kept; index++) to[index] = from[order[index] as number] as number;
    }
    return captures;
  }

  #compare(a: number, b: number): number {
    const { series, times, lines, firstPrices, secondPrices } = this.#columns;
    return (
      (series[a] as number) - (series[b] as number) ||
      compareNumbers(times[a] as number, times[b] as number) ||
      compareNumbers(lines[a] as number, lines[b] as number) ||
      (firstPrices[a] as number) - (firstPrices[b] as number) ||
      (secondPrices[a] as number) - (secondPrices[b] as number)
    );
  }

  #grow(more: number): void {
    const needed = this.#count + more;
    const capacity = this.#columns.series.length;
    if (needed <= capacity) return;
    const grown = emptyCaptures(
      Math.max(needed, firstCapacity, Math.ceil(capacity * (capacity < fewCaptures ? 2 : 1.25))),
    );
    for (const name of columnNames) grown[name].set(this.#columns[name]);
    this.#columns = grown;
  }
}

/** Orders infinities too, and a missing line (NaN) before all others. */
function compareNumbers(a: number, b: number): number {
  if (a === b) return 0;
  if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : -1;
  return a < b ? -1 : 1;
}

function emptyCaptures(count: number): Captures {
  return columnsIn(new ArrayBuffer(count * bytesPerCapture), 0, count);
}

/** Five columns in one buffer, the widest first, because each must begin at a multiple of its width. */
function columnsIn(buffer: ArrayBuffer, from: number, count: number): Captures {
  return {
    times: new Float64Array(buffer, from, count),
    lines: new Float64Array(buffer, from + 8 * count, count),
    firstPrices: new Int32Array(buffer, from + 16 * count, count),
    secondPrices: new Int32Array(buffer, from + 20 * count, count),
    series: new Uint32Array(buffer, from + 24 * count, count),
  };
}

export function packCaptures(captures: Captures): Uint8Array {
  const count = captures.series.length;
  const bytes = new Uint8Array(headerBytes + count * bytesPerCapture);
  new Uint32Array(bytes.buffer, 0, 2).set([layoutVersion, count]);
  const packed = columnsIn(bytes.buffer, headerBytes, count);
  for (const name of columnNames) packed[name].set(captures[name]);
  return bytes;
}

/** How many captures so many bytes of packed ones are. */
export function capturesIn(bytes: number): number {
  return Math.max(0, Math.floor((bytes - headerBytes) / bytesPerCapture));
}

/** Throws when the bytes are no packed captures: the database is damaged, or newer than this program. */
export function unpackCaptures(packed: Uint8Array): Captures {
  // A copy of its own, because columns must begin at multiples of their width.
  const { buffer } = Uint8Array.from(packed);
  const [version = 0, count = 0] = packed.length < headerBytes ? [] : new Uint32Array(buffer, 0, 2);
  if (version !== layoutVersion || packed.length !== headerBytes + count * bytesPerCapture) {
    throw new Error(`the ledger holds captures of layout ${version} with ${packed.length} bytes; layout 1 is known`);
  }
  return columnsIn(buffer, headerBytes, count);
}

/** The same captures seen with home and away swapped: an event that a provider lists the other way round. */
export function mirrorCaptures(captures: Captures): Captures {
  const mirrored = new CaptureList();
  for (let index = 0; index < captures.series.length; index++) {
    const { book, period, market } = seriesParts(captures.series[index] as number);
    const time = captures.times[index] as number;
    const { line, first, second } = quoteAt(captures, index);
    if (market === "moneyline" || market === "spread") {
      mirrored.add(seriesKey(book, period, market), time, line === null ? null : -line + 0, second, first);
    } else {
      const other = { total: "total", home_team_total: "away_team_total", away_team_total: "home_team_total" } as const;
      mirrored.add(seriesKey(book, period, other[market]), time, line, first, second);
    }
  }
  return mirrored.sorted();
}
