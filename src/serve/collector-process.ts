/**
 * The collector of a server is a process of its own. A publish computes for seconds and an import holds the database, and
 * whatever goes wrong there, down to the end of that process, must not be felt by callers.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";

const commandFile = join(import.meta.dirname, "..", "..", "bin", "gradeline.js");

/** After an end that nobody ordered, the next start comes after this time, and after ever longer ones up to a minute. */
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;
/** A collector that ran for so long has failed at something new, so the pause before the next start is short again. */
const goodRunMs = 10 * 60_000;
/** A collector that is told to end has so long; ending it in the middle of something loses nothing. */
const endMs = 7_500;

/** Runs a collector until the signal says so, and starts it again whenever it ends. Resolves when it is gone. */
export async function runCollectorProcess(stop: AbortSignal, log: Logger): Promise<void> {
  let pauseMs = firstPauseMs;
  while (!stop.aborted) {
    const beganMs = performance.now();
    const how = await runOnce(stop);
    if (stop.aborted) return;
    if (performance.now() - beganMs > goodRunMs) pauseMs = firstPauseMs;
    log.error({ how, againInMs: pauseMs }, "the collector has ended, and is started again; serving goes on");
    await pause(pauseMs, undefined, { signal: stop }).catch(() => {});
    pauseMs = Math.min(longestPauseMs, pauseMs * 2);
  }
}

/** Resolves with the way in which the process ended. */
async function runOnce(stop: AbortSignal): Promise<string> {
  // The channel lets the collector notice when this process is killed.
  const child = spawn(process.execPath, [commandFile, "collect", "--quiet"], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const gone = Promise.withResolvers<string>();
  child.on("error", (error) => gone.resolve(error.message));
  child.on("exit", (code, signal) => gone.resolve(signal === null ? `exit code ${code}` : signal));
  const end = (): void => endWithin(child, gone.promise);
  stop.addEventListener("abort", end);
  try {
    return await gone.promise;
  } finally {
    stop.removeEventListener("abort", end);
  }
}

function endWithin(child: ChildProcess, gone: Promise<unknown>): void {
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), endMs);
  gone.finally(() => clearTimeout(timer));
}
