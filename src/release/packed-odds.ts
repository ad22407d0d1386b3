/**
 * The odds rows of a game, rendered, in one value: a game is written with one row of a table instead of one for each book,
 * and the shelf copies the bytes of all its rows at once, without making a text of each.
 *
 * The layout is a header of four uint32 (version, rows, bytes of JSON, bytes of CSV), then the columns of `PackedOdds` in the
 * order in which they are declared.
 */

import { separators } from "./formats.ts";
import { headerBytes } from "./packed-columns.ts";

/** An odds row as callers see it, in every format, with what pages filter by. */
export type RenderedOdds = {
  readonly book_id: number;
  readonly market_bits: number;
  readonly body: string;
  readonly csv: string;
};

/** Rows are ordered by book id. */
export type PackedOdds = {
  /** One past the last byte of each row among the texts of its format. */
  readonly jsonEnds: Uint32Array;
  readonly csvEnds: Uint32Array;
  readonly bookIds: Uint16Array;
  readonly marketBits: Uint8Array;
  /** The rows, joined by the format's separator. */
  readonly json: Uint8Array;
  readonly csv: Uint8Array;
};

/** A rising number means another layout. Never change what an old number means. */
const layoutVersion = 1;
const columnBytes = 4 + 4 + 2 + 1;

/** @param odds the rows of one game, in any order. */
export function packOdds(odds: readonly RenderedOdds[]): Uint8Array {
  const rows = odds.toSorted((a, b) => a.book_id - b.book_id);
  const json = rows.map(({ body }) => body).join(separators.json);
  const csv = rows.map((row) => row.csv).join(separators.csv);
  const jsonBytes = Buffer.byteLength(json);
  const csvBytes = Buffer.byteLength(csv);
  const textsAt = headerBytes + columnBytes * rows.length;
  const bytes = Buffer.alloc(textsAt + jsonBytes + csvBytes);
  const header = new Uint32Array([layoutVersion, rows.length, jsonBytes, csvBytes]);
  bytes.set(new Uint8Array(header.buffer));
  let at = headerBytes;
  at = putEnds(bytes, at, rows, ({ body }) => body, separators.json.length);
  at = putEnds(bytes, at, rows, (row) => row.csv, separators.csv.length);
  for (const { book_id } of rows) at = bytes.writeUInt16LE(book_id, at);
  for (const { market_bits } of rows) at = bytes.writeUInt8(market_bits, at);
  bytes.write(json, at);
  bytes.write(csv, at + jsonBytes);
  return bytes;
}

function putEnds(
  bytes: Buffer,
  from: number,
  rows: readonly RenderedOdds[],
  textOf: (row: RenderedOdds) => string,
  separatorBytes: number,
): number {
  let at = from;
  let end = -separatorBytes;
  for (const row of rows) {
    end += separatorBytes + Buffer.byteLength(textOf(row));
    at = bytes.writeUInt32LE(end, at);
  }
  return at;
}

/**
 * The columns of a value; the texts are views of it. A value that the disk has lost is null.
 * @throws RangeError when the bytes are no packed odds: the database is damaged, or newer than this program.
 */
export function readOdds(value: Uint8Array | null): PackedOdds {
  const packed = value ?? new Uint8Array();
  const { length } = packed;
  const header = length < headerBytes ? [] : new Uint32Array(copyOf(packed, 0, headerBytes));
  const [version = 0, rows = 0, jsonBytes = 0, csvBytes = 0] = header;
  const textsAt = headerBytes + columnBytes * rows;
  if (version !== layoutVersion || length !== textsAt + jsonBytes + csvBytes) {
    throw new RangeError(`the archive holds odds of layout ${version} with ${length} bytes; layout 1 is known`);
  }
  const buffer = copyOf(packed, headerBytes, textsAt);
  const ends = { json: new Uint32Array(buffer, 0, rows), csv: new Uint32Array(buffer, 4 * rows, rows) };
  if ((ends.json.at(-1) ?? 0) !== jsonBytes || (ends.csv.at(-1) ?? 0) !== csvBytes) {
    throw new RangeError("the archive holds odds whose rows do not end where their texts do");
  }
  return {
    jsonEnds: ends.json,
    csvEnds: ends.csv,
    bookIds: new Uint16Array(buffer, 8 * rows, rows),
    marketBits: new Uint8Array(buffer, 10 * rows, rows),
    json: packed.subarray(textsAt, textsAt + jsonBytes),
    csv: packed.subarray(textsAt + jsonBytes),
  };
}

/** A copy of its own, because columns must begin at multiples of their width. */
function copyOf(packed: Uint8Array, from: number, to: number): ArrayBuffer {
  return Uint8Array.from(packed.subarray(from, to)).buffer;
}

/** The rows of a value one by one, by book id. */
export function unpackOdds(packed: Uint8Array | null): RenderedOdds[] {
  const odds = readOdds(packed);
  const rows = (texts: Uint8Array, ends: Uint32Array, separatorBytes: number) => {
    const bytes = Buffer.from(texts.buffer, texts.byteOffset, texts.byteLength);
    return Array.from(ends, (end, row) =>
      bytes.toString("utf8", row === 0 ? 0 : (ends[row - 1] as number) + separatorBytes, end),
    );
  };
  const bodies = rows(odds.json, odds.jsonEnds, separators.json.length);
  const csvs = rows(odds.csv, odds.csvEnds, separators.csv.length);
  return Array.from(odds.bookIds, (book_id, row) => ({
    book_id,
    market_bits: odds.marketBits[row] as number,
    body: bodies[row] as string,
    csv: csvs[row] as string,
  }));
}
