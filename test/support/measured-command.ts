/** Runs the real command line in a separate process with a time limit, and measures its memory. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import type { Settings } from "./command.ts";

const commandFile = join(import.meta.dirname, "../../bin/gradeline.js");
const reporter = join(import.meta.dirname, "report-peak-memory.ts");

export type Measured = {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
  /** The most resident memory at one time, in megabytes. */
  readonly peakMb: number;
  /** CPU time of all its threads. */
  readonly cpuMs: number;
};

/** Rejects and kills the command when it has not ended in time. */
export function measured(arguments_: readonly string[], settings: Settings, mostMs: number): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--import", reporter, commandFile, ...arguments_], {
      env: { ...process.env, ...settings },
      stdio: ["ignore", "pipe", "pipe", "pipe"],
    });
    const texts = ["", "", ""];
    for (const [index, stream] of [child.stdout, child.stderr, child.stdio[3]].entries()) {
      stream?.on("data", (chunk) => {
        texts[index] += String(chunk);
      });
    }
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error(`${arguments_.join(" ").slice(0, 200)} has not ended within ${mostMs} ms`));
    }, mostMs);
    child.on("error", reject);
    child.on("close", (code) => {
      clearTimeout(timer);
      const [output = "", errors = "", spent = ""] = texts;
      const [peakKb = 0, cpuUs = 0] = spent.split(" ").map(Number);
      resolve({ code, output, errors, peakMb: peakKb / 1000, cpuMs: cpuUs / 1000 });
    });
  });
}
