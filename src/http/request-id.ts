/** Request ids: ours alone, so that a caller cannot write into our logs; in `X-Request-Id` and in `meta`. */
import { randomBytes } from "node:crypto";

export const requestIdHeader = "x-request-id";

/** 18 bytes are 24 characters of base64url without a rest, so that the text of many ids is the texts of each. */
const bytesPerId = 18;
const charactersPerId = 24;
const idsPerDraw = 256;
let drawn = "";
let used = 0;

/** `req_` and 24 URL-safe characters. Random bytes are drawn for many ids at once: a draw costs more than an id. */
export function makeRequestId(): string {
  if (used === drawn.length) {
    drawn = randomBytes(bytesPerId * idsPerDraw).toString("base64url");
    used = 0;
  }
  used += charactersPerId;
  return `req_${drawn.slice(used - charactersPerId, used)}`;
}
