/**
 * Is loaded into a process before its own code. Writes the process's peak resident memory, in kilobytes, and its CPU time, in
 * microseconds, to the file that SPENT_FILE names.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** Linux counts the memory of the process that started this one into `maxRSS`, and not into the status of the process itself. */
const status = "/proc/self/status";

function peakKilobytes(): number {
  const peak = existsSync(status) ? /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(status, "utf8"))?.[1] : undefined;
  return peak === undefined ? process.resourceUsage().maxRSS : Number(peak);
}

process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  writeFileSync(process.env.SPENT_FILE ?? "", `${peakKilobytes()} ${user + system}`);
});
