/** Rendered rows of a season one after the other, so that a run of rows is one slice. */
import { type Format, separators } from "../release/formats.ts";
import { sharedArray, sharedBytes } from "./thread-memory.ts";

/** Bytes outside the JavaScript heap that never change. */
type RowText = {
  /** All of them, in memory that other threads can have too. */
  readonly bytes: Buffer;
  /** The bytes from one place to before another; they must not be written to. */
  slice(from: number, to: number): Buffer;
  /** Copies such bytes to a place of another buffer, and returns how many there are. */
  copy(target: Buffer, at: number, from: number, to: number): number;
};

/** Rows of one format joined by its separator. */
export type PackedRows = {
  readonly text: RowText;
  /** The start of each row, and one more entry: one past the separator that would follow the last row. */
  readonly offsets: Uint32Array;
  readonly separator: string;
};

/** The same rows in every format, so that a page only picks a format and does no work per row. */
export type RenderedRows = Readonly<Record<Format, PackedRows>>;

export class TextInMemory implements RowText {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  slice(from: number, to: number): Buffer {
    return this.bytes.subarray(from, to);
  }

  copy(target: Buffer, at: number, from: number, to: number): number {
    return this.bytes.copy(target, at, from, to);
  }
}

export function packTexts(format: Format, rows: readonly string[]): PackedRows {
  const separator = separators[format];
  const offsets = sharedArray(Uint32Array, rows.length + 1);
  let end = 0;
  for (const [index, row] of rows.entries()) {
    offsets[index] = end;
    end += Buffer.byteLength(row) + separator.length;
  }
  offsets[rows.length] = end;
  const bytes = sharedBytes(Math.max(0, end - separator.length));
  bytes.write(rows.join(separator));
  return { text: new TextInMemory(bytes), offsets, separator };
}

/** Rows with the separators between them; empty when there are no rows. */
export function rowsBetween({ text, offsets, separator }: PackedRows, from: number, to: number): Buffer {
  const start = offsets[from] as number;
  return text.slice(start, Math.max(start, (offsets[to] as number) - separator.length));
}
