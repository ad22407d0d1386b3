/**
 * The lines of a season as they stood at one moment before the start of each game, in columns beside those of `SeasonLines`:
 * an entry is at the same place in both. They are compressed, because most requests ask for none of them.
 */
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { noLine } from "../packed-lines.ts";

export type MomentLines = {
  /** Tenths of minutes from the capture to the moment; `noCapture`: there is none, and the other columns mean nothing. */
  readonly ages: Uint32Array;
  /** Home or over, away or under of each entry; 0 is none. */
  readonly prices: Int32Array;
  /** In quarters of a point; `noLine` is none. */
  readonly quarters: Int16Array;
};

export const noCapture = 4_294_967_295;

const bytesOfEntry = 4 + 8 + 2;

export function emptyMoment(entries: number): MomentLines {
  return {
    ages: new Uint32Array(entries).fill(noCapture),
    prices: new Int32Array(2 * entries),
    quarters: new Int16Array(entries).fill(noLine),
  };
}

export function momentBytes({ ages }: MomentLines): number {
  return bytesOfEntry * ages.length;
}

export function packMoment({ ages, prices, quarters }: MomentLines): Buffer {
  const columns = [ages, prices, quarters];
  return zstdCompressSync(
    Buffer.concat(columns.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength))),
  );
}

export function unpackMoment(packed: Uint8Array): MomentLines {
  // A copy of its own, because columns must begin at multiples of their width.
  const { buffer } = new Uint8Array(zstdDecompressSync(packed));
  const entries = buffer.byteLength / bytesOfEntry;
  return {
    ages: new Uint32Array(buffer, 0, entries),
    prices: new Int32Array(buffer, 4 * entries, 2 * entries),
    quarters: new Int16Array(buffer, 12 * entries, entries),
  };
}
