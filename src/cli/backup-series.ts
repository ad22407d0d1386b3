/** `gradeline backup --keep-days`: one more backup in a folder of them, tried at once; old ones go only when the new one is good. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BackupTimes } from "../operate/backups/notes.ts";
import { backupsToRemove, type DatedBackup, type Kept } from "../operate/backups/rotation.ts";
import { type Manifest, manifestName } from "./backup-manifest.ts";
import { trialEnd, tryBackup } from "./backup-trial.ts";
import { printJson, printLines } from "./output/print.ts";

/** `2026-11-25T021503Z`: no other folder is looked at, and none is removed. */
const named = /^(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z$/;
/** The names of folders that a killed backup or trial leaves behind. */
const leftover = new RegExp(`^\\d{4}-\\d\\d-\\d\\dT\\d{6}Z(?:\\.partial-|${trialEnd.replace(".", "\\.")})`);
const leftForMs = 24 * 3_600_000;

/** Notes in a backup that it was tried; it is no file of the backup itself. */
const triedName = "tried.json";

export async function keepBackups(
  folder: string,
  kept: Kept,
  asJson: boolean,
  make: (folder: string) => Promise<Manifest>,
): Promise<void> {
  const nowMs = Date.now();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  removeLeftovers(folder, nowMs);
  const made = join(
    folder,
    `${new Date(nowMs)
      .toISOString()
      .replace(/\.\d+Z$/, "Z")
      .replaceAll(":", "")}`,
  );
  const manifest = await make(made);
  const said = await tryBackup(made);
  writeFileSync(join(made, triedName), `${JSON.stringify({ tried_at: new Date().toISOString() })}\n`, { mode: 0o600 });
  const removed = backupsToRemove(datedBackups(folder), kept, nowMs);
  for (const name of removed) rmSync(join(folder, name), { recursive: true });
  if (asJson) printJson({ folder: made, ...manifest, removed });
  else printLines([...said, ...removed.map((name) => `removed ${join(folder, name)}`)]);
}

function datedBackups(folder: string): DatedBackup[] {
  return readdirSync(folder).flatMap((name) => {
    const [, day, hour, minute, second] = named.exec(name) ?? [];
    if (day === undefined || !existsSync(join(folder, name, manifestName))) return [];
    return [{ name, atMs: Date.parse(`${day}T${hour}:${minute}:${second}Z`) }];
  });
}

function removeLeftovers(folder: string, nowMs: number): void {
  for (const name of readdirSync(folder)) {
    if (!leftover.test(name)) continue;
    if (nowMs - statSync(join(folder, name)).mtimeMs > leftForMs) rmSync(join(folder, name), { recursive: true });
  }
}

/** For `gradeline doctor`. A folder that is not there has no backups; one that may not be read is an error. */
export function readBackupTimes(folder: string): BackupTimes {
  if (!existsSync(folder)) return { madeMs: null, triedMs: null };
  const backups = datedBackups(folder);
  const tried = backups.map(({ name }) => triedMs(join(folder, name))).filter((ms) => ms !== null);
  return {
    madeMs: backups.length === 0 ? null : Math.max(...backups.map(({ atMs }) => atMs)),
    triedMs: tried.length === 0 ? null : Math.max(...tried),
  };
}

function triedMs(folder: string): number | null {
  try {
    const { tried_at: at } = JSON.parse(readFileSync(join(folder, triedName), "utf8")) as { readonly tried_at: string };
    return Date.parse(at) || null;
  } catch {
    return null;
  }
}
