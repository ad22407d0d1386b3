/**
 * Loads the feed of invented seasons. The workspace sample/ makes it in a process of its own while its first games are
 * already taken in; this program knows no rule by which games are invented.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { FeedItem } from "../feed/feed-item.ts";
import type { FeedRecord } from "../feed/records.ts";

const program = join(import.meta.dirname, "../../sample/src/main.ts");

export type SampleOptions = { readonly seed: number; readonly isFull: boolean };

type Told = { readonly games: number; readonly all: number };

export async function* sampleItems(
  { seed, isFull }: SampleOptions,
  onProgress: (games: number, all: number) => void,
): AsyncGenerator<FeedItem> {
  const words = [`--seed=${seed}`, ...(isFull ? ["--full"] : [])];
  const child = fork(program, words, { stdio: ["ignore", "pipe", "inherit", "ipc"] });
  child.on("message", (message) => {
    const { games, all } = message as Told;
    onProgress(games, all);
  });
  const closed = once(child, "close");
  closed.catch(() => {});
  try {
    // The records are taken as they stand: reading them as strangers' files are read would double the time of a first
    // start, and a test of the workspace holds that the feed's reader accepts every line.
    for await (const lines of piecesOf(child.stdout)) {
      for (const line of lines) yield { record: JSON.parse(line) as FeedRecord };
    }
    const [code, signal] = await closed;
    if (code !== 0) throw new Error(`the program that makes the sample ended with ${signal ?? `exit code ${code}`}`);
  } finally {
    child.kill();
  }
}

/** The lines of each piece, without their ends; the last line of a feed has an end, too. */
async function* piecesOf(stream: NodeJS.ReadableStream | null): AsyncGenerator<readonly string[]> {
  let rest = "";
  stream?.setEncoding("utf8");
  for await (const text of stream ?? []) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    yield lines;
  }
}
