/** The envelopes of good answers. Rows are bytes already: they are framed and sent, never parsed. */
import type { OutgoingHttpHeaders } from "node:http";
import type { FastifyReply } from "fastify";

const comma = Buffer.from(",");

/** Pieces hold rows with commas inside; between the pieces they are put here. */
export function sendList(
  reply: FastifyReply,
  pieces: readonly Buffer[],
  count: number,
  nextCursor: string | null,
): FastifyReply {
  const chunks: Buffer[] = [Buffer.from('{"data":[')];
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) chunks.push(comma);
    chunks.push(piece);
  }
  const meta = `"meta":{"count":${count},"request_id":"${reply.request.id}"}`;
  chunks.push(Buffer.from(`],"next_cursor":${nextCursor === null ? "null" : `"${nextCursor}"`},${meta}}`));
  return sendJson(reply, chunks);
}

export function sendObject(reply: FastifyReply, object: Buffer): FastifyReply {
  const meta = `,"meta":{"request_id":"${reply.request.id}"}}`;
  return sendJson(reply, [Buffer.from('{"data":'), object, Buffer.from(meta)]);
}

/**
 * Writes to the socket itself: `reply.send` would want one Buffer, and a fresh large one per request drives full
 * collections. Headers that hooks have set go along; the onResponse hooks still run.
 */
function sendJson(reply: FastifyReply, chunks: readonly Buffer[]): FastifyReply {
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    "content-type": "application/json; charset=utf-8",
    "content-length": length,
  });
  raw.cork();
  if (reply.request.method !== "HEAD") for (const chunk of chunks) raw.write(chunk);
  raw.end();
  raw.uncork();
  return reply;
}
