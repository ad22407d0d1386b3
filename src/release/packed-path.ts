/**
 * The path of every line of a game before its start, packed into one value: of each book, market and period the runs of
 * equal captures. Nothing in it depends on another value of the archive.
 *
 * The layout is that of `packed-columns.ts`, with the numbers of series, runs and times in the header, then the columns of
 * `PackedPath` in the order in which they are declared.
 */
import type { Quote } from "../domain/fold.ts";
import { ColumnReader, headerBytes, joinColumns } from "./packed-columns.ts";
import { quartersOf } from "./packed-lines.ts";

/** Captures that follow each other and show the same line and the same prices. */
export type LineRun = {
  readonly quote: Quote;
  /** Epoch milliseconds of the first and the last capture; both null for what a provider states without a time. */
  readonly firstMs: number | null;
  readonly lastMs: number | null;
  readonly captures: number;
  /** Whether the capture that is the published opening, or closing, is one of them. */
  readonly isOpen: boolean;
  readonly isClose: boolean;
  /** The number of the rule that doubts these captures [D-51]; nothing: none does. Then they are no opening and no closing. */
  readonly doubt?: number;
  /** Whether a quote in doubt is an opening that a provider states without a time. */
  readonly isStatedOpen?: boolean;
};

/** The runs of one book in one market of one period, in order of time; an opening goes before a closing of its moment. */
export type LineSeries = {
  /** The `lineKey` of the period, the market and the book. */
  readonly key: number;
  readonly runs: readonly LineRun[];
};

export type LinePath = {
  /** The start of the game, in epoch milliseconds. */
  readonly startMs: number;
  /** By key. */
  readonly series: readonly LineSeries[];
};

export type PackedPath = {
  /** The start of the game, in epoch milliseconds. */
  readonly start: Float64Array;
  /** All different times of the captures at the ends of runs, rising, in epoch milliseconds. */
  readonly times: Float64Array;
  /** Home or over, away or under of each run; 0 is none. */
  readonly prices: Int32Array;
  /** The key of each series, rising; see `lineKey`. */
  readonly keys: Uint32Array;
  /** One past the last run of each series. */
  readonly ends: Uint32Array;
  /** The places in `times` of the first and the last capture of each run; `noSeenTime` is none. */
  readonly seenAt: Uint32Array;
  readonly captures: Uint32Array;
  /** The line of each run in quarters of a point; `noLine` is none. */
  readonly quarters: Int16Array;
  /** `openFlag`, `closeFlag` and `statedOpenFlag` of each run, and the number of its doubt times `doubtUnit`. */
  readonly flags: Uint8Array;
};

export const noSeenTime = 4_294_967_295;
export const openFlag = 1;
export const closeFlag = 2;
export const doubtUnit = 4;
/** Rules of doubt have numbers up to this one. */
const mostDoubt = 31;
export const statedOpenFlag = 128;

/** The number of the rule that doubts a run; 0 is none. */
export function doubtOf(flags: number): number {
  return (flags & (statedOpenFlag - 1)) >> 2;
}

/** A rising number means another layout. Never change what an old number means. */
const layoutVersion = 1;

/** @throws RangeError for a line that would come out as another one; validation accepts no such quote. */
export function packPath({ startMs, series }: LinePath): Uint8Array {
  const runs = series.reduce((sum, each) => sum + each.runs.length, 0);
  const times = timesOf(series);
  const placeOf = new Map<number | null, number>();
  for (const [place, time] of times.entries()) placeOf.set(time, place);
  // A night packs millions of runs, so they are written into their columns without lists in between.
  const prices = new Int32Array(2 * runs);
  const keys = new Uint32Array(series.length);
  const ends = new Uint32Array(series.length);
  const seenAt = new Uint32Array(2 * runs);
  const captures = new Uint32Array(runs);
  const quarters = new Int16Array(runs);
  const flags = new Uint8Array(runs);
  let at = 0;
  for (const [index, each] of series.entries()) {
    for (const run of each.runs) {
      const { quote, firstMs, lastMs, captures: count } = run;
      prices[2 * at] = quote.first ?? 0;
      prices[2 * at + 1] = quote.second ?? 0;
      seenAt[2 * at] = placeOf.get(firstMs) ?? noSeenTime;
      seenAt[2 * at + 1] = placeOf.get(lastMs) ?? noSeenTime;
      captures[at] = count;
      quarters[at] = quartersOf(quote.line);
      flags[at] = flagsOf(run);
      at++;
    }
    keys[index] = each.key;
    ends[index] = at;
  }
  return joinPath({ start: Float64Array.of(startMs), times, prices, keys, ends, seenAt, captures, quarters, flags });
}

/** Packs columns that are in order already. */
export function joinPath(path: PackedPath): Uint8Array {
  const { start, times, prices, keys, ends, seenAt, captures, quarters, flags } = path;
  return joinColumns(
    [layoutVersion, keys.length, flags.length, times.length],
    [start, times, prices, keys, ends, seenAt, captures, quarters, flags],
  );
}

function flagsOf({ isOpen, isClose, doubt = 0, isStatedOpen = false }: LineRun): number {
  if (doubt > mostDoubt) throw new RangeError(`no path can hold the doubt ${doubt}`);
  return (isOpen ? openFlag : 0) + (isClose ? closeFlag : 0) + doubt * doubtUnit + (isStatedOpen ? statedOpenFlag : 0);
}

/** All different times of the runs, rising. */
function timesOf(series: readonly LineSeries[]): Float64Array {
  const times = new Set<number>();
  for (const { runs } of series) {
    for (const { firstMs, lastMs } of runs) {
      if (firstMs !== null) times.add(firstMs);
      if (lastMs !== null) times.add(lastMs);
    }
  }
  return Float64Array.from(times).sort();
}

/** Throws when the bytes are no packed path: the database is damaged, or newer than this program. */
export function unpackPath(packed: Uint8Array): PackedPath {
  const reader = new ColumnReader(packed);
  const [version, series, runs, times] = reader.header;
  const expectedBytes = headerBytes + 8 + 8 * times + (4 + 4) * series + (8 + 8 + 4 + 2 + 1) * runs;
  if (version !== layoutVersion || packed.length !== expectedBytes) {
    throw new Error(`the archive holds a path of layout ${version} with ${packed.length} bytes; layout 1 is known`);
  }
  const path = {
    start: reader.next(Float64Array, 1),
    times: reader.next(Float64Array, times),
    prices: reader.next(Int32Array, 2 * runs),
    keys: reader.next(Uint32Array, series),
    ends: reader.next(Uint32Array, series),
    seenAt: reader.next(Uint32Array, 2 * runs),
    captures: reader.next(Uint32Array, runs),
    quarters: reader.next(Int16Array, runs),
    flags: reader.next(Uint8Array, runs),
  };
  const areRising = path.ends.every((end, index) => end > (path.ends[index - 1] ?? 0));
  if (!areRising || (path.ends.at(-1) ?? 0) !== runs || path.seenAt.some((at) => at !== noSeenTime && at >= times)) {
    throw new Error("the archive holds a path whose runs or times are not those of its series");
  }
  return path;
}
