/** Runs the real command line in a separate process. */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { type StartLine, startLineIn } from "./start-line.ts";

const commandFile = join(import.meta.dirname, "..", "..", "bin", "gradeline.js");

export type Ended = { readonly code: number | null; readonly output: string; readonly errors: string };
export type Settings = Readonly<Record<string, string>>;

/** As a user of the system; as that of the tests otherwise. */
type User = { readonly uid?: number; readonly gid?: number };

function start(arguments_: readonly string[], settings: Settings, user: User = {}): ChildProcess {
  return spawn(process.execPath, [commandFile, ...arguments_], {
    env: { ...process.env, ...settings },
    ...user,
    // The channel lets the command notice that whoever runs the tests was killed, so that no server is left behind.
    stdio: ["pipe", "pipe", "pipe", "ipc"],
  });
}

export function gradeline(arguments_: readonly string[], settings: Settings, user?: User): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = start(arguments_, settings, user);
    let output = "";
    let errors = "";
    child.stdout?.on("data", (chunk) => {
      output += chunk;
    });
    child.stderr?.on("data", (chunk) => {
      errors += chunk;
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output, errors }));
  });
}

export type Serving = {
  readonly url: string;
  readonly started: StartLine;
  readonly screen: string;
  stop(): Promise<number | null>;
};

/** Starts `serve` on a free port and waits until it prints its address. */
export function serve(arguments_: readonly string[], settings: Settings): Promise<Serving> {
  return new Promise((resolve, reject) => {
    const child = start(["serve", ...arguments_], { PORT: "0", LOG_LEVEL: "warn", ...settings });
    let screen = "";
    child.stderr?.on("data", (chunk) => {
      screen += chunk;
    });
    const ended = new Promise<number | null>((resolveCode) => child.on("close", resolveCode));
    ended.then((code) => reject(new Error(`serve ended with ${code}: ${screen}`)));
    child.stdout?.on("data", (chunk) => {
      screen += chunk;
      const started = startLineIn(screen);
      if (started === null) return;
      const stop = (): Promise<number | null> => {
        child.kill("SIGTERM");
        return ended;
      };
      resolve({ url: started.url, started, screen, stop });
    });
  });
}
