/** Sends what stays the same for as long as the server lives: with an ETag, and compressed for callers who ask for that. */
import { hash } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { FastifyReply } from "fastify";
import { type ByteRange, EncodedFile, matchesEtag, wantsGzip } from "./representation.ts";

export type ServedFile = { readonly type: string; readonly etag: string; readonly body: EncodedFile };

/** @param type its Content-Type. */
export function servedFile(type: string, plain: Buffer): ServedFile {
  // The tag is weak: compressed or not, it is the same text.
  return { type, etag: `W/"${hash("sha256", plain, "base64url").slice(0, 22)}"`, body: new EncodedFile(plain) };
}

/**
 * @param maxAgeS how long a cache may hand it out without asking: for good, where it never changes; null: only the browser may keep
 * it, and asks each time.
 */
export async function sendFile(
  reply: FastifyReply,
  { type, etag, body }: ServedFile,
  maxAgeS: number | "for good" | null = 900,
): Promise<FastifyReply> {
  const { headers } = reply.request;
  const shared = maxAgeS === "for good" ? "public, max-age=31536000, immutable" : `public, max-age=${maxAgeS}`;
  const cacheControl = maxAgeS === null ? "private, no-cache" : shared;
  reply.headers({
    etag,
    "cache-control": cacheControl,
    vary: maxAgeS === null ? "Accept-Encoding, Cookie" : "Accept-Encoding",
  });
  if (matchesEtag(headers["if-none-match"], etag)) return reply.code(304).send();
  reply.type(type);
  if (!wantsGzip(headers["accept-encoding"], body.plain.length)) return reply.send(body.plain);
  return reply.header("content-encoding", "gzip").send(await body.gzipped());
}

/** Where the bytes come from: at a place, as many as are at hand, not further than to `last`. */
type Source = { part(at: number, last: number): Promise<Uint8Array> };

/** A download on which nothing has moved for so long is ended. */
const stalledMs = 60_000;

/**
 * Sends a long body a part at a time, as fast as the caller takes it: no download holds more than one part in memory. Resolves when the
 * last part is with the system, or when the caller has left. The head must be written; the end is the caller's.
 * @throws what reading throws: then the connection must be ended, so that nobody takes what was sent for the whole.
 */
export async function sendBytes(
  response: ServerResponse,
  source: Source,
  { first, last }: ByteRange,
  endStalledMs: number = stalledMs,
): Promise<void> {
  // Node's own timer: it looks at what the system has taken, and a slow caller is none that stands still.
  response.setTimeout(endStalledMs, () => response.destroy());
  for (let at = first; at <= last; ) {
    const part = await source.part(at, last);
    if (response.destroyed || !(await isTaken(response, part))) return;
    at += part.length;
  }
}

/** Resolves when the system has taken the part, or when the connection is gone. */
function isTaken(response: ServerResponse, part: Uint8Array): Promise<boolean> {
  return new Promise((resolve) => {
    // Nobody calls back for what waits behind another answer when the connection ends.
    const left = (): void => resolve(false);
    response.once("close", left);
    response.write(part, (error) => {
      response.off("close", left);
      resolve(error === undefined || error === null);
    });
  });
}
