/** Rendered rows of a season one after the other, so that a run of rows is one slice. */
import { crc32 } from "node:zlib";
import type { CheckedValues } from "./checked-values.ts";
import type { Segments } from "./deflated-segments.ts";
import { type Format, separators } from "./formats.ts";

/** Rows of one format joined by its separator. */
export type PackedRows = {
  readonly separator: string;
  readonly count: number;
  /** The same rows compressed ahead of time, some at once. */
  readonly segments: Segments;
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
  /** Of each row with its separator. */
  readonly checksums: Uint32Array;
};

/** What both kinds of rows are made of. */
type Parts = {
  readonly format: Format;
  readonly offsets: Uint32Array;
  readonly segments: Segments;
};

export class RowsInMemory implements PackedRows {
  readonly separator: string;
  readonly count: number;
  readonly segments: Segments;
  readonly #text: Buffer;
  readonly #offsets: Uint32Array;

  constructor({ format, offsets, segments }: Parts, text: Buffer) {
    this.separator = separators[format];
    this.count = offsets.length - 1;
    this.segments = segments;
    this.#text = text;
    this.#offsets = offsets;
  }

  between(from: number, to: number): Buffer {
    const start = this.#offsets[from] as number;
    return this.#text.subarray(start, Math.max(start, (this.#offsets[to] as number) - this.separator.length));
  }
}

/** Rows of which there are too many for the memory: they are read where they lie, and looked at each time. */
export class RowsInFile implements PackedRows {
  readonly separator: string;
  readonly count: number;
  readonly segments: Segments;
  readonly #offsets: Uint32Array;
  readonly #values: CheckedValues;

  /** @param values each row with its separator. */
  constructor({ format, offsets, segments }: Parts, values: CheckedValues) {
    this.separator = separators[format];
    this.count = offsets.length - 1;
    this.segments = segments;
    this.#offsets = offsets;
    this.#values = values;
  }

  /** @throws ReleaseDamaged when a row is not as it was written. */
  between(from: number, to: number): Buffer {
    const bytes = this.#values.read(this.#offsets, from, to);
    return bytes.subarray(0, Math.max(0, bytes.length - this.separator.length));
  }
}

/** Puts rendered rows one after the other, without keeping a text of each. */
export class RowPacker {
  readonly #separator: string;
  readonly #ends: number[] = [0];
  readonly #checksums: number[] = [];
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
    this.#checksums.push(crc32(this.#bytes.subarray(from, this.#at)));
  }

  finish(): MadeRows {
    return {
      text: this.#bytes.subarray(0, this.#at),
      offsets: Uint32Array.from(this.#ends),
      checksums: Uint32Array.from(this.#checksums),
    };
  }
}

const firstBytes = 64 * 1024;
