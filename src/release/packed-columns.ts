/**
 * Columns of numbers behind a header in one value: little-endian, as every machine is that Node runs on. The header is four
 * uint32, the first of which is the version of the layout. Wider columns come first, so that each begins at a multiple of
 * its width.
 */

type Column = Float64Array | Int32Array | Uint32Array | Int16Array | Uint16Array | Uint8Array;

export const headerBytes = 16;

type Header = readonly [version: number, first: number, second: number, third: number];

export function joinColumns(header: Header, columns: readonly Column[]): Uint8Array {
  const bytes = new Uint8Array(columns.reduce((sum, { byteLength }) => sum + byteLength, headerBytes));
  new Uint32Array(bytes.buffer, 0, header.length).set(header);
  let at = headerBytes;
  for (const column of columns) {
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at);
    at += column.byteLength;
  }
  return bytes;
}

/** Reads the columns of a value one after the other, in the order in which they were joined. */
export class ColumnReader {
  readonly header: Header;
  readonly #buffer: ArrayBuffer;
  #at = headerBytes;

  /** @param packed the bytes; a header of zeros stands for one that is not whole. */
  constructor(packed: Uint8Array) {
    // A copy of its own, because columns must begin at multiples of their width.
    this.#buffer = Uint8Array.from(packed).buffer;
    const [version = 0, first = 0, second = 0, third = 0] =
      packed.length < headerBytes ? [] : new Uint32Array(this.#buffer, 0, 4);
    this.header = [version, first, second, third];
  }

  /** The next column, of so many numbers. */
  next<Of extends Column>(type: ColumnType<Of>, count: number): Of {
    const at = this.#at;
    this.#at += type.BYTES_PER_ELEMENT * count;
    return new type(this.#buffer, at, count);
  }
}

type ColumnType<Of> = {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBuffer, at: number, count: number): Of;
};
