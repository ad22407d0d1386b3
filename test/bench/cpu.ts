/** The CPU time and the memory of a process, as the kernel counts them. */
import { globSync, readFileSync } from "node:fs";

/** The CPU milliseconds of this process since a `process.cpuUsage()`. */
export function cpuMs(since: NodeJS.CpuUsage): number {
  return cpuMsOf(process.cpuUsage(since));
}

export function cpuMsOf({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000;
}

/** The most memory that this process has had so far, in words. Other benchmarks of the same run count too. */
export function peakMemory(): string {
  return `peak memory ${Math.round(process.resourceUsage().maxRSS / 1024).toLocaleString("en-US")} MB`;
}

/** The nanoseconds that all threads of a process have run: the first number of a thread's `schedstat`. Needs Linux. */
export function cpuNs(pid: number | null): number {
  return globSync(`/proc/${pid}/task/*/schedstat`).reduce(
    (sum, file) => sum + Number(readFileSync(file, "utf8").split(" ", 1)[0]),
    0,
  );
}
