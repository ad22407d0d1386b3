/** Sends what stays the same for as long as the server lives: with an ETag, and compressed for callers who ask for that. */
import { hash } from "node:crypto";
import type { FastifyReply } from "fastify";
import { EncodedFile, wantsGzip } from "./encodings.ts";
import { matchesEtag } from "./etag.ts";

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
