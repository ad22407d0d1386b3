/** A root of Debian that is started by its own systemd, in a container without a network. */
import assert from "node:assert/strict";
import { type SpawnSyncReturns, spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { succeedIn } from "./debian-root.ts";

const container = (root: string): readonly string[] => [
  "-D",
  root,
  "--register=no",
  "--keep-unit",
  "--private-network",
];
const startMs = 60_000;
const endMs = 20_000;

/** Installs the few packages that make a root a machine that can be started. */
export function addSystemd(root: string): void {
  succeedIn(root, ["apt-get", "install", "--no-install-recommends", "systemd", "systemd-sysv", "dbus"]);
}

/** Returns why no container can be started from this root here, or false. */
export function whyNoContainer(root: string): string | false {
  const { status, error, stderr } = spawnSync("systemd-nspawn", [...container(root), "true"], {
    encoding: "utf8",
    timeout: 30_000,
  });
  if (error !== undefined && "code" in error && error.code === "ENOENT")
    return "the package systemd-container is not installed";
  return status !== 0 && `no container can be started here: ${stderr}`;
}

export type Booted = Awaited<ReturnType<typeof boot>>;

/** Resolves when systemd has started everything. */
export async function boot(root: string) {
  const keeper = spawn("systemd-nspawn", [...container(root), "--boot"], { stdio: "ignore" });
  const ended = new Promise<void>((resolve) => keeper.on("close", () => resolve()));
  // The process that is the machine's first one; empty before it runs, and when its keeper has ended.
  const children = `/proc/${keeper.pid}/task/${keeper.pid}/children`;
  const first = (): string => (existsSync(children) ? readFileSync(children, "utf8").trim() : "");
  const run = (line: string): SpawnSyncReturns<string> =>
    spawnSync("nsenter", ["-t", first(), "-a", "env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "sh", "-c", line], {
      encoding: "utf8",
      timeout: 120_000,
    });
  const end = async (): Promise<void> => {
    keeper.kill("SIGTERM");
    const isEnded = await Promise.race([ended.then(() => true), sleep(endMs, false, { ref: false })]);
    if (!isEnded) keeper.kill("SIGKILL");
    await ended;
  };
  const untilMs = performance.now() + startMs;
  // `--wait` fails as long as there is no systemd to ask.
  while (first() === "" || run("systemctl is-system-running --wait").stdout.trim() !== "running") {
    if (performance.now() > untilMs) {
      const { stdout } = first() === "" ? { stdout: "nothing was started" } : run("systemctl --failed --no-pager");
      await end();
      assert.fail(`the machine did not start: ${stdout}`);
    }
    await sleep(500);
  }
  return {
    /** Runs a command of a shell on the started machine. */
    run,
    /** @throws with what the command has printed when it fails. */
    succeed(line: string): string {
      const { status, stdout, stderr } = run(line);
      assert.equal(status, 0, `${line}: ${stdout}\n${stderr}`);
      return stdout;
    },
    /** Shuts the machine down as an operator does; by force where it does not end. */
    end,
  };
}
