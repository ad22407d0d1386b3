/** The servers that are measured: ours as a user would run it, and three that send the very same bytes from memory or from files. */
import { spawn } from "node:child_process";
import { closeSync, globSync, mkdirSync, mkdtempSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { nodeStart } from "../../bin/own-node.js";
import { freePort } from "../support/http-server.ts";
import { startLineIn } from "../support/process.ts";

export type BenchServer = {
  readonly name: string;
  /** http://host:port */
  readonly base: string;
  readonly pid: number;
  /** Whether processes that it starts answer for it; ours starts some that make files, which are no part of an answer. */
  readonly hasWorkers: boolean;
  close(): Promise<void>;
};

/** An answer of ours, kept for the other servers. */
export type Prebuilt = {
  /** The path at the other servers. */
  readonly path: string;
  readonly file: string;
  readonly headers: Readonly<Record<string, string>> & { readonly etag: string };
};

const startMs = 120_000;
const endMs = 15_000;
const command = join(import.meta.dirname, "../../bin/gradeline.js");

/** One process with key, window, quota, headers, request ids, and the log at its usual level into a file. */
export async function startGradeline(databaseFile: string, folder: string, settings: NodeJS.ProcessEnv = {}) {
  const own = mkdtempSync(join(folder, "gradeline-"));
  const begunMs = performance.now();
  const { flags, environment } = nodeStart("serve");
  const env = { ...environment, FILES: "off", DATABASE_URL: databaseFile, DATA_DIR: own, PORT: "0", ...settings };
  const words = [process.execPath, ...flags, command, "serve"];
  const server = await start("gradeline", words, join(own, "log"), env, (screen) => {
    const line = startLineIn(screen);
    return line === null ? null : new URL(line.url).origin;
  });
  return { ...server, startMs: performance.now() - begunMs };
}

export function startBare(kind: "Fastify" | "node:http", answers: readonly Prebuilt[], folder: string) {
  const list = join(folder, "answers.json");
  writeFileSync(list, JSON.stringify(answers));
  const words = [process.execPath, join(import.meta.dirname, "bare.ts"), kind, list];
  const log = join(folder, `${kind.replace(":", "-")}.log`);
  return start(kind, words, log, {}, (screen) => /^listening at (\S+)$/m.exec(screen)?.[1] ?? null);
}

/** nginx with one worker, `sendfile` and no access log. */
export async function startNginx(folder: string): Promise<BenchServer> {
  const port = await freePort();
  const file = join(folder, "nginx.conf");
  // Without it, nginx that was started by root would give its worker a user who may not read the folder.
  const user = process.getuid?.() === 0 ? "user root;" : "";
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder};`);
  const text = `${user} daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log stderr notice;
events { worker_connections 256; }
http {
  access_log off; sendfile on; tcp_nopush on; gzip_static on; keepalive_requests 1000000000;
  charset utf-8; charset_types application/json text/csv; types { application/json json; text/csv csv; }
  ${temporary.join(" ")}
  server { listen 127.0.0.1:${port} reuseport; root ${folder}; }
}
`;
  writeFileSync(file, text);
  const words = ["nginx", "-c", file, "-p", folder];
  const server = await start("nginx", words, join(folder, "nginx.log"), {}, (screen) =>
    screen.includes("start worker process ") ? `http://127.0.0.1:${port}` : null,
  );
  return { ...server, hasWorkers: true };
}

/** Writes a body where bare servers and nginx find it; the latter takes a compressed one from beside it. */
export function keepAnswer(
  folder: string,
  name: string,
  body: Buffer,
  type: string,
  etag: string,
  isGzip: boolean,
): Prebuilt {
  mkdirSync(folder, { recursive: true });
  const path = `/${name}${type.includes("csv") ? ".csv" : ".json"}`;
  const plain = join(folder, path);
  writeFileSync(plain, body);
  if (!isGzip) return { path, file: plain, headers: { "content-type": type, etag } };
  writeFileSync(`${plain}.gz`, gzipSync(body, { level: 6 }));
  return { path, file: `${plain}.gz`, headers: { "content-type": type, "content-encoding": "gzip", etag } };
}

/** What a server writes goes into a file, as a service's log does. @throws Error when it ends before it listens, or takes minutes. */
async function start(
  name: string,
  words: readonly string[],
  logFile: string,
  settings: NodeJS.ProcessEnv,
  listening: (screen: string) => string | null,
): Promise<BenchServer> {
  const log = openSync(logFile, "a");
  const [program = "", ...rest] = words;
  const child = spawn(program, rest, { env: { ...process.env, ...settings }, stdio: ["ignore", log, log] });
  closeSync(log);
  const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
  const close = async (): Promise<void> => {
    child.kill("SIGTERM");
    const timer = setTimeout(() => child.kill("SIGKILL"), endMs);
    await ended;
    clearTimeout(timer);
  };
  for (const begunMs = performance.now(); performance.now() - begunMs < startMs; await after(20)) {
    const base = listening(readFileSync(logFile, "utf8"));
    if (base !== null) return { name, base, pid: child.pid as number, hasWorkers: false, close };
    if (child.exitCode !== null || child.signalCode !== null) break;
  }
  await close();
  throw new Error(`${name} did not start: ${readFileSync(logFile, "utf8").slice(-2000)}`);
}

/** Nanoseconds that all threads of a server have run. Needs Linux. */
export function cpuNs({ pid, hasWorkers }: BenchServer): number {
  const workers = hasWorkers ? globSync(`/proc/${pid}/task/*/children`).map((file) => readFileSync(file, "utf8")) : [];
  const pids = [String(pid), ...workers.flatMap((text) => text.split(" ").filter(Boolean))];
  const files = pids.flatMap((each) => globSync(`/proc/${each}/task/*/schedstat`));
  return files.reduce((sum, file) => sum + Number(readFileSync(file, "utf8").split(" ", 1)[0]), 0);
}

/** Waits until a server has used less than a tenth of a core for a second: older seasons are opened after it listens. */
export async function settled(server: BenchServer): Promise<void> {
  const begunMs = performance.now();
  for (let before = cpuNs(server); performance.now() - begunMs < startMs; before = cpuNs(server)) {
    await after(1000);
    if (cpuNs(server) - before < 100e6) return;
  }
  throw new Error(`${server.name} is busy although nobody asks it`);
}

/** Resident memory now. */
export function memoryMiBOf({ pid }: BenchServer): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
}
