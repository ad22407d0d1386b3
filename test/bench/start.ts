/** From process start to listening with the full sample published, and the memory it takes. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { publish } from "../../src/publish/publish.ts";
import type { Bench } from "./bench.ts";
import { fullSample, seconds } from "./full-sample.ts";
import { median } from "./http/statistics.ts";

const rounds = 3;

export const benchStart: Bench = async (folder, print) => {
  const { database, url } = await fullSample(folder);
  await publish(database, { all: false, acceptRemovals: false, publishedAt: new Date().toISOString() });
  await database.close();
  const times: number[] = [];
  const memories: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now();
    const child = spawn(process.execPath, [join(import.meta.dirname, "..", "..", "bin", "gradeline.js"), "serve"], {
      env: { ...process.env, DATABASE_URL: url, PORT: "0", LOG_LEVEL: "warn" },
      stdio: ["ignore", "pipe", "inherit"],
    });
    await new Promise<void>((resolve, reject) => {
      child.stdout.on("data", (chunk) => String(chunk).includes("serves revision") && resolve());
      child.on("exit", (code) => reject(new Error(`serve ended with ${code}`)));
    });
    times.push(performance.now() - begun);
    const peak = peakMemoryMiB(child.pid as number);
    if (peak !== null) memories.push(peak);
    const ended = new Promise((resolve) => child.on("close", resolve));
    child.removeAllListeners("exit");
    child.kill("SIGTERM");
    await ended;
  }
  const memory = memories.length === 0 ? "unknown here" : `${median(memories)} MiB`;
  print(`full sample: listening after ${seconds(median(times))}, peak memory ${memory}, median of ${rounds} rounds`);
};

/** The kernel's own count; null where there is no /proc. */
function peakMemoryMiB(pid: number): number | null {
  try {
    const [, kibibytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return kibibytes === undefined ? null : Math.round(Number(kibibytes) / 1024);
  } catch {
    return null;
  }
}
