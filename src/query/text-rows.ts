/** The rows of a season as text, made when they are first asked for, some at once, and kept as long as there is room. */
import { LRUCache } from "lru-cache";
import { type Column, csvLines } from "../contract/csv.ts";
import { type Format, separators } from "../contract/formats.ts";

/** Rows of one format. */
export type PackedRows = {
  readonly separator: string;
  readonly count: number;
  /** The rows from one to before another, with the separators between them; empty when there are none. */
  between(from: number, to: number): Buffer;
};

/** The same rows in every format, so that a page only picks a format, and as values. */
export type RenderedRows<Row extends object> = Readonly<Record<Format, PackedRows>> & {
  readonly rowAt: (place: number) => Row;
};

/** @param jsonAt the row at a place as JSON, where it is a text already. */
export function textRows<Row extends object>(
  count: number,
  columns: readonly Column[],
  rowAt: (place: number) => Row,
  jsonAt = (place: number) => JSON.stringify(rowAt(place)),
): RenderedRows<Row> {
  const csvOf = csvLines(columns);
  const csvAt = (place: number) => csvOf(rowAt(place));
  return { json: new TextRows("json", count, jsonAt), csv: new TextRows("csv", count, csvAt), rowAt };
}

/** Fewer would be more pieces to a page, more would let a page make more rows than it has. */
const rowsPerBlock = 64;
/** Some eighty thousand odds rows. */
const mostBytes = 64 * 1024 * 1024;

/** Rows one after the other, each with the separator that follows it. */
type Block = { readonly bytes: Buffer; readonly ends: Uint32Array };

const blocks = new LRUCache<string, Block>({ maxSize: mostBytes, sizeCalculation: ({ bytes }) => bytes.length + 512 });
let rowsCount = 0;

class TextRows implements PackedRows {
  readonly separator: string;
  readonly count: number;
  readonly #write: (row: number) => string;
  /** The texts that are kept of a season do not keep the season itself in memory. */
  readonly #number = rowsCount++;

  constructor(format: Format, count: number, write: (row: number) => string) {
    this.separator = separators[format];
    this.count = count;
    this.#write = write;
  }

  between(from: number, to: number): Buffer {
    if (from >= to) return Buffer.alloc(0);
    const parts: Buffer[] = [];
    for (let row = from; row < to; ) {
      const first = row - (row % rowsPerBlock);
      const { bytes, ends } = this.#block(first);
      const end = Math.min(to, first + rowsPerBlock);
      parts.push(bytes.subarray(row === first ? 0 : ends[row - first - 1], ends[end - first - 1]));
      row = end;
    }
    const rows = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
    return rows.subarray(0, rows.length - this.separator.length);
  }

  #block(first: number): Block {
    const name = `${this.#number} ${first}`;
    const known = blocks.get(name);
    if (known !== undefined) return known;
    const rows = Math.min(rowsPerBlock, this.count - first);
    const ends = new Uint32Array(rows);
    const texts = Array.from(ends, (_, place) => Buffer.from(this.#write(first + place) + this.separator));
    let end = 0;
    for (const [place, { length }] of texts.entries()) {
      end += length;
      ends[place] = end;
    }
    const made = { bytes: Buffer.concat(texts, end), ends };
    blocks.set(name, made);
    return made;
  }
}
