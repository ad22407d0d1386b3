/** The process, and the disk that its files are on. */
import { statfs } from "node:fs/promises";
import { collectDefaultMetrics, type Registry } from "prom-client";
import { programVersion } from "../../http/version.ts";
import { paced } from "./paced.ts";
import { registerReadings } from "./readings.ts";

/** Milliseconds between two looks at the event loop's delay: each wakes the process up, whether anybody asks or not. */
const delayEveryMs = 20;

/** CPU, memory, garbage collection and the delay of the event loop have the names that every Node program's have. */
export function watchProcess(registry: Registry): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: delayEveryMs });
  registerReadings(registry, [
    {
      name: "gradeline_build_info",
      help: "The version that runs; the value is always 1",
      label: "version",
      read: () => [[programVersion(), 1]],
    },
  ]);
}

/**
 * @param dataDir the folder of the embedded database; with PostgreSQL there may be none.
 * @returns what is to be done before each scrape; it never fails.
 */
export function watchDisk(registry: Registry, dataDir: string): () => Promise<void> {
  let free = Number.NaN;
  let size = Number.NaN;
  registerReadings(registry, [
    {
      name: "gradeline_disk_free_bytes",
      help: "What is free for Gradeline on the disk of DATA_DIR; NaN where there is no such folder",
      read: () => free,
    },
    {
      name: "gradeline_disk_size_bytes",
      help: "Size of the disk of DATA_DIR; NaN where there is no such folder",
      read: () => size,
    },
  ]);
  return paced(async () => {
    [free, size] = [Number.NaN, Number.NaN];
    const { bsize, bavail, blocks } = await statfs(dataDir);
    [free, size] = [bavail * bsize, blocks * bsize];
  }).refresh;
}
