/**
 * Makes the files of whole seasons in a process of its own, which gives way to everybody else on the machine: a season takes seconds of
 * computing, and some hundred megabytes that a server or a collector would keep.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import type { Config } from "../config/config.ts";

const commandFile = join(import.meta.dirname, "..", "..", "bin", "gradeline.js");

/** Longer than a maker waits for another, which is an hour: then something is wrong. */
const longestMakingMs = 2 * 60 * 60_000;

/** Memory of the process for JavaScript, in mebibytes; the columns of a season and the files are beside it. */
const nodeFlags = ["--max-old-space-size=256", "--max-semi-space-size=8"];

export type FilesMaking = {
  /** Looks for what is to be made, and makes it; what is asked for meanwhile is done afterwards. */
  ask(options?: { readonly checks?: boolean }): void;
  /** Resolves when nothing is being made. */
  idle(): Promise<void>;
  /** Ends the process that is at work, if there is one: what it has not made, the next one makes. */
  end(): void;
};

/** @param onFailure is told why files were not made; those from before are offered meanwhile. */
export function openFilesMaking(config: Config, onFailure: (why: string) => void): FilesMaking {
  let child: ChildProcess | null = null;
  let isEnded = false;
  let wanted: { checks: boolean } | null = null;
  let working: Promise<void> = Promise.resolve();

  async function workOff(): Promise<void> {
    while (wanted !== null && !isEnded) {
      const { checks } = wanted;
      wanted = null;
      const why = await run(checks);
      if (why !== null && !isEnded) onFailure(why);
    }
  }

  /** Null when all went well, else the reason. */
  function run(checks: boolean): Promise<string | null> {
    const { promise, resolve } = Promise.withResolvers<string | null>();
    const arguments_ = [...nodeFlags, commandFile, "files", "--quiet", ...(checks ? ["--check"] : [])];
    // By the channel the process notices when this one is killed.
    child = spawn(process.execPath, arguments_, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
    const timer = setTimeout(() => child?.kill("SIGKILL"), longestMakingMs).unref();
    child.on("error", ({ message }) => resolve(message));
    child.on("exit", (code, signal) => resolve(code === 0 ? null : (signal ?? `exit code ${code}`)));
    return promise.finally(() => {
      clearTimeout(timer);
      child = null;
    });
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
 * Begins to make the files in a process that goes on when this one has ended, and that writes to nobody. Whoever wants to see how it
 * goes runs `gradeline files`, which waits for it.
 */
export function beginMakingFiles(): void {
  const arguments_ = [...nodeFlags, commandFile, "files", "--quiet"];
  // A child that holds a pipe of ours open would let cron wait for it; a process group of its own ends with no terminal.
  const child = spawn(process.execPath, arguments_, { detached: true, stdio: "ignore" });
  child.on("error", ({ message }) =>
    console.error(`gradeline: the files of the seasons are not being made (${message}); gradeline files makes them`),
  );
  child.unref();
}
