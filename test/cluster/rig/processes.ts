/** Programs on the machines of the suite. Each is known by its process id, and only these are ended. */
import { type ChildProcess, spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Place } from "./places.ts";
import { signalOf } from "./signals.ts";

export type Running = {
  readonly pid: number;
  isAlive(): boolean;
  signal(name: NodeJS.Signals): void;
  /** Resolves when it has ended; ends it by force after so long. */
  end(graceMs: number, signal?: NodeJS.Signals): Promise<void>;
};

export type Program = {
  readonly place: Place;
  readonly words: readonly string[];
  /** The system's user; root without one. */
  readonly user?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The file that its screen is added to. */
  readonly screen: string;
};

/** What a program inherits of the suite's own environment. */
const path = { PATH: process.env.PATH ?? "/usr/sbin:/usr/bin:/sbin:/bin", LANG: "C.UTF-8" };

export function run({ place, words, user, env = {}, screen }: Program): Running {
  const as = user === undefined ? [] : ["setpriv", "--reuid", user, "--regid", user, "--init-groups", "--"];
  // Both `ip` and `setpriv` become the program that they start, so that the process id is its own.
  const child = spawn("ip", ["netns", "exec", place.space, ...as, ...words], {
    env: { ...path, ...env },
    cwd: "/",
    stdio: ["ignore", "pipe", "pipe"],
  });
  const file = createWriteStream(screen, { flags: "a" });
  child.stdout.pipe(file, { end: false });
  child.stderr.pipe(file, { end: false });
  const ended = new Promise<void>((resolve) => {
    child.on("exit", () => resolve());
    child.on("error", () => resolve());
  });
  return runningOf(child, ended);
}

function runningOf(child: ChildProcess, ended: Promise<void>): Running {
  const pid = child.pid ?? -1;
  const isAlive = (): boolean => child.exitCode === null && child.signalCode === null;
  return {
    pid,
    isAlive,
    signal: (name) => void (isAlive() && signalOf(pid, name)),
    async end(graceMs, signal = "SIGTERM") {
      if (!isAlive()) return;
      signalOf(pid, "SIGCONT");
      signalOf(pid, signal);
      await Promise.race([ended, sleep(graceMs, undefined, { ref: false })]);
      if (isAlive()) signalOf(pid, "SIGKILL");
      await Promise.race([ended, sleep(5_000, undefined, { ref: false })]);
    },
  };
}

/** Asks again and again until the answer is not null. @throws Error that says what did not come about in time. */
export async function until<Answer>(
  what: string,
  withinMs: number,
  ask: () => Promise<Answer | null> | Answer | null,
  everyMs = 250,
): Promise<Answer> {
  const untilMs = performance.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (performance.now() > untilMs) throw new Error(`${what} did not come about within ${withinMs / 1000} s`);
    await sleep(everyMs);
  }
}
