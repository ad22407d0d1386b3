/** `node sample/src/main.ts [--full] [--seed n]` writes the feed of invented seasons to standard output, one record a line. */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { writeCanonicalLine } from "../../src/feed/canonical.ts";
import { type SampleOptions, sampleRecords } from "./sample.ts";

/** How much is written at a time: a system call for each of a million lines would take longer than making them. */
const pieceCharacters = 1 << 16;

function* feedPieces(options: SampleOptions): Generator<string> {
  let piece = "";
  for (const record of sampleRecords(options)) {
    piece += `${writeCanonicalLine(record)}\n`;
    if (piece.length < pieceCharacters) continue;
    yield piece;
    piece = "";
  }
  yield piece;
}

const { values } = parseArgs({ options: { full: { type: "boolean" }, seed: { type: "string", default: "1" } } });
const seed = Number(values.seed);
if (!Number.isSafeInteger(seed)) throw new RangeError("--seed takes a whole number");

const pieces = Readable.from(feedPieces({ seed, extent: values.full === true ? "full" : "start" }));
await pipeline(pieces, process.stdout).catch((error: NodeJS.ErrnoException) => {
  // The reader has gone, or has all that it wants, as `head` does.
  if (error.code !== "EPIPE") throw error;
});
