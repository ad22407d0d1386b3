/**
 * From the captures of one book, market and period to the moments that decide its opening and closing line [D-12, D-43].
 *
 * Captures lie in columns, not in objects: a night folds millions of them.
 */

export type CaptureColumns = {
  /** Epoch milliseconds; -Infinity is an opening and +Infinity a closing that the provider states without a time. */
  readonly times: Float64Array;
  /** Spread (home), total or team total; NaN where the market has no line. */
  readonly lines: Float64Array;
  /** Price of the home side or of over; 0 is none. */
  readonly firstPrices: Int32Array;
  /** Price of the away side or of under; 0 is none. */
  readonly secondPrices: Int32Array;
};

/** The line and the prices that a book showed at one time. */
export type Quote = {
  readonly line: number | null;
  /** American odds of the home side, or of over. */
  readonly first: number | null;
  /** American odds of the away side, or of under. */
  readonly second: number | null;
};

/** A quote without what else an object knows of it. */
export function plainQuote({ line, first, second }: Quote): Quote {
  return { line, first, second };
}

export type OpenClose<Of = Quote> = { readonly open: Of | null; readonly close: Of | null };

/** The quotes of a book at one moment: several when its captures of that moment disagree. */
export type QuoteMoment = {
  /** Epoch milliseconds; null for what a provider states without a time. */
  readonly timeMs: number | null;
  /** All different, in no order that means anything. */
  readonly quotes: readonly Quote[];
};

/**
 * The opening is the earliest, the closing the latest capture strictly before the start. What a provider states without
 * a time counts only where no capture was made before the start: then its opening is no closing, and the other way
 * round. So neither is ever put together of captures and statements. Any order and repetition of the captures gives the
 * same moments.
 *
 * @param from first capture of the series, @param to one past its last.
 */
export function decidingMoments(
  columns: CaptureColumns,
  from: number,
  to: number,
  startMs: number,
): OpenClose<QuoteMoment> {
  const { times } = columns;
  let earliest = Number.POSITIVE_INFINITY;
  let latest = Number.NEGATIVE_INFINITY;
  for (let index = from; index < to; index++) {
    const time = times[index] as number;
    if (time >= startMs || time === Number.NEGATIVE_INFINITY) continue;
    if (time < earliest) earliest = time;
    if (time > latest) latest = time;
  }
  const isCaptured = latest !== Number.NEGATIVE_INFINITY;
  return {
    open: momentAt(columns, from, to, isCaptured ? earliest : Number.NEGATIVE_INFINITY),
    close: momentAt(columns, from, to, isCaptured ? latest : Number.POSITIVE_INFINITY),
  };
}

function momentAt(columns: CaptureColumns, from: number, to: number, time: number): QuoteMoment | null {
  const quotes: Quote[] = [];
  for (let index = from; index < to; index++) {
    if (columns.times[index] !== time) continue;
    const quote = quoteAt(columns, index);
    if (!quotes.some((known) => areSameQuotes(known, quote))) quotes.push(quote);
  }
  return quotes.length === 0 ? null : { timeMs: Number.isFinite(time) ? time : null, quotes };
}

/**
 * Finds what a book showed last at or before a time, of its captures; null when it has none up to then.
 *
 * @param from first capture of the series, @param to one past its last.
 */
export function momentUpTo(columns: CaptureColumns, from: number, to: number, timeMs: number): QuoteMoment | null {
  let latest = Number.NEGATIVE_INFINITY;
  for (let index = from; index < to; index++) {
    const time = columns.times[index] as number;
    if (time <= timeMs && time > latest) latest = time;
  }
  return latest === Number.NEGATIVE_INFINITY ? null : momentAt(columns, from, to, latest);
}

export function areSameQuotes(one: Quote, other: Quote): boolean {
  return one.line === other.line && one.first === other.first && one.second === other.second;
}

export function quoteAt(columns: CaptureColumns, index: number): Quote {
  const line = columns.lines[index] as number;
  return {
    line: Number.isNaN(line) ? null : line + 0, // + 0 turns -0 into 0 [D-15]
    first: columns.firstPrices[index] || null,
    second: columns.secondPrices[index] || null,
  };
}
