/** gzip, the one content coding (RFC 9110 8.4) that we have: whether a caller wants it, and bodies in it. */
import { promisify } from "node:util";
import { gzip, gzipSync } from "node:zlib";
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

const onThreadPool = promisify<Buffer, object, Buffer>(gzip);

/** Up to this, a body takes less time to compress (0.4 ms at most) than it takes to hand it to another thread. */
const longestInPlace = 131_072;

/** A body that is made for one answer. Long ones are compressed on another thread, so that nobody waits for them. */
export async function gzipAnswer(body: Buffer): Promise<Buffer> {
  return body.length <= longestInPlace ? gzipSync(body, { level: 1 }) : onThreadPool(body, { level: 1 });
}

/** A body that stays the same. It is compressed when that is first asked for, and then kept. */
export class EncodedFile {
  readonly plain: Buffer;
  #gzipped: Promise<Buffer> | null = null;

  constructor(plain: Buffer) {
    this.plain = plain;
  }

  gzipped(): Promise<Buffer> {
    if (this.#gzipped !== null) return this.#gzipped;
    const made = onThreadPool(this.plain, { level: 9 });
    this.#gzipped = made;
    // A failure is not kept.
    made.catch(() => {
      this.#gzipped = null;
    });
    return made;
  }
}
