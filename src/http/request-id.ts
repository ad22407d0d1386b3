/** Request ids: ours alone, so that a caller cannot write into our logs; in `X-Request-Id` and in `meta`. */
import { randomBytes } from "node:crypto";

export const requestIdHeader = "x-request-id";

const bytesPerId = 18;
const idsPerDraw = 256;
let drawn = Buffer.alloc(0);
let used = 0;

/** `req_` and 24 URL-safe characters. Random bytes are drawn for many ids at once: a draw costs more than an id. */
export function makeRequestId(): string {
  if (used === drawn.length) {
    drawn = randomBytes(bytesPerId * idsPerDraw);
    used = 0;
  }
  used += bytesPerId;
  return `req_${drawn.toString("base64url", used - bytesPerId, used)}`;
}
