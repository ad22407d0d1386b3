/**
 * Processes that a server has beside itself. The collector is one: a publish computes for seconds and an import holds the database, and
 * whatever goes wrong there, down to the end of that process, must not be felt by callers. The other makes the files of whole seasons: a
 * season takes seconds of computing, and some hundred megabytes that a server or a collector would keep.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import type { Config } from "../config/config.ts";

const commandFile = join(import.meta.dirname, "..", "..", "bin", "gradeline.js");

/** `ended` resolves with null when all went well, else with the way in which the process ended. */
function runOwn(
  arguments_: readonly string[],
  output: "inherit" | "ignore" = "inherit",
): { readonly child: ChildProcess; readonly ended: Promise<string | null> } {
  // By the channel the process notices when this one is killed.
  const child = spawn(process.execPath, arguments_, { stdio: ["ignore", output, output, "ipc"] });
  const { promise, resolve } = Promise.withResolvers<string | null>();
  child.on("error", ({ message }) => resolve(message));
  child.on("exit", (code, signal) => resolve(code === 0 ? null : (signal ?? `exit code ${code}`)));
  return { child, ended: promise };
}

/** After an end that nobody ordered, the next start comes after this time, and after ever longer ones up to a minute. */
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;
/** A collector that ran for so long has failed at something new, so the pause before the next start is short again. */
const goodRunMs = 10 * 60_000;
/** A collector that was signalled to end has so long; ending it in the middle of something loses nothing. */
const endMs = 7_500;

/** Runs a collector until the signal says so, and starts it again whenever it ends. Resolves when it is gone. */
export async function runCollectorProcess(stop: AbortSignal, log: Logger): Promise<void> {
  let pauseMs = firstPauseMs;
  while (!stop.aborted) {
    const beganMs = performance.now();
    const { child, ended } = runOwn([commandFile, "collect", "--quiet"]);
    const end = (): void => {
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), endMs);
      void ended.finally(() => clearTimeout(timer));
    };
    stop.addEventListener("abort", end);
    const how = (await ended) ?? "exit code 0";
    stop.removeEventListener("abort", end);
    if (stop.aborted) return;
    if (performance.now() - beganMs > goodRunMs) pauseMs = firstPauseMs;
    log.error({ how, againInMs: pauseMs }, "the collector has ended, and is started again; serving goes on");
    await pause(pauseMs, undefined, { signal: stop }).catch(() => {});
    pauseMs = Math.min(longestPauseMs, pauseMs * 2);
  }
}

/**
 * Adds what the first part of the start sample leaves out, in a process of its own, as publishing would hold up a server's answers.
 * The server takes it over like any other revision.
 * @param onFailure called with the reason why it is not there.
 * @returns ends the process; the next start adds what is missing.
 */
export function finishSample(onFailure: (why: string) => void): () => void {
  const { child, ended } = runOwn(["--max-semi-space-size=32", commandFile, "sample"], "ignore");
  let isEnded = false;
  void ended.then((why) => {
    if (why !== null && !isEnded) onFailure(why);
  });
  return () => {
    isEnded = true;
    child.kill("SIGTERM");
  };
}

/** Longer than a maker of files waits for another, which is an hour: then something is wrong. */
const longestMakingMs = 2 * 60 * 60_000;

/** With the flags of the command, which `nodeStart` in bin/own-node.js explains. */
const makeFiles = ["--max-old-space-size=1024", "--max-semi-space-size=32", commandFile, "files", "--quiet"];

type FilesMaking = {
  /** Looks for what is to be made, and makes it; what is asked for meanwhile is done afterwards. */
  ask(options?: { readonly checks?: boolean }): void;
  /** Resolves when nothing is being made. */
  idle(): Promise<void>;
  /** Ends the process that is at work, if there is one: what it has not made, the next one makes. */
  end(): void;
};

/** @param onFailure called with the reason why files were not made; those from before are offered meanwhile. */
export function openFilesMaking(config: Config, onFailure: (why: string) => void): FilesMaking {
  let child: ChildProcess | null = null;
  let isEnded = false;
  let wanted: { checks: boolean } | null = null;
  let working: Promise<void> = Promise.resolve();

  async function workOff(): Promise<void> {
    while (wanted !== null && !isEnded) {
      const own = runOwn([...makeFiles, ...(wanted.checks ? ["--check"] : [])]);
      wanted = null;
      child = own.child;
      const timer = setTimeout(() => own.child.kill("SIGKILL"), longestMakingMs).unref();
      const why = await own.ended;
      clearTimeout(timer);
      child = null;
      if (why !== null && !isEnded) onFailure(why);
    }
  }

  return {
    ask({ checks = false } = {}) {
      if (config.files === "off" || isEnded) return;
      const isWorking = wanted !== null || child !== null;
      wanted = { checks: checks || wanted?.checks === true };
      if (!isWorking) working = workOff();
    },
    idle: () => working,
    end() {
      isEnded = true;
      child?.kill("SIGTERM");
    },
  };
}

/**
 * Begins to make the files in a process that goes on when this one has ended, and that writes to nobody. An operator who
 * would see how it goes runs `gradeline files`, which waits for it.
 */
export function beginMakingFiles(): void {
  // A child that holds a pipe of ours open would let cron wait for it; a process group of its own ends with no terminal.
  const child = spawn(process.execPath, makeFiles, { detached: true, stdio: "ignore" });
  child.on("error", ({ message }) =>
    console.error(`gradeline: the files of the seasons are not being made (${message}); gradeline files makes them`),
  );
  child.unref();
}
