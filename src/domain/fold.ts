/**
 * From captures to opening and closing lines [D-12].
 *
 * Captures of one book, market and period lie in columns, not in objects: a night folds millions of them.
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

export type OpenClose = { readonly open: Quote | null; readonly close: Quote | null };

/**
 * The opening is the earliest, the closing the latest capture strictly before the start. What a provider states as an
 * opening is no closing and the other way round. Any order and repetition of the captures gives the same answer: two
 * captures of the same time that disagree are decided by their values.
 *
 * @param from first capture of the series, @param to one past its last.
 */
export function foldOpenClose(columns: CaptureColumns, from: number, to: number, startMs: number): OpenClose {
  const { times } = columns;
  let open = -1;
  let close = -1;
  for (let index = from; index < to; index++) {
    const time = times[index] as number;
    const isStatedClose = time === Number.POSITIVE_INFINITY;
    if (!isStatedClose && time >= startMs) continue;
    if (!isStatedClose && (open === -1 || comesBefore(columns, index, open))) open = index;
    if (time !== Number.NEGATIVE_INFINITY && (close === -1 || comesBefore(columns, close, index))) close = index;
  }
  return { open: quoteAt(columns, open), close: quoteAt(columns, close) };
}

function comesBefore(columns: CaptureColumns, a: number, b: number): boolean {
  for (const column of [columns.times, columns.lines, columns.firstPrices, columns.secondPrices]) {
    const left = orderable(column[a] as number);
    const right = orderable(column[b] as number);
    if (left < right) return true;
    if (left > right) return false;
  }
  return false;
}

/** No line comes before every line: NaN itself has no place in an order, and would leave one to the input's. */
function orderable(value: number): number {
  return Number.isNaN(value) ? Number.NEGATIVE_INFINITY : value;
}

function quoteAt(columns: CaptureColumns, index: number): Quote | null {
  if (index === -1) return null;
  const line = columns.lines[index] as number;
  return {
    line: Number.isNaN(line) ? null : line + 0, // + 0 turns -0 into 0 [D-15]
    first: columns.firstPrices[index] || null,
    second: columns.secondPrices[index] || null,
  };
}
