/**
 * Loads the feed of invented seasons. The workspace sample/ makes it, and is loaded only when a sample is asked for; this program knows
 * no rule by which games are invented.
 */
import { join } from "node:path";
import type { FeedRecord } from "../feed/records.ts";
import type { FeedItem } from "../feed/refusals.ts";

const program = join(import.meta.dirname, "../../sample/src/sample.ts");

export type SampleOptions = { readonly seed: number; readonly isFull: boolean };

type SampleProgram = {
  openSample(options: { readonly seed: number; readonly extent: "start" | "full" }): {
    readonly finals: number;
    records(): Iterable<FeedRecord>;
  };
};

/** How often games are told: often enough for a bar that moves smoothly, rarely enough to cost nothing. */
const gamesPerUpdate = 25;

/** The records are taken as they stand: a test of the workspace holds that the feed's reader accepts every one. */
export async function sampleItems(
  { seed, isFull }: SampleOptions,
  onProgress: (games: number, all: number) => void,
): Promise<Iterable<FeedItem>> {
  const { openSample } = (await import(program)) as SampleProgram;
  return itemsOf(openSample({ seed, extent: isFull ? "full" : "start" }), onProgress);
}

function* itemsOf(
  { finals, records }: ReturnType<SampleProgram["openSample"]>,
  onProgress: (games: number, all: number) => void,
): Generator<FeedItem> {
  let games = 0;
  for (const record of records()) {
    // Games to come are not counted: what is told is what will be published.
    const isFinal = record.type === "game" && record.status === "final";
    if (isFinal && ++games % gamesPerUpdate === 0) onProgress(games, finals);
    yield { record };
  }
  onProgress(games, finals);
}
