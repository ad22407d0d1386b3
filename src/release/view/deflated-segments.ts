/**
 * Rows that are compressed ahead of time, a dozen or so at once, so that a page of them is put together of parts: each segment is
 * deflated up to a flush, so that any run of segments is a part of a stream, and its checksum follows from two numbers.
 *
 * A segment is kept in two forms: alone, as a run begins with it, and as what follows the segment before, which a decoder still
 * knows then, so that it may be referred to (RFC 1951 2). The second takes a bit more than half of the first.
 */
import { constants, crc32, deflateRawSync } from "node:zlib";
import { type Format, separators } from "./formats.ts";
import { storedBlock } from "./stored-block.ts";

/** More rows a segment take a sixth fewer bytes, and as much more time at the ends of a page. */
export const rowsPerSegment = 16;

export type MadeSegments = {
  readonly alone: readonly Uint8Array[];
  /** Each with the separator before it, so that neighbors are one part of a stream; nothing for the first. */
  readonly following: readonly Uint8Array[];
  /** The CRC-32 of all rows up to the end of each segment, without the separator that follows. */
  readonly crcs: Uint32Array;
};

/** The segments of rows, as they are read. The last one has what is left. */
export type Segments = {
  readonly crcs: Uint32Array;
  alone(segment: number): Uint8Array;
  /** Those from one to before another. */
  following(from: number, to: number): Uint8Array;
};

/** A higher level takes half as much time again for a twentieth of the bytes. */
const options = { level: 4, finishFlush: constants.Z_SYNC_FLUSH } as const;

export function deflatedSegments(
  format: Format,
  { text, offsets }: { readonly text: Buffer; readonly offsets: Uint32Array },
): MadeSegments {
  const separator = separators[format];
  const rowCount = offsets.length - 1;
  const between = storedBlock(Buffer.from(separator));
  const alone: Uint8Array[] = [];
  const following: Uint8Array[] = [];
  const crcs: number[] = [];
  let crc = 0;
  for (let from = 0; from < rowCount; from += rowsPerSegment) {
    const end = offsets[Math.min(from + rowsPerSegment, rowCount)] as number;
    const own = text.subarray(offsets[from], end - separator.length);
    alone.push(deflateRawSync(own, options));
    if (from === 0) following.push(new Uint8Array());
    else {
      const dictionary = text.subarray(offsets[from - rowsPerSegment], offsets[from]);
      following.push(Buffer.concat([between, deflateRawSync(own, { ...options, dictionary })]));
      crc = crc32(separator, crc);
    }
    crc = crc32(own, crc);
    crcs.push(crc);
  }
  return { alone, following, crcs: Uint32Array.from(crcs) };
}
