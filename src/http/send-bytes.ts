/** Sends a long body a part at a time, as fast as the caller takes it: no download holds more than one part in memory. */
import type { ServerResponse } from "node:http";
import type { ByteRange } from "./byte-range.ts";

/** Where the bytes come from: at a place, as many as are at hand, not further than to `last`. */
type Source = { part(at: number, last: number): Promise<Uint8Array> };

/** A download on which nothing has moved for so long is ended. */
const stalledMs = 60_000;

/**
 * @param turn resolves when the next part may go out.
 * Resolves when the last part is with the system, or when the caller has left. The head must be written; the end is the caller's.
 * @throws what reading throws: then the connection must be ended, so that nobody takes what was sent for the whole.
 */
export async function sendBytes(
  response: ServerResponse,
  source: Source,
  { first, last }: ByteRange,
  turn: () => Promise<unknown>,
  endStalledMs: number = stalledMs,
): Promise<void> {
  // Node's own timer: it looks at what the system has taken, and a slow caller is none that stands still.
  response.setTimeout(endStalledMs, () => response.destroy());
  for (let at = first; at <= last; ) {
    const part = await source.part(at, last);
    await turn();
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
