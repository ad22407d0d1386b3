/** Starts a server with a shell snippet of the docs, in its own process group. */
import { spawn } from "node:child_process";
import { dirname, join } from "node:path";

const root = join(import.meta.dirname, "..", "..");
/** Ends a server that hangs, on the slowest machine. */
const mostMs = 600_000;

export type DocumentedServer = {
  /** Everything that it has written so far. */
  written(): string;
  stop(): Promise<void>;
};

export type Place = {
  /** Settings that the snippet does not give. */
  readonly settings: Readonly<Record<string, string>>;
  /** The folder in which the snippet runs; the repository's root by default. */
  readonly folder?: string;
};

/** The environment of a shell that finds this process's Node, and has none of our settings but the given ones. */
export function shellEnvironment(settings: Readonly<Record<string, string>>): Record<string, string> {
  const PATH = `${dirname(process.execPath)}:${process.env.PATH ?? ""}`;
  return { PATH, HOME: process.env.HOME ?? "", LANG: "C.UTF-8", ...settings };
}

/** Runs the snippet in a shell; resolves when its server says that it serves. */
export function startDocumented(snippet: string, { settings, folder = root }: Place): Promise<DocumentedServer> {
  return new Promise((resolve, reject) => {
    const shell = spawn("bash", ["-c", `set -euo pipefail\n${snippet}`], {
      cwd: folder,
      env: shellEnvironment(settings),
      // The shell has its own group, because it does not pass signals on to the server.
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const { pid } = shell;
    let text = "";
    const end = (signal: NodeJS.Signals): void => {
      if (pid !== undefined && shell.exitCode === null) process.kill(-pid, signal);
    };
    const ended = new Promise<void>((resolveEnd) => shell.on("close", () => resolveEnd()));
    const timer = setTimeout(() => {
      end("SIGKILL");
      reject(new Error(`it does not serve: ${text}`));
    }, mostMs);
    ended.then(() => {
      clearTimeout(timer);
      reject(new Error(`it ended: ${text}`));
    });
    const take = (chunk: Buffer): void => {
      text += chunk;
      if (!/serves revision \d+ at/.test(text)) return;
      clearTimeout(timer);
      resolve({
        written: () => text,
        stop() {
          end("SIGTERM");
          return ended;
        },
      });
    };
    shell.on("error", reject);
    shell.stdout.on("data", take);
    shell.stderr.on("data", take);
  });
}
