/** Starts collectors in processes of their own. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import type { ProcessOptions } from "./collecting-process.ts";

const script = join(import.meta.dirname, "collecting-process.ts");

export type CollectorProcess = {
  /** Every line so far, as JSON. */
  readonly lines: readonly Readonly<Record<string, unknown>>[];
  /** Resolves with the first line, of those there are or are still to come, for which this holds. */
  line(isWanted: (line: Readonly<Record<string, unknown>>) => boolean, limitMs: number): Promise<void>;
  kill(signal: "SIGKILL" | "SIGTERM" | "SIGSTOP" | "SIGCONT"): void;
  /** Resolves with the exit code, or the signal. */
  readonly ended: Promise<number | string | null>;
};

export function startCollector(options: ProcessOptions): CollectorProcess {
  const child = spawn(process.execPath, [script, JSON.stringify(options)], { stdio: ["ignore", "pipe", "inherit"] });
  const lines: Record<string, unknown>[] = [];
  const listeners = new Set<() => void>();
  let rest = "";
  child.stdout.on("data", (chunk) => {
    const parts = (rest + chunk).split("\n");
    rest = parts.pop() ?? "";
    for (const part of parts) lines.push(JSON.parse(part));
    for (const listener of listeners) listener();
  });
  const ended = new Promise<number | string | null>((resolve) =>
    child.on("close", (code, signal) => resolve(signal ?? code)),
  );
  return {
    lines,
    ended,
    kill: (signal) => void child.kill(signal),
    line(isWanted, limitMs) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const look = (): void => {
        if (lines.some(isWanted)) resolve();
      };
      listeners.add(look);
      look();
      const timer = setTimeout(
        () => reject(new Error(`no such line within ${limitMs} ms: ${JSON.stringify(lines.slice(-5))}`)),
        limitMs,
      );
      ended.then((how) => reject(new Error(`the collector ended: ${how}`)));
      return promise.finally(() => {
        clearTimeout(timer);
        listeners.delete(look);
      });
    },
  };
}
