/** A server that is measured. */
import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, truncateSync } from "node:fs";
import { setTimeout as after } from "node:timers/promises";
import { serverCore } from "../cores.ts";
import type { Recorded } from "../recording.ts";

export type BenchServer = {
  readonly name: string;
  /** http://host:port */
  readonly base: string;
  /** Its first process; what that one starts counts too. */
  readonly pid: number;
  /** A path and an ETag for each page of a case, as this server knows them. */
  targets(recorded: Recorded): Promise<readonly Target[]>;
  /** Between two measurements: drops what has piled up beside it. */
  tidy(): void;
  close(): Promise<void>;
};

export type Target = { readonly path: string; readonly etag: string };

export type Spawned = { readonly pid: number; screen(): string; forget(): void; end(): Promise<void> };

const startMs = 120_000;
const endMs = 15_000;

/** Starts a program on the servers' core; what it writes goes into a file, as a service's log does. */
export function spawnPinned(
  words: readonly string[],
  logFile: string,
  settings: Readonly<Record<string, string>> = {},
): Spawned {
  return spawnLogged(["taskset", "-c", serverCore, ...words], logFile, settings);
}

/** The same on whichever core. */
export function spawnLogged(
  words: readonly string[],
  logFile: string,
  settings: Readonly<Record<string, string>> = {},
): Spawned {
  const log = openSync(logFile, "a");
  const [program = "", ...rest] = words;
  const child = spawn(program, rest, {
    env: { ...process.env, ...settings },
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
  return {
    pid: child.pid as number,
    screen: () => readFileSync(logFile, "utf8"),
    forget: () => truncateSync(logFile),
    async end() {
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), endMs);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** What a server has written once it listens. @throws Error when it ends before, or takes minutes. */
export async function written<T>(server: Spawned, find: (screen: string) => T | null): Promise<T> {
  for (const begunMs = performance.now(); performance.now() - begunMs < startMs; await after(20)) {
    const found = find(server.screen());
    if (found !== null) return found;
    try {
      process.kill(server.pid, 0);
    } catch {
      break;
    }
  }
  const screen = server.screen();
  await server.end();
  throw new Error(`a server did not start: ${screen.slice(-2000)}`);
}
