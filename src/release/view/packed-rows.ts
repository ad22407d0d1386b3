/** Rendered rows of a season one after the other, so that a run of rows is one slice. */
import { type Format, separators } from "./formats.ts";

/** Rows of one format joined by its separator. */
export type PackedRows = {
  readonly separator: string;
  readonly count: number;
  /** The rows from one to before another, with the separators between them; empty when there are none. */
  between(from: number, to: number): Buffer;
};

/** The same rows in every format, so that a page only picks a format and does no work per row. */
export type RenderedRows = Readonly<Record<Format, PackedRows>>;

/** The rows as they are made, and as a view keeps them. */
export type MadeRows = {
  readonly text: Buffer;
  /** The start of each row, and one more entry: one past the separator that would follow the last row. */
  readonly offsets: Uint32Array;
};

/** Rows whose text is in memory, or in a file where there are too many of them. */
export class SeasonRows implements PackedRows {
  readonly separator: string;
  readonly count: number;
  readonly #bytesOf: (from: number, to: number) => Buffer;

  /**
   * @param count how many rows there are.
   * @param bytesOf the rows from one to before another, each with its separator.
   */
  constructor(format: Format, count: number, bytesOf: (from: number, to: number) => Buffer) {
    this.separator = separators[format];
    this.count = count;
    this.#bytesOf = bytesOf;
  }

  between(from: number, to: number): Buffer {
    const bytes = this.#bytesOf(from, to);
    return bytes.subarray(0, Math.max(0, bytes.length - this.separator.length));
  }
}

/** Puts rendered rows one after the other, without keeping a text of each. */
export class RowPacker {
  readonly #separator: string;
  readonly #ends: number[] = [0];
  #bytes = Buffer.allocUnsafe(firstBytes);
  #at = 0;

  constructor(format: Format) {
    this.#separator = separators[format];
  }

  add(row: string): void {
    const from = this.#at;
    const needed = from + Buffer.byteLength(row) + this.#separator.length;
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.#bytes.length));
      this.#bytes.copy(larger, 0, 0, from);
      this.#bytes = larger;
    }
    this.#at += this.#bytes.write(row, from);
    this.#at += this.#bytes.write(this.#separator, this.#at, "latin1");
    this.#ends.push(this.#at);
  }

  finish(): MadeRows {
    return {
      text: this.#bytes.subarray(0, this.#at),
      offsets: Uint32Array.from(this.#ends),
    };
  }
}

const firstBytes = 64 * 1024;
