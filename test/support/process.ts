/**
 * Programs in processes of their own: what they write, how they end, and where a server among them listens. `runCommand` runs most
 * commands within the process of the tests, which is much quicker.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { nodeStart } from "../../bin/own-node.js";

const root = join(import.meta.dirname, "../..");
const commandFile = join(root, "bin/gradeline.js");

export type Settings = Readonly<Record<string, string>>;

/** What `serve` says where there is no terminal: one line of JSON among those of its log. */
export type StartLine = {
  readonly msg: string;
  readonly url: string;
  readonly exploreUrl: string;
  readonly docsUrl: string;
  readonly manageUrl: string;
  readonly revision: number;
  readonly isSample: boolean;
  readonly trialKey?: string;
  /** Requests to paste. */
  readonly try?: readonly string[];
};

/** Null: it has not said it yet. @param written all that it has written so far. */
export function startLineIn(written: string): StartLine | null {
  const [line] = /^\{.*"msg":"Gradeline serves revision \d+ at .*\}$/m.exec(written) ?? [];
  return line === undefined ? null : (JSON.parse(line) as StartLine);
}

export type End = { readonly code: number | null; readonly signal: NodeJS.Signals | null };
export type Ended = { readonly code: number | null; readonly output: string; readonly errors: string };

export type Running = ReturnType<typeof startProgram>;

type Place = {
  readonly cwd?: string;
  readonly env: NodeJS.ProcessEnv;
  readonly uid?: number;
  readonly gid?: number;
  /** Whether it begins a group of processes, which get its signals: a shell does not pass them on. */
  readonly isGroup?: boolean;
  /** Whether it is told when whoever runs the tests was killed, so that no server is left behind. Only our command listens. */
  readonly isWatched?: boolean;
};

export function startProgram(
  [program = "", ...words]: readonly string[],
  { isGroup = false, isWatched = false, ...place }: Place,
) {
  const child = spawn(program, words, {
    ...place,
    detached: isGroup,
    stdio: ["ignore", "pipe", "pipe", isWatched ? "ipc" : "ignore"],
  });
  const written = { output: "", errors: "", screen: "" };
  let end: End | null = null;
  let isListening = false;
  const listening = Promise.withResolvers<StartLine>();
  const ended = new Promise<End>((resolve) => {
    child.on("error", (error) => {
      written.errors += error.message;
    });
    child.on("close", (code, signal) => {
      end = { code, signal };
      resolve(end);
      listening.reject(new Error(`${program} ended with ${code ?? signal}: ${written.screen}`));
    });
  });
  // This only prevents an unhandled rejection: a caller that waits for the server gets the failure itself.
  listening.promise.catch(() => {});
  for (const part of ["output", "errors"] as const) {
    const stream = part === "output" ? child.stdout : child.stderr;
    stream?.setEncoding("utf8").on("data", (text: string) => {
      written[part] += text;
      written.screen += text;
      // A server's log is long, and its start is looked for once.
      const line = isListening ? null : startLineIn(written.screen);
      if (line === null) return;
      isListening = true;
      listening.resolve(line);
    });
  }
  const signal = (name: NodeJS.Signals): void => {
    if (end !== null || child.pid === undefined) return;
    if (isGroup) process.kill(-child.pid, name);
    else child.kill(name);
  };
  return {
    /** Null when it could not be started. */
    pid: child.pid ?? null,
    /** Everything that it has written so far. */
    screen: () => written.screen,
    /** What a server says when it listens; rejects when the process ends before. */
    started: listening.promise,
    signal,
    /** Tells it to end; resolves with its code when it has. */
    stop() {
      signal("SIGTERM");
      return ended.then(({ code }) => code);
    },
    /** Resolves when the process has ended. */
    ended,
    /** Null while the process is alive. */
    end: () => end,
    /** Resolves when the process has ended, with what it has written apart. */
    result: ended.then(({ code }): Ended => ({ code, output: written.output, errors: written.errors })),
  };
}

/** The real command line. @param user a user of the system; that of the tests otherwise. */
export function startCommand(
  words: readonly string[],
  settings: Settings,
  user: { readonly uid?: number; readonly gid?: number } = {},
): Running {
  const { flags, environment } = nodeStart(words[0]);
  const env = { ...process.env, ...environment, ...settings };
  return startProgram([process.execPath, ...flags, commandFile, ...words], { env, ...user, isWatched: true });
}

/** Runs the real command line to its end. */
export function gradeline(...of: Parameters<typeof startCommand>): Promise<Ended> {
  return startCommand(...of).result;
}

export type ServingProcess = ReturnType<typeof startServing>;

/**
 * `gradeline serve` on a free port, with a folder of its own.
 * @param words another command to watch in the same way; such a command has no address.
 */
export function startServing(settings: Settings, words: readonly string[] = ["serve"]) {
  const folder = mkdtempSync(join(tmpdir(), "gradeline-serving-"));
  const running = startCommand(words, { DATA_DIR: folder, PORT: "0", LOG_LEVEL: "info", ...settings });
  const url = running.started.then((line) => line.url);
  url.catch(() => {});
  return {
    ...running,
    /** The address at which it listens; rejects when the process ends before it listens. */
    url,
    /** Ends the process if necessary, and removes its folder. */
    async close() {
      running.signal("SIGKILL");
      await running.ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The environment of a shell that finds this process's Node, and has none of our settings but the given ones. */
export function shellEnvironment(settings: Settings): Record<string, string> {
  const PATH = `${dirname(process.execPath)}:${process.env.PATH ?? ""}`;
  return { PATH, HOME: process.env.HOME ?? "", LANG: "C.UTF-8", ...settings };
}

/**
 * Starts a server with a shell snippet of the docs; resolves when it says that it serves.
 * @param settings those that the snippet does not give. @param folder in which it runs.
 */
export async function startDocumented(
  snippet: string,
  { settings, folder = root }: { readonly settings: Settings; readonly folder?: string },
): Promise<Running> {
  const words = ["bash", "-c", `set -euo pipefail\n${snippet}`];
  const running = startProgram(words, { cwd: folder, env: shellEnvironment(settings), isGroup: true });
  await running.started;
  return running;
}
