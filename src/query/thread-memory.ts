/**
 * Memory that several threads can have at once: columns and texts of a season are made in it, so that they go from the
 * thread that loads them to those that serve them without being copied.
 */

export function sharedBytes(bytes: number): Buffer {
  return Buffer.from(new SharedArrayBuffer(bytes));
}

type Column = Float64Array | Int32Array | Uint32Array | Int16Array | Uint16Array | Uint8Array;

type ColumnType<Made extends Column> = {
  new (buffer: SharedArrayBuffer): Made;
  readonly BYTES_PER_ELEMENT: number;
};

/** Zeros. */
export function sharedArray<Made extends Column>(Type: ColumnType<Made>, length: number): Made {
  return new Type(new SharedArrayBuffer(length * Type.BYTES_PER_ELEMENT));
}

export function sharedColumn<Row, Made extends Column>(
  Type: ColumnType<Made>,
  rows: readonly Row[],
  numberOf: (row: Row) => number,
): Made {
  const column = sharedArray(Type, rows.length);
  for (let index = 0; index < rows.length; index++) column[index] = numberOf(rows[index] as Row);
  return column;
}
