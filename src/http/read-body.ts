/** Reads the body of a request, up to a length. */
import type { IncomingMessage } from "node:http";

/** Null: it is longer than `mostBytes`, and what is left of it is nobody's. @throws when the caller leaves before its end. */
export async function readBody(request: IncomingMessage, mostBytes: number): Promise<Buffer | null> {
  if (Number(request.headers["content-length"]) > mostBytes) return null;
  const parts: Buffer[] = [];
  let length = 0;
  // Leaving a loop over the request itself would end the connection, on which an answer is still to be sent.
  for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > mostBytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
