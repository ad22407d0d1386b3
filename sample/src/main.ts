/**
 * `node sample/src/main.ts [--full] [--seed n]` writes the feed of invented seasons to standard output, one record a line.
 * A process that starts it with a channel for messages is told how many games are written.
 */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { writeCanonicalLine } from "../../src/feed/canonical.ts";
import { openSample, type SampleOptions } from "./sample.ts";

/** How much is written at a time: a system call for each of a million lines would take longer than making them. */
const pieceCharacters = 1 << 16;

/** How often games are told: often enough for a bar that moves smoothly, rarely enough to cost nothing. */
const gamesPerMessage = 25;

function* feedPieces(options: SampleOptions): Generator<string> {
  const sample = openSample(options);
  // Games to come are not counted: what is told is what will be published.
  let finals = 0;
  let piece = "";
  for (const record of sample.records()) {
    if (record.type === "game" && record.status === "final" && ++finals % gamesPerMessage === 0)
      tell(finals, sample.finals);
    piece += `${writeCanonicalLine(record)}\n`;
    if (piece.length < pieceCharacters) continue;
    yield piece;
    piece = "";
  }
  yield piece;
  tell(finals, sample.finals);
}

function tell(games: number, all: number): void {
  // That nobody listens any more is noticed when the next piece is written.
  process.send?.({ games, all }, undefined, undefined, () => {});
}

const { values } = parseArgs({ options: { full: { type: "boolean" }, seed: { type: "string", default: "1" } } });
const seed = Number(values.seed);
if (!Number.isSafeInteger(seed)) throw new RangeError("--seed takes a whole number");

const pieces = Readable.from(feedPieces({ seed, extent: values.full === true ? "full" : "start" }));
await pipeline(pieces, process.stdout).catch((error: NodeJS.ErrnoException) => {
  // The reader has gone, or has all that it wants, as `head` does.
  if (error.code !== "EPIPE") throw error;
});
