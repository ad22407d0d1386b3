/**
 * Bodies that are compressed once and sent with another end each time: the id of the request stands at the end of an answer,
 * so all before it is compressed up to a flush and kept, and the end follows as it is. Each coding allows that in one stream:
 * gzip by a stored block (RFC 1951 3.2.4) and a checksum that is continued, brotli by an uncompressed meta-block (RFC 7932
 * 9.2), zstd by a raw block (RFC 8878 3.1.1.2).
 */
import { promisify } from "node:util";
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  crc32,
  deflateRaw,
  deflateRawSync,
  zstdCompress,
  zstdCompressSync,
} from "node:zlib";
import type { Encoding } from "./encodings.ts";

/** All of a body but its end, compressed. */
export type OpenBody = {
  readonly encoding: Encoding;
  readonly compressed: Buffer;
  /** Bytes before they were compressed, and their CRC-32; gzip's end states both of the whole. */
  readonly length: number;
  readonly crc: number;
};

/** Middle levels: a body is compressed once for all who ask for it, and most are asked for by few. */
const options = {
  gzip: { level: 5, finishFlush: constants.Z_SYNC_FLUSH },
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 }, finishFlush: constants.BROTLI_OPERATION_FLUSH },
  zstd: { params: { [constants.ZSTD_c_compressionLevel]: 1 }, finishFlush: constants.ZSTD_e_flush },
} as const;

const inPlace = {
  gzip: (body: Buffer) => deflateRawSync(body, options.gzip),
  br: (body: Buffer) => brotliCompressSync(body, options.br),
  zstd: (body: Buffer) => zstdCompressSync(body, options.zstd),
} as const satisfies Readonly<Record<Encoding, (body: Buffer) => Buffer>>;
const deflateOnThread = promisify<Buffer, object, Buffer>(deflateRaw);
const brotliOnThread = promisify<Buffer, object, Buffer>(brotliCompress);
const zstdOnThread = promisify<Buffer, object, Buffer>(zstdCompress);
const onThreadPool = {
  gzip: (body: Buffer) => deflateOnThread(body, options.gzip),
  br: (body: Buffer) => brotliOnThread(body, options.br),
  zstd: (body: Buffer) => zstdOnThread(body, options.zstd),
} as const satisfies Readonly<Record<Encoding, (body: Buffer) => Promise<Buffer>>>;

/** Up to this, a body takes less time to compress (0.1 ms) than it takes to hand it to another thread. */
const longestInPlace = 16_384;

/** Compresses all of a body, of at least a byte, but its end. Long ones are compressed on another thread, so that nobody waits for them. */
export async function openBody(body: Buffer, encoding: Encoding): Promise<OpenBody> {
  const isShort = body.length <= longestInPlace;
  const compressed = isShort ? inPlace[encoding](body) : await onThreadPool[encoding](body);
  return { encoding, compressed, length: body.length, crc: encoding === "gzip" ? crc32(body) : 0 };
}

/** RFC 1952 2.3: deflate, no name, no time, an unknown system. */
const gzipStart = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
const brotliEnd = Buffer.from([3]);
const nothing = Buffer.alloc(0);

/** A stored block, an uncompressed meta-block and gzip's lengths all take this much. */
const longestEnd = 65_535;

/**
 * The pieces of the whole compressed body.
 * @param end what follows, up to 65,535 bytes.
 * @throws RangeError for a longer end.
 */
export function closeBody({ encoding, compressed, length, crc }: OpenBody, end: Buffer): readonly Buffer[] {
  if (end.length > longestEnd) throw new RangeError(`the end of a body has ${end.length} bytes`);
  if (encoding === "gzip") return [gzipStart, compressed, gzipEnd(end, length, crc)];
  // Neither coding has a block without bytes that is not the last of its kind: brotli's end says it all.
  if (encoding === "br") return [compressed, end.length === 0 ? nothing : brotliBlock(end), brotliEnd];
  return [compressed, zstdBlock(end)];
}

function gzipEnd(end: Buffer, length: number, crc: number): Buffer {
  const bytes = Buffer.allocUnsafe(end.length + 13);
  bytes[0] = 1; // The last block, stored.
  bytes.writeUInt16LE(end.length, 1);
  bytes.writeUInt16LE(~end.length & 0xffff, 3);
  end.copy(bytes, 5);
  bytes.writeUInt32LE(crc32(end, crc), end.length + 5);
  bytes.writeUInt32LE((length + end.length) % 2 ** 32, end.length + 9);
  return bytes;
}

function brotliBlock(end: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(end.length + 3);
  // Not the last; four nibbles of length less one; uncompressed.
  bytes.writeUIntLE(((end.length - 1) << 3) | (1 << 19), 0, 3);
  end.copy(bytes, 3);
  return bytes;
}

function zstdBlock(end: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(end.length + 3);
  // The last; raw; its length.
  bytes.writeUIntLE((end.length << 3) | 1, 0, 3);
  end.copy(bytes, 3);
  return bytes;
}
