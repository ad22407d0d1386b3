/** Which form of a body a caller gets: compressed (gzip is the one content coding of RFC 9110 8.4 that we have), a part of it, or none since it is known. */
import { promisify } from "node:util";
import { constants, crc32, deflateRaw, deflateRawSync, gzip } from "node:zlib";
import Negotiator from "negotiator";

/** The published types are of an older version, which had no preferences of the server. */
type Preferring = {
  encodings(available: readonly string[], options: { readonly preferred: readonly string[] }): string[];
};

/** A body below this fits into one packet either way, so that compressing it would help nobody. */
const smallestLength = 1024;

/**
 * Whether a body of so many bytes is to be compressed. A caller that takes neither gzip nor the body as it is gets it as it is:
 * RFC 9110 12.5.3 prefers such an answer to none.
 */
export function wantsGzip(acceptEncoding: string | undefined, length: number): boolean {
  if (acceptEncoding === undefined) return false;
  const { isGzipFirst, takesIdentity } = acceptedOf(acceptEncoding);
  return isGzipFirst && (length >= smallestLength || !takesIdentity);
}

type Accepted = { readonly isGzipFirst: boolean; readonly takesIdentity: boolean };

/** Callers send few different headers, again and again. */
const read = new Map<string, Accepted>();
const mostRead = 500;
const longestRead = 200;
/** Where a caller likes both equally, the first is taken. */
const offered = ["gzip", "identity"] as const;

function acceptedOf(acceptEncoding: string): Accepted {
  const known = read.get(acceptEncoding);
  if (known !== undefined) return known;
  const negotiator = new Negotiator({ headers: { "accept-encoding": acceptEncoding } }) as unknown as Preferring;
  const accepted = negotiator.encodings(offered, { preferred: offered });
  const found = { isGzipFirst: accepted[0] === "gzip", takesIdentity: accepted.includes("identity") };
  if (acceptEncoding.length <= longestRead && read.size < mostRead) read.set(acceptEncoding, found);
  return found;
}

const gzipOnThreadPool = promisify<Buffer, object, Buffer>(gzip);

/** A body that stays the same. It is compressed when that is first asked for, and then kept. */
export class EncodedFile {
  readonly plain: Buffer;
  #gzipped: Promise<Buffer> | null = null;

  constructor(plain: Buffer) {
    this.plain = plain;
  }

  gzipped(): Promise<Buffer> {
    if (this.#gzipped !== null) return this.#gzipped;
    const made = gzipOnThreadPool(this.plain, { level: 9 });
    this.#gzipped = made;
    // A failure is not kept.
    made.catch(() => {
      this.#gzipped = null;
    });
    return made;
  }
}

/** A tag with its opaque part in a group, a comma, white space, or any other character. */
const tokens = /(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"|,|[ \t]+|./gs;

/** If-None-Match (RFC 9110 13.1.2): weak comparison (8.8.3.2) with every tag of a list. A list with anything else in it matches nothing. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === "*") return true;
  const own = etag.slice(etag.indexOf('"') + 1, -1);
  let isMatch = false;
  let wantsComma = false;
  for (const [token, opaque] of ifNoneMatch.matchAll(tokens)) {
    if (token === ",") wantsComma = false;
    else if (opaque !== undefined) {
      if (wantsComma) return false;
      wantsComma = true;
      if (opaque === own) isMatch = true;
    } else if (token.trim() !== "") return false;
  }
  return isMatch;
}

/**
 * Bodies that are compressed once and sent with another end each time: the id of the request stands at the end of an answer,
 * so all before it is compressed up to a flush and kept, and the end follows as a stored block (RFC 1951 3.2.4), with a checksum
 * that is continued. This is all of it but its end, compressed.
 */
export type OpenBody = {
  readonly deflated: Buffer;
  /** Bytes before they were compressed, and their CRC-32; gzip's end states both of the whole. */
  readonly length: number;
  readonly crc: number;
};

/** A middle level: a body is compressed once for all who ask for it, and most are asked for by few. */
const openOptions = { level: 5, finishFlush: constants.Z_SYNC_FLUSH } as const;
const deflateOnThreadPool = promisify<Buffer, object, Buffer>(deflateRaw);

/** Up to this, a body takes less time to compress (0.1 ms) than it takes to hand it to another thread. */
const longestDeflatedInPlace = 16_384;

/** Compresses all of a body, of at least a byte, but its end. Long ones are compressed on another thread, so that nobody waits for them. */
export async function openBody(body: Buffer): Promise<OpenBody> {
  const isShort = body.length <= longestDeflatedInPlace;
  const deflated = isShort ? deflateRawSync(body, openOptions) : await deflateOnThreadPool(body, openOptions);
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

/** The part of a body that a request asks for (RFC 9110 14): the places of its first and last byte. */
export type ByteRange = { readonly first: number; readonly last: number };

const oneRange = /^bytes=[ \t]*(?:(?<first>\d+)-(?<last>\d*)|-(?<suffix>\d+))[ \t]*$/i;

type Asking = {
  readonly range?: string | undefined;
  readonly "if-range"?: string | string[] | undefined;
};

/**
 * Null: all of it, since nothing else was asked for, or what was is malformed, of another unit, several ranges, or of another version.
 * @param etag the strong tag of the body; a date in `If-Range` never matches, because we tell none.
 */
export function byteRangeOf(asking: Asking, etag: string, size: number): ByteRange | "unsatisfiable" | null {
  const { range, "if-range": ifRange } = asking;
  if (range === undefined || (ifRange !== undefined && String(ifRange).trim() !== etag)) return null;
  const { first, last = "", suffix } = oneRange.exec(range.trim())?.groups ?? {};
  if (suffix !== undefined) {
    const length = Math.min(Number(suffix), size);
    return length === 0 ? "unsatisfiable" : { first: size - length, last: size - 1 };
  }
  if (first === undefined) return null;
  const [from, to] = [Number(first), last === "" ? size - 1 : Math.min(Number(last), size - 1)];
  if (last !== "" && Number(last) < from) return null;
  return from >= size ? "unsatisfiable" : { first: from, last: to };
}
