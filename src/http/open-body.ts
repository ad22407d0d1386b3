/**
 * Bodies that are compressed once and sent with another end each time: the id of the request stands at the end of an answer,
 * so all before it is compressed up to a flush and kept, and the end follows as a stored block (RFC 1951 3.2.4), with a checksum
 * that is continued.
 */
import { promisify } from "node:util";
import { constants, crc32, deflateRaw, deflateRawSync } from "node:zlib";

/** All of a body but its end, compressed. */
export type OpenBody = {
  readonly deflated: Buffer;
  /** Bytes before they were compressed, and their CRC-32; gzip's end states both of the whole. */
  readonly length: number;
  readonly crc: number;
};

/** A middle level: a body is compressed once for all who ask for it, and most are asked for by few. */
const options = { level: 5, finishFlush: constants.Z_SYNC_FLUSH } as const;
const onThreadPool = promisify<Buffer, object, Buffer>(deflateRaw);

/** Up to this, a body takes less time to compress (0.1 ms) than it takes to hand it to another thread. */
const longestInPlace = 16_384;

/** Compresses all of a body, of at least a byte, but its end. Long ones are compressed on another thread, so that nobody waits for them. */
export async function openBody(body: Buffer): Promise<OpenBody> {
  const isShort = body.length <= longestInPlace;
  const deflated = isShort ? deflateRawSync(body, options) : await onThreadPool(body, options);
  return { deflated, length: body.length, crc: crc32(body) };
}

/** RFC 1952 2.3: deflate, no name, no time, an unknown system. */
const gzipStart = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

/** A stored block takes this much. */
const longestEnd = 65_535;

/**
 * The pieces of the whole body as gzip.
 * @param end what follows, up to 65,535 bytes.
 * @throws RangeError for a longer end.
 */
export function closeBody({ deflated, length, crc }: OpenBody, end: Buffer): readonly Buffer[] {
  if (end.length > longestEnd) throw new RangeError(`the end of a body has ${end.length} bytes`);
  const bytes = Buffer.allocUnsafe(end.length + 13);
  bytes[0] = 1; // The last block, stored.
  bytes.writeUInt16LE(end.length, 1);
  bytes.writeUInt16LE(~end.length & 0xffff, 3);
  end.copy(bytes, 5);
  bytes.writeUInt32LE(crc32(end, crc), end.length + 5);
  bytes.writeUInt32LE((length + end.length) % 2 ** 32, end.length + 9);
  return [gzipStart, deflated, bytes];
}
