/**
 * Compresses a page of rows of which most were compressed before: whole segments are taken as they are, and what is left at
 * the ends of a run is compressed for the request.
 */
import { promisify } from "node:util";
import { constants, crc32, deflateRaw, deflateRawSync } from "node:zlib";
import { combinedCrc32, crc32OfRest } from "../http/combined-crc32.ts";
import type { OpenBody } from "../http/open-body.ts";
import type { Run } from "../query/runs.ts";
import { rowsPerSegment } from "../release/view/deflated-segments.ts";
import type { PackedRows } from "../release/view/packed-rows.ts";
import { storedBlock } from "../release/view/stored-block.ts";

/** A higher level takes a third more time for a tenth of the bytes. */
const options = { level: 3, finishFlush: constants.Z_SYNC_FLUSH } as const;
const onThreadPool = promisify<Buffer, object, Buffer>(deflateRaw);

/** Up to this, bytes take less time to compress (0.2 ms) than they take to hand over to another thread. */
const longestInPlace = 65_536;
/** Below this, bytes stay as they are: to begin a stream takes 25 µs. */
const shortestDeflated = 256;

/**
 * All of a body but its end.
 * @param before what stands before the rows; with no run there must be something.
 * @param runs with a separator between two of them, all of one format.
 */
export async function openRuns(before: Uint8Array, runs: readonly Run[]): Promise<OpenBody> {
  const stream = new OpenStream();
  stream.put(before);
  for (const [index, { rows, from, to }] of runs.entries()) {
    const separator = Buffer.from(rows.separator);
    if (index > 0) stream.put(separator);
    const whole = wholeSegments(rows, from, to);
    if (whole === null) {
      stream.put(rows.between(from, to));
      continue;
    }
    if (from < whole.fromRow) {
      stream.put(rows.between(from, whole.fromRow));
      stream.put(separator);
    }
    await stream.flush();
    stream.putSegments(rows, whole);
    if (whole.toRow < to) {
      stream.put(separator);
      stream.put(rows.between(whole.toRow, to));
    }
  }
  return stream.finish();
}

/** Neighboring segments, from the first to before the end, and their rows. */
type WholeSegments = {
  readonly first: number;
  readonly end: number;
  readonly fromRow: number;
  readonly toRow: number;
};

/** Null: the run has no whole segment. */
function wholeSegments({ count, segments }: PackedRows, from: number, to: number): WholeSegments | null {
  const first = Math.ceil(from / rowsPerSegment);
  const end = to === count ? segments.crcs.length : Math.floor(to / rowsPerSegment);
  if (first >= end) return null;
  return { first, end, fromRow: first * rowsPerSegment, toRow: Math.min(end * rowsPerSegment, count) };
}

/** A stream of deflate that is put together of parts. */
class OpenStream {
  readonly #parts: Uint8Array[] = [];
  /** Bytes that are not compressed yet, and those just before them, which a decoder knows. */
  #waiting: Uint8Array[] = [];
  #known: Uint8Array | null = null;
  #length = 0;
  #crc = 0;

  put(bytes: Uint8Array): void {
    this.#waiting.push(bytes);
  }

  async flush(): Promise<void> {
    const bytes = Buffer.concat(this.#waiting);
    this.#waiting = [];
    if (bytes.length === 0) return;
    this.#length += bytes.length;
    this.#crc = crc32(bytes, this.#crc);
    this.#parts.push(await deflated(bytes, this.#known));
    this.#known = null;
  }

  /** Nothing may wait. */
  putSegments(rows: PackedRows, { first, end, fromRow, toRow }: WholeSegments): void {
    const { crcs } = rows.segments;
    this.#parts.push(rows.segments.alone(first));
    if (end > first + 1) this.#parts.push(rows.segments.following(first + 1, end));
    const { length } = rows.between(fromRow, toRow);
    const crcBefore = first === 0 ? 0 : crc32(rows.separator, crcs[first - 1]);
    this.#crc = combinedCrc32(this.#crc, crc32OfRest(crcs[end - 1] as number, crcBefore, length), length);
    this.#length += length;
    this.#known = rows.between((end - 1) * rowsPerSegment, toRow);
  }

  async finish(): Promise<OpenBody> {
    await this.flush();
    return { deflated: Buffer.concat(this.#parts), length: this.#length, crc: this.#crc };
  }
}

/** @param known what stands before the bytes in the stream, and may be referred to. */
async function deflated(bytes: Buffer, known: Uint8Array | null): Promise<Buffer> {
  if (bytes.length < shortestDeflated) return storedBlock(bytes);
  const own = known === null ? options : { ...options, dictionary: known };
  return bytes.length <= longestInPlace ? deflateRawSync(bytes, own) : onThreadPool(bytes, own);
}
