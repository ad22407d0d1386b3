/** Content codings (RFC 9110 8.4): which one a caller wants, and a body in it. */
import { promisify } from "node:util";
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
} from "node:zlib";
import Negotiator from "negotiator";

export type Encoding = "zstd" | "br" | "gzip";

/** Where a caller likes several equally well, the one that costs us least of those that are equally small comes first. */
const preferred = ["zstd", "br", "gzip", "identity"] as const;

/** The published types are of an older version, which had no preferences of the server. */
type Preferring = {
  encodings(available: readonly string[], options: { readonly preferred: readonly string[] }): string[];
};

/** A body below this fits into one packet either way, so that compressing it would help nobody. */
const smallestLength = 1024;

/**
 * The coding for a body of so many bytes; null: the body as it is. A caller that takes no coding of ours gets the body as
 * it is too, even where its header forbids that: RFC 9110 12.5.3 prefers such an answer to none.
 */
export function encodingFor(acceptEncoding: string | undefined, length: number): Encoding | null {
  if (acceptEncoding === undefined) return null;
  const { first, takesIdentity } = acceptedOf(acceptEncoding);
  return length < smallestLength && takesIdentity ? null : first;
}

type Accepted = { readonly first: Encoding | null; readonly takesIdentity: boolean };

/** Callers send few different headers, again and again. */
const read = new Map<string, Accepted>();
const mostRead = 500;
const longestRead = 200;

function acceptedOf(acceptEncoding: string): Accepted {
  const known = read.get(acceptEncoding);
  if (known !== undefined) return known;
  const negotiator = new Negotiator({ headers: { "accept-encoding": acceptEncoding } }) as unknown as Preferring;
  const accepted = negotiator.encodings(preferred, { preferred });
  const first = preferred.find((each): each is Encoding => each === accepted[0] && each !== "identity") ?? null;
  const found = { first, takesIdentity: accepted.includes("identity") };
  if (acceptEncoding.length <= longestRead && read.size < mostRead) read.set(acceptEncoding, found);
  return found;
}

/** Low levels: an answer is compressed anew for every caller, since the id of the request is in it. */
const answerOptions = {
  zstd: { params: { [constants.ZSTD_c_compressionLevel]: 1 } },
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
  gzip: { level: 1 },
} as const;
/** For what is compressed once and then sent to everybody. */
const fileOptions = {
  zstd: { params: { [constants.ZSTD_c_compressionLevel]: 12 } },
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } },
  gzip: { level: 9 },
} as const;

const inPlace = {
  zstd: (body: Buffer) => zstdCompressSync(body, answerOptions.zstd),
  br: (body: Buffer) => brotliCompressSync(body, answerOptions.br),
  gzip: (body: Buffer) => gzipSync(body, answerOptions.gzip),
} as const satisfies Readonly<Record<Encoding, (body: Buffer) => Buffer>>;
const onThreadPool = {
  zstd: promisify<Buffer, object, Buffer>(zstdCompress),
  br: promisify<Buffer, object, Buffer>(brotliCompress),
  gzip: promisify<Buffer, object, Buffer>(gzip),
} as const satisfies Readonly<Record<Encoding, (body: Buffer, options: object) => Promise<Buffer>>>;

/** Up to this, a body takes less time to compress (0.4 ms at most) than it takes to hand it to another thread. */
const longestInPlace = 131_072;

/** A body that is made for one answer. Long ones are compressed on another thread, so that nobody waits for them. */
export async function encodeAnswer(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (body.length <= longestInPlace) return inPlace[encoding](body);
  return onThreadPool[encoding](body, answerOptions[encoding]);
}

/** A body that stays the same, in every coding; each is made when it is first asked for, and then kept. */
export class EncodedFile {
  readonly plain: Buffer;
  readonly #encoded = new Map<Encoding, Promise<Buffer>>();

  constructor(plain: Buffer) {
    this.plain = plain;
  }

  as(encoding: Encoding): Promise<Buffer> {
    const kept = this.#encoded.get(encoding);
    if (kept !== undefined) return kept;
    const made = onThreadPool[encoding](this.plain, fileOptions[encoding]);
    this.#encoded.set(encoding, made);
    // A failure is not kept.
    made.catch(() => this.#encoded.delete(encoding));
    return made;
  }
}
