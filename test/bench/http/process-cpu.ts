/** The CPU time and memory of a server with all the processes that it has started, as the kernel counts them. */
import { globSync, readFileSync } from "node:fs";
import { cpuNs } from "../cpu.ts";

/** Nanoseconds that all threads of a process and of its descendants have run. */
export function treeCpuNs(pid: number): number {
  return processesOf(pid).reduce((sum, each) => sum + cpuNs(each), 0);
}

export type Memory = {
  /** Resident now, in MiB (`VmRSS`). */
  readonly residentMiB: number;
  /** The most that was ever resident, in MiB (`VmHWM`). */
  readonly peakMiB: number;
};

/** The sum over a process and its descendants. */
export function treeMemory(pid: number): Memory {
  const texts = processesOf(pid).map((each) => readFileSync(`/proc/${each}/status`, "utf8"));
  const sumMiB = (name: string): number =>
    texts.reduce((sum, text) => sum + Number(new RegExp(`${name}:\\s+(\\d+)`).exec(text)?.[1] ?? 0), 0) / 1024;
  return { residentMiB: sumMiB("VmRSS"), peakMiB: sumMiB("VmHWM") };
}

function processesOf(pid: number): readonly number[] {
  const children = globSync(`/proc/${pid}/task/*/children`).flatMap((file) =>
    readFileSync(file, "utf8").split(" ").filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(processesOf)];
}
