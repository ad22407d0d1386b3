/** `gradeline serve` as a user would run it: one process with key, window, quota, headers, request ids and the log. */
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { startLineIn } from "../../../support/start-line.ts";
import { type BenchServer, spawnPinned, written } from "./server.ts";

const command = join(import.meta.dirname, "..", "..", "..", "..", "bin", "gradeline.js");

export type Started = BenchServer & {
  /** From the start of the process until it listens. */
  readonly startMs: number;
};

/** @param nodeWords options of Node itself, such as those of a profile. @param start on which core it runs. */
export async function startGradeline(
  databaseFile: string,
  folder: string,
  nodeWords: readonly string[] = [],
  start: typeof spawnPinned = spawnPinned,
): Promise<Started> {
  const own = mkdtempSync(join(folder, "gradeline-"));
  const begunMs = performance.now();
  const process_ = start([process.execPath, ...nodeWords, command, "serve"], join(own, "log"), {
    DATABASE_URL: databaseFile,
    DATA_DIR: own,
    PORT: "0",
  });
  const { url } = await written(process_, startLineIn);
  return {
    name: "gradeline",
    base: new URL(url).origin,
    pid: process_.pid,
    startMs: performance.now() - begunMs,
    targets: async ({ case: { paths }, pages }) => paths.map((path, at) => ({ path, etag: pages[at]?.etag ?? "" })),
    tidy: process_.forget,
    close: process_.end,
  };
}
