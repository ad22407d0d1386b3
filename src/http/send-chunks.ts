/** Sends an answer that lies in several pieces of memory, compressed for callers who ask for that. */
import type { OutgoingHttpHeaders } from "node:http";
import type { FastifyReply } from "fastify";
import { encodeAnswer, encodingFor } from "./encodings.ts";

/**
 * Answers 200. Writes to the socket itself: `reply.send` would want one Buffer, and a fresh large one per request drives
 * full collections. Headers that hooks have set go along; the onResponse hooks still run.
 */
export async function sendChunks(
  reply: FastifyReply,
  chunks: readonly Buffer[],
  headers: OutgoingHttpHeaders,
): Promise<FastifyReply> {
  const { method, headers: asked } = reply.request;
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const encoding = encodingFor(asked["accept-encoding"], length);
  const isHead = method === "HEAD";
  if (encoding === null) return write(reply, isHead ? [] : chunks, { ...headers, "content-length": length });
  const encodedHeaders = { ...headers, "content-encoding": encoding };
  // The length is known only when the body is compressed, and RFC 9110 8.6 lets an answer to HEAD go without it.
  if (isHead) return write(reply, [], encodedHeaders);
  const body = await encodeAnswer(Buffer.concat(chunks), encoding);
  return write(reply, [body], { ...encodedHeaders, "content-length": body.length });
}

function write(reply: FastifyReply, chunks: readonly Buffer[], headers: OutgoingHttpHeaders): FastifyReply {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, { ...(reply.getHeaders() as OutgoingHttpHeaders), ...headers });
  raw.cork();
  for (const chunk of chunks) raw.write(chunk);
  raw.end();
  raw.uncork();
  return reply;
}
