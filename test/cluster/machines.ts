/**
 * Machines that are network namespaces of one machine, joined by a bridge. Each has an address and a loopback of its own, so that
 * the files of `ops/cluster/`, filled in as docs/scaling.md says to, run with their usual ports; only its own processes are ended.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createWriteStream, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export type Machine = { readonly name: string; readonly address: string };

export type Running = {
  isAlive(): boolean;
  signal(name: NodeJS.Signals): void;
  /** Resolves when it has ended; ends it by force after so long. */
  end(graceMs: number, signal?: NodeJS.Signals): Promise<void>;
};

const bridge = "glcluster";
const network = "10.198.77";
export const networkRange = `${network}.0/24`;

/** Each program of Debian that the cluster is made of, and the package that has it; some packages are known by a file of theirs. */
const programs: Readonly<Record<string, string>> = {
  etcd: "etcd-server",
  patroni: "patroni",
  haproxy: "haproxy",
  nginx: "nginx",
  openssl: "openssl",
  ip: "iproute2",
  "/usr/lib/postgresql/15/bin/postgres": "postgresql-15",
  "/usr/lib/python3/dist-packages/etcd": "python3-etcd",
};

/** Returns why these programs cannot be tried here, or null. */
export function whyNot(...wanted: readonly string[]): string | null {
  const missing = wanted.find(
    (program) => spawnSync("sh", ["-c", `command -v ${program} || test -e ${program}`]).status !== 0,
  );
  return missing === undefined ? null : `the package ${programs[missing]} is not installed`;
}

/** Returns why the cluster cannot run here, or null. */
export function whyNoCluster(): string | null {
  if (process.platform !== "linux" || process.getuid?.() !== 0)
    return "machines are made of namespaces, which only root of Linux may";
  if (spawnSync("unshare", ["--net", "true"]).status !== 0) return "network namespaces are not allowed here";
  if (spawnSync("ip", ["link", "show", bridge]).status === 0)
    return `another suite is running: it has the bridge ${bridge}`;
  return whyNot(...Object.keys(programs));
}

export function openNetwork(): void {
  ip("link", "add", bridge, "type", "bridge");
  ip("address", "add", `${network}.1/24`, "dev", bridge);
  ip("link", "set", bridge, "up");
}

/** @param number the last part of its address, from 2 on. */
export function openMachine(name: string, number: number): Machine {
  const space = `${bridge}-${name}`;
  const address = `${network}.${number}`;
  ip("netns", "add", space);
  ip("link", "add", `glc${number}`, "type", "veth", "peer", "name", "eth0", "netns", space);
  ip("link", "set", `glc${number}`, "master", bridge, "up");
  ip("-n", space, "address", "add", `${address}/24`, "dev", "eth0");
  for (const device of ["eth0", "lo"]) ip("-n", space, "link", "set", device, "up");
  return { name, address };
}

/** The processes of a machine, whoever started them. */
export function processesOn({ name }: Machine): readonly number[] {
  return ip("netns", "pids", `${bridge}-${name}`).split("\n").filter(Boolean).map(Number);
}

/** Ends what still runs on the machines, and takes them away. */
export async function closeNetwork(machines: readonly Machine[]): Promise<void> {
  for (const machine of machines) {
    for (let tries = 0; tries < 20 && processesOn(machine).length > 0; tries++) {
      for (const pid of processesOn(machine)) signalOf(pid, "SIGKILL");
      await sleep(100);
    }
    ip("netns", "del", `${bridge}-${machine.name}`);
  }
  ip("link", "del", bridge);
}

/**
 * Starts a program on a machine.
 * @param screen the file that what it writes is added to.
 * @param user the system's user; root without one.
 */
export function runOn(
  { name }: Machine,
  words: readonly string[],
  screen: string,
  env: Readonly<Record<string, string>> = {},
  user?: string,
): Running {
  const as = user === undefined ? [] : ["setpriv", "--reuid", user, "--regid", user, "--init-groups", "--"];
  // Both `ip` and `setpriv` become the program that they start, so that the process id is its own.
  const child = spawn("ip", ["netns", "exec", `${bridge}-${name}`, ...as, ...words], {
    env: { PATH: process.env.PATH ?? "/usr/sbin:/usr/bin:/sbin:/bin", LANG: "C.UTF-8", ...env },
    cwd: "/",
    stdio: ["ignore", "pipe", "pipe"],
  });
  const file = createWriteStream(screen, { flags: "a" });
  child.stdout.pipe(file, { end: false });
  child.stderr.pipe(file, { end: false });
  const ended = new Promise<void>((resolve) => void child.on("exit", resolve).on("error", () => resolve()));
  const isAlive = (): boolean => child.exitCode === null && child.signalCode === null;
  const signal = (name: NodeJS.Signals): void => void (isAlive() && signalOf(child.pid ?? -1, name));
  return {
    isAlive,
    signal,
    async end(graceMs, by = "SIGTERM") {
      signal(by);
      await Promise.race([ended, sleep(graceMs, undefined, { ref: false })]);
      signal("SIGKILL");
      await Promise.race([ended, sleep(5_000, undefined, { ref: false })]);
    },
  };
}

/** Signals a process that may be gone already. */
export function signalOf(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Asks again and again until the answer is not null. @throws Error that says what did not come about in time. */
export async function until<Answer>(
  what: string,
  withinMs: number,
  ask: () => Promise<Answer | null> | Answer | null,
): Promise<Answer> {
  for (const untilMs = performance.now() + withinMs; ; await sleep(250)) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (performance.now() > untilMs) throw new Error(`${what} did not come about within ${withinMs / 1000} s`);
  }
}

function ip(...words: string[]): string {
  return execFileSync("ip", words, { encoding: "utf8" });
}

const folder = join(import.meta.dirname, "../../ops/cluster");

/** The files, and the programs that read them. */
export const clusterFiles = ["etcd.env", "patroni.yml", "haproxy.cfg", "gradeline.env", "nginx.conf"] as const;
export type ClusterFile = (typeof clusterFiles)[number];

/** The names in double braces, without the braces, and what stands in their places. */
export type Values = Readonly<Record<string, string>>;

const placeholder = /\{\{([A-Z0-9_]+)\}\}/g;

/** The names in double braces of a file, each once. */
export function placeholdersOf(file: ClusterFile): readonly string[] {
  return [...new Set([...textOf(file).matchAll(placeholder)].map(([, name = ""]) => name))];
}

/**
 * @param paths texts that are replaced besides: where a test may not write to the paths of a real machine.
 * @throws Error that names a placeholder without a value.
 */
export function render(file: ClusterFile, values: Values, paths: Values = {}): string {
  const filled = textOf(file).replace(placeholder, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${file}: {{${name}}} has no value`);
    return value;
  });
  return Object.entries(paths).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`${file}: it has no ${from}`);
    return text.replaceAll(from, to);
  }, filled);
}

/** The settings of a file of `NAME=value` lines. */
export function settingsIn(text: string): Readonly<Record<string, string>> {
  const lines = text.split("\n").filter((line) => /^[A-Z]/.test(line));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]));
}

function textOf(file: ClusterFile): string {
  return readFileSync(join(folder, file), "utf8");
}
