/** Runs the real command line in a separate process with a time limit, and measures its memory. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Ended, type Settings, startCommand } from "../support/process.ts";

export type Measured = Ended & {
  /** The most resident memory at one time, in megabytes. */
  readonly peakMb: number;
  /** CPU time of all its threads. */
  readonly cpuMs: number;
};

/** Rejects and kills the command when it has not ended in time. */
export async function measured(words: readonly string[], settings: Settings, mostMs: number): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), "gradeline-measured-"));
  const reported = join(folder, "spent");
  const reporter = join(import.meta.dirname, "report-peak-memory.ts");
  const running = startCommand(words, { ...settings, SPENT_FILE: reported, NODE_OPTIONS: `--import=${reporter}` });
  const timer = setTimeout(() => running.signal("SIGKILL"), mostMs);
  try {
    const ended = await running.result;
    if (running.end()?.signal === "SIGKILL")
      throw new Error(`${words.join(" ").slice(0, 200)} takes over ${mostMs} ms`);
    const [peakKb = 0, cpuUs = 0] = readFileSync(reported, "utf8").split(" ").map(Number);
    return { ...ended, peakMb: peakKb / 1000, cpuMs: cpuUs / 1000 };
  } finally {
    clearTimeout(timer);
    rmSync(folder, { recursive: true, force: true });
  }
}
