/** The envelopes of good answers. Rows are bytes already, so they are framed and sent, and never parsed. */
import type { FastifyReply } from "fastify";
import { lineEnd } from "../archive/csv.ts";
import { sendChunks } from "../http/send-chunks.ts";
import { contentTypes } from "./format.ts";

const comma = Buffer.from(",");
const newLine = Buffer.from(lineEnd);

/**
 * @param pieces rows with commas between them; the commas between the pieces are put here.
 * @param moreMeta what this list says in `meta` beside what all lists do.
 */
export function sendList(
  reply: FastifyReply,
  pieces: readonly Buffer[],
  count: number,
  nextCursor: string | null,
  moreMeta: Readonly<Record<string, string | number>> = {},
): Promise<FastifyReply> {
  const chunks: Buffer[] = [Buffer.from('{"data":[')];
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) chunks.push(comma);
    chunks.push(piece);
  }
  const meta = JSON.stringify({ count, request_id: reply.request.id, ...moreMeta });
  chunks.push(Buffer.from(`],"next_cursor":${nextCursor === null ? "null" : `"${nextCursor}"`},"meta":${meta}}`));
  return sendChunks(reply, chunks, { "content-type": contentTypes.json });
}

export type CsvPage = {
  readonly header: string;
  /** Rows with line ends between them. The line ends between and after the pieces are put here. */
  readonly pieces: readonly Buffer[];
  readonly nextCursor: string | null;
  readonly fileName: string;
};

/** Every page has the header line, so that each can be read by itself [D-29]. */
export function sendCsv(reply: FastifyReply, { header, pieces, nextCursor, fileName }: CsvPage): Promise<FastifyReply> {
  const chunks: Buffer[] = [Buffer.from(header + lineEnd)];
  for (const piece of pieces) chunks.push(piece, newLine);
  return sendChunks(reply, chunks, {
    "content-type": contentTypes.csv,
    "content-disposition": `attachment; filename="${fileName}"`,
    ...(nextCursor === null ? {} : { "x-next-cursor": nextCursor }),
  });
}

export function sendObject(reply: FastifyReply, object: Buffer): Promise<FastifyReply> {
  const meta = `,"meta":{"request_id":"${reply.request.id}"}}`;
  const chunks = [Buffer.from('{"data":'), object, Buffer.from(meta)];
  return sendChunks(reply, chunks, { "content-type": contentTypes.json });
}
