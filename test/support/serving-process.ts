/** `gradeline serve` in a process of its own, whose log, life and end a test can watch. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Settings } from "./command.ts";
import { startLineIn } from "./start-line.ts";

const commandFile = join(import.meta.dirname, "..", "..", "bin", "gradeline.js");

export type End = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

export type ServingProcess = {
  /** Where it listens; rejects when it ends before it does. */
  readonly url: Promise<string>;
  /** What it has written to its screen and its log so far. */
  screen(): string;
  signal(name: NodeJS.Signals): void;
  /** Resolves when it is gone. */
  readonly ended: Promise<End>;
  /** Null while it is alive. */
  end(): End | null;
  /** Ends it if need be, and removes its folder. */
  close(): Promise<void>;
};

/** @param words another command, to be watched in the same way; it has no address. */
export function startServing(settings: Settings, words: readonly string[] = ["serve"]): ServingProcess {
  const folder = mkdtempSync(join(tmpdir(), "gradeline-serving-"));
  const child = spawn(process.execPath, [commandFile, ...words], {
    env: { ...process.env, DATA_DIR: folder, PORT: "0", LOG_LEVEL: "info", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
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
  // Whoever wants the address hears of it.
  listening.promise.catch(() => {});
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      screen += text;
      const url = startLineIn(screen)?.url;
      if (url !== undefined) listening.resolve(url);
    });
  }
  return {
    url: listening.promise,
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
