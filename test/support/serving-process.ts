/** `gradeline serve` in a separate process; a test can watch its log and its end. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Settings } from "./command.ts";
import { startLineIn } from "./start-line.ts";

const commandFile = join(import.meta.dirname, "..", "..", "bin", "gradeline.js");

export type End = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

export type ServingProcess = {
  /** The address at which it listens; rejects when the process ends before it listens. */
  readonly url: Promise<string>;
  /** Null when it could not be started. */
  readonly pid: number | null;
  /** Everything that it has written to its screen and its log so far. */
  screen(): string;
  signal(name: NodeJS.Signals): void;
  /** Resolves when the process has ended. */
  readonly ended: Promise<End>;
  /** Null while the process is alive. */
  end(): End | null;
  /** Ends the process if necessary, and removes its folder. */
  close(): Promise<void>;
};

/** @param words another command to watch in the same way; such a command has no address. */
export function startServing(settings: Settings, words: readonly string[] = ["serve"]): ServingProcess {
  const folder = mkdtempSync(join(tmpdir(), "gradeline-serving-"));
  const child = spawn(process.execPath, [commandFile, ...words], {
    env: { ...process.env, DATA_DIR: folder, PORT: "0", LOG_LEVEL: "info", ...settings },
    // The channel lets the server notice that whoever runs the tests was killed, so that no server is left behind.
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let screen = "";
  let end: End | null = null;
  const listening = Promise.withResolvers<string>();
  const ended = new Promise<End>((resolve) =>
    child.on("close", (code, signal) => {
      end = { code, signal };
      resolve(end);
      listening.reject(new Error(`serve ended with ${code ?? signal}: ${screen}`));
    }),
  );
  // This only prevents an unhandled rejection: a caller that waits for the address gets the failure itself.
  listening.promise.catch(() => {});
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      screen += text;
      const url = startLineIn(screen)?.url;
      if (url !== undefined) listening.resolve(url);
    });
  }
  return {
    url: listening.promise,
    pid: child.pid ?? null,
    screen: () => screen,
    signal: (name) => void child.kill(name),
    ended,
    end: () => end,
    async close() {
      if (end === null) child.kill("SIGKILL");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
