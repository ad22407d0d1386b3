/** Messages that programs post: how one is read, and the shapes that pass between their door and their answers. */
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

/** A message of a caller whose key may ask. */
export type Posted = {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** In whose turn something is computed for it. */
  readonly owner: string;
  /** Requests of the quota that are left when this one is charged. */
  readonly left: number;
  /** Turns an error into the status and the body that the API answers with. */
  readonly errorOf: (thrown: unknown) => { readonly status: number; readonly body: string };
};

export type PostAnswer = {
  readonly status: number;
  /** Null: the answer has no body. */
  readonly contentType: string | null;
  readonly body: string;
  /** Whether it costs a request of the quota. */
  readonly isCharged: boolean;
};

/** Reads the body of a request. Null: it is longer than `mostBytes`, and what is left of it is nobody's. @throws when the caller leaves before its end. */
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
