/**
 * A user who may read the files of a folder but not write them: nobody when the tests run as root, otherwise the user
 * of the tests.
 */
import { chmodSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Ended, gradeline, type Settings } from "./command.ts";

const commandFile = join(import.meta.dirname, "..", "..", "bin", "gradeline.js");
const isRoot = process.getuid?.() === 0;
/** The number of Debian's users nobody and nogroup; it needs no entry in /etc/passwd. */
const nobody = 65_534;

/** Removes the permission to write from the user of `asReader`. An owner that is root may still write. */
export function letRead(folder: string): void {
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), isRoot ? 0o644 : 0o444);
  chmodSync(folder, isRoot ? 0o755 : 0o555);
}

/** Lets the owner write again, so that the folder can be removed. */
export function letWrite(folder: string): void {
  chmodSync(folder, 0o755);
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644);
}

/** Runs the command line as the user who may only read. */
export function asReader(arguments_: readonly string[], settings: Settings): Promise<Ended> {
  return gradeline(arguments_, settings, isRoot ? { uid: nobody, gid: nobody } : {});
}

/** Returns why the tests of this file cannot run here, or false. */
export function whyNoReader(): string | false {
  if (process.platform === "win32") return "no modes of files there";
  if (!isRoot) return false;
  // Any user must be able to pass through every folder above the command.
  for (let folder = join(commandFile, ".."); folder !== "/"; folder = join(folder, "..")) {
    if ((statSync(folder).mode & 0o005) !== 0o005) return `${folder} lets nobody through`;
  }
  return false;
}
