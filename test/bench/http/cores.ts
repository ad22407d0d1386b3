/** Servers run on one core and what asks them on another, so that neither takes time from the other. */
import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";

export const serverCore = "0";
export const loadCore = "1";

/** Returns why the benchmark cannot run here, or null. @param programs what it needs besides. */
export function whyNot(programs: readonly string[]): string | null {
  if (process.platform !== "linux") return "it needs Linux, where the kernel says how long each thread ran";
  if (availableParallelism() < 2) return "it needs two cores";
  const missing = programs.filter((program) => spawnSync("which", [program]).status !== 0);
  return missing.length === 0 ? null : `it needs ${missing.join(", ")} (Debian's packages of that name)`;
}
