/** The path of every line of a game before its start, in columns: of each book, market and period the runs of equal captures. */
import type { Quote } from "../domain/fold.ts";
import { noLine, quartersOf } from "./game-lines.ts";

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

/**
 * The name of the source that a capture of a line is of.
 * @param timeMs -Infinity is an opening and +Infinity a closing that is stated without a time.
 */
export type SourceOf = (key: number, timeMs: number, quote: Quote) => string;

/** The runs of one book in one market of one period, in order of time; an opening goes before a closing of its moment. */
export type LineSeries = {
  /** The `lineKey` of the period, the market and the book. */
  readonly key: number;
  readonly runs: readonly LineRun[];
};

export type LinePath = {
  /** The start of the game, in epoch milliseconds. */
  readonly startMs: number;
  /** The key of each series, rising; see `lineKey`. */
  readonly keys: Uint32Array;
  /** One past the last run of each series. */
  readonly ends: Uint32Array;
  /** The line of each run in quarters of a point; `noLine` is none. */
  readonly quarters: Int16Array;
  /** Home or over, away or under of each run; 0 is none. */
  readonly prices: Int32Array;
  /** The times of the first and the last capture of each run, in epoch milliseconds; NaN is none. */
  readonly firstMs: Float64Array;
  readonly lastMs: Float64Array;
  readonly captures: Uint32Array;
  /** `openFlag`, `closeFlag` and `statedOpenFlag` of each run, and the number of its doubt times `doubtUnit`. */
  readonly flags: Uint8Array;
  /** Of the first and the last capture of each run, the place of its source in `sourceNames`. */
  readonly sources: Uint8Array;
  readonly sourceNames: readonly string[];
};

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

/** Columns of so many series and runs. */
export function emptyPath(startMs: number, series: number, runs: number): LinePath {
  return {
    startMs,
    keys: new Uint32Array(series),
    ends: new Uint32Array(series),
    quarters: new Int16Array(runs).fill(noLine),
    prices: new Int32Array(2 * runs),
    firstMs: new Float64Array(runs),
    lastMs: new Float64Array(runs),
    captures: new Uint32Array(runs),
    flags: new Uint8Array(runs),
    sources: new Uint8Array(2 * runs),
    sourceNames: [],
  };
}

/**
 * @param series by key.
 * @throws RangeError for a line that would come out as another one; validation accepts no such quote.
 */
export function linePath(startMs: number, series: readonly LineSeries[], sourceOf: SourceOf): LinePath {
  const count = series.reduce((sum, each) => sum + each.runs.length, 0);
  // A night has millions of runs, so they are written into their columns without lists in between.
  const path = emptyPath(startMs, series.length, count);
  const sourceNames: string[] = [];
  let at = 0;
  for (const [index, { key, runs }] of series.entries()) {
    for (const run of runs) {
      path.quarters[at] = quartersOf(run.quote.line);
      path.prices[2 * at] = run.quote.first ?? 0;
      path.prices[2 * at + 1] = run.quote.second ?? 0;
      path.firstMs[at] = run.firstMs ?? Number.NaN;
      path.lastMs[at] = run.lastMs ?? Number.NaN;
      path.captures[at] = run.captures;
      path.flags[at] = flagsOf(run);
      const isOpening = run.isOpen || run.isStatedOpen === true;
      const untimed = isOpening ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
      path.sources[2 * at] = placeIn(sourceNames, sourceOf(key, run.firstMs ?? untimed, run.quote));
      path.sources[2 * at + 1] = placeIn(sourceNames, sourceOf(key, run.lastMs ?? untimed, run.quote));
      at++;
    }
    path.keys[index] = key;
    path.ends[index] = at;
  }
  return { ...path, sourceNames };
}

/** The place of a name in a list, which it is added to where it is not there yet. */
export function placeIn(names: string[], name: string): number {
  const place = names.indexOf(name);
  return place === -1 ? names.push(name) - 1 : place;
}

function flagsOf({ isOpen, isClose, doubt = 0, isStatedOpen = false }: LineRun): number {
  if (doubt > mostDoubt) throw new RangeError(`no path can hold the doubt ${doubt}`);
  return (isOpen ? openFlag : 0) + (isClose ? closeFlag : 0) + doubt * doubtUnit + (isStatedOpen ? statedOpenFlag : 0);
}
