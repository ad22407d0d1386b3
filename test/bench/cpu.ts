/** The CPU time of a process, as the kernel counts it. Needs Linux. */
import { globSync, readFileSync } from "node:fs";

/** The nanoseconds that all threads of a process have run: the first number of a thread's `schedstat`. */
export function cpuNs(pid: number | null): number {
  return globSync(`/proc/${pid}/task/*/schedstat`).reduce(
    (sum, file) => sum + Number(readFileSync(file, "utf8").split(" ", 1)[0]),
    0,
  );
}
