/** A fresh root of Debian 12, made by mmdebstrap, in which commands run as on a new machine; and packages to install there. */
import assert from "node:assert/strict";
import { execFileSync, type SpawnSyncReturns, spawnSync } from "node:child_process";
import { cpSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { madeOnce } from "../support/once.ts";
import { type Settings, startProgram } from "../support/process.ts";

const project = join(import.meta.dirname, "../..");

/** Returns why no root can be made here, or false. */
export function whyNoRoot(): string | false {
  if (spawnSync("mmdebstrap", ["--version"]).status !== 0) return "the package mmdebstrap is not installed";
  const may = process.getuid?.() === 0 && spawnSync("unshare", ["--mount", "true"]).status === 0;
  return !may && "only root may make a root of Debian, with mounts of its own";
}

/** What a machine of Debian has before anybody has installed anything, with the lists of packages. */
export async function makeRoot(folder: string): Promise<void> {
  const made = await madeOnce("debian-root", (place) => {
    const words = ["--quiet", "--variant=minbase", "--skip=cleanup/apt", "bookworm", place];
    const { status, stderr } = spawnSync("mmdebstrap", words, { encoding: "utf8" });
    assert.equal(status, 0, stderr);
  });
  execFileSync("cp", ["-a", made, folder]);
}

/** The words before a command that give it this root, its own `/proc`, and an end with whoever runs it. */
export function within(root: string): readonly string[] {
  const enter = `mount --rbind /proc "$0/proc" && exec chroot "$0" "$@"`;
  return ["unshare", "--mount", "sh", "-c", enter, root];
}

function environment(settings: Settings): Settings {
  return { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", DEBIAN_FRONTEND: "noninteractive", LC_ALL: "C.UTF-8", ...settings };
}

export function runIn(root: string, words: readonly string[], settings: Settings = {}): SpawnSyncReturns<string> {
  const [program = "", ...rest] = [...within(root), ...words];
  return spawnSync(program, rest, { encoding: "utf8", env: environment(settings) });
}

/** @throws with what the command has printed when it fails. */
export function succeedIn(root: string, words: readonly string[], settings: Settings = {}): string {
  const { status, stdout, stderr } = runIn(root, words, settings);
  assert.equal(status, 0, `${words.join(" ")}: ${stdout}\n${stderr}`);
  return stdout;
}

/** Waits until a server prints its address. @param words start it, and end it when they are told to end. */
export async function startServer(words: readonly string[], settings: Settings) {
  const running = startProgram(words, { env: environment({ PORT: "0", ...settings }) });
  const { url } = await running.started;
  return { url, stop: running.stop };
}

/** Puts the package of this checkout, or of another version, at a place. */
export async function buildPackage(out: string, version?: string): Promise<void> {
  const named = version === undefined ? [] : ["--version", version];
  const made = await madeOnce(`gradeline-${version ?? "now"}.deb`, (place) => {
    execFileSync(process.execPath, [join(project, "scripts/build-deb.ts"), "--out", place, ...named], { cwd: project });
  });
  mkdirSync(dirname(out), { recursive: true });
  cpSync(made, out);
}
