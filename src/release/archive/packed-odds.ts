/**
 * The odds rows of a game as versions before releases have kept them, as text. The layout is a header of four uint32 (version, rows,
 * bytes of JSON, bytes of CSV), then where each row ends in both formats, the book ids and the markets, then the texts.
 */
import type { OddsRow } from "../../contract/lists/odds.ts";

const headerBytes = 16;
/** Of each row: two ends, the book id and the markets. */
const columnBytes = 4 + 4 + 2 + 1;

/** @throws RangeError when the bytes are no packed odds. */
export function oddsRowsIn(packed: Uint8Array): OddsRow[] {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  if (bytes.length < headerBytes) throw new RangeError("the odds of the game are lost");
  const [version, rows, jsonBytes, csvBytes] = [0, 4, 8, 12].map((at) => bytes.readUInt32LE(at)) as [
    number,
    number,
    number,
    number,
  ];
  const textsAt = headerBytes + columnBytes * rows;
  if (version !== 1 || bytes.length !== textsAt + jsonBytes + csvBytes) {
    throw new RangeError(`the odds of the game are of layout ${version}; layout 1 is known`);
  }
  return JSON.parse(`[${bytes.toString("utf8", textsAt, textsAt + jsonBytes)}]`) as OddsRow[];
}
