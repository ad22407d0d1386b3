/** `gradeline restore`: puts the files of a backup in the place of the present ones, which are kept. */
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { noteDeed } from "../audit/deeds.ts";
import type { Config } from "../config/config.ts";
import { engineOf, placeOf } from "../database/engine.ts";
import { otherVersion, unknownMigrations } from "../database/migrate.ts";
import { changeCopy } from "../database/read-only.ts";
import { holdAlone, removeReplaced, type SwappedFile, swapSteps, syncPath } from "../database/sqlite-files.ts";
import { renewArchiveId } from "../release/archive-id.ts";
import { accessName, factsName, type Manifest, manifestName, verifiedManifest } from "./backup.ts";
import { CommandError } from "./failure.ts";
import { printLines } from "./output/print.ts";
import { commandActor } from "./with-database.ts";

export async function restoreCommand(
  config: Config,
  given: string,
  { force }: { readonly force?: true },
): Promise<void> {
  const folder = resolve(given);
  const manifest = await verifiedManifest(folder);
  refuseStrange(config.databaseUrl, folder, manifest);
  const files = await bringBack(config.databaseUrl, folder, manifest);
  if (force) removeReplaced(files);
  printLines(reportLines(folder, manifest, files));
}

function reportLines(folder: string, manifest: Manifest, files: readonly SwappedFile[]): string[] {
  const kept = files.filter(({ replaced }) => existsSync(replaced)).map(({ replaced }) => `  ${replaced}`);
  return [
    `restored ${folder}, ${manifest.revision === null ? "nothing published" : `revision ${manifest.revision}`} of ${manifest.created_at}`,
    ...files.filter(({ staged }) => staged !== null).map(({ path }) => `  ${path}`),
    ...(kept.length === 0 ? [] : ["the files that were there before are kept, and can be removed:", ...kept]),
  ];
}

/** @throws CommandError when the backup is of another engine, or another version made it. */
function refuseStrange(databaseUrl: string, folder: string, manifest: Manifest): void {
  if (engineOf(databaseUrl) === "postgres") {
    throw new CommandError(`${folder} is a backup of files, and DATABASE_URL is a server`);
  }
  const unknown = (["facts", "access"] as const).flatMap((part) => unknownMigrations(manifest.migrations[part], part));
  if (unknown.length === 0) return;
  throw new CommandError(`${folder} is of Gradeline ${manifest.gradeline}: ${otherVersion(unknown)}`);
}

/** Replaces both files, which are kept, while no other process can open the old ones. */
async function bringBack(databaseUrl: string, folder: string, manifest: Manifest) {
  const [facts, access] = (["facts", "access"] as const).map((part) => resolve(placeOf(databaseUrl, part))) as [
    string,
    string,
  ];
  mkdirSync(dirname(facts), { recursive: true });
  const alone = holdAlone([facts, access]);
  removeUnfinished(facts);
  const staged = mkdtempSync(`${facts}${unfinishedEnd}`);
  try {
    const stamp = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, "");
    await stage(folder, manifest, staged);
    const files = [
      swapped(facts, join(staged, factsName), stamp, 0o644),
      swapped(access, join(staged, accessName), stamp, 0o600),
    ];
    for (const _ of swapSteps(facts, folder, files));
    return files;
  } finally {
    rmSync(staged, { recursive: true, force: true });
    alone.release();
  }
}

const unfinishedEnd = ".restore-";

/** A killed restore leaves the folder of its copies. */
function removeUnfinished(facts: string): void {
  const folder = dirname(facts);
  const left = readdirSync(folder).filter((name) => name.startsWith(`${basename(facts)}${unfinishedEnd}`));
  for (const name of left) rmSync(join(folder, name), { recursive: true });
}

/** Copies the backup's files to a folder beside those that they will replace, and checks the copies. */
async function stage(folder: string, manifest: Manifest, staged: string): Promise<void> {
  for (const name of [manifestName, ...manifest.files.map((file) => file.name)]) {
    copyFileSync(join(folder, name), join(staged, name));
  }
  // The files are checked again, because one may have changed between the first check and the copy.
  await verifiedManifest(staged);
  await changeCopy(join(staged, factsName), "facts", async (database) => {
    await renewArchiveId(database);
    const noted = { part: database.part, actor: commandActor() };
    await noteDeed(noted, database.kysely, "restore", { made_at: manifest.created_at });
  });
}

/**
 * A file that replaces another one can be read and written by the same users. A new file belongs to the owner of its
 * folder.
 */
function swapped(path: string, file: string, stamp: string, newMode: number): SwappedFile {
  const replaced = freeName(`${path}.replaced-${stamp}`);
  if (!existsSync(file)) return { path, staged: null, replaced };
  const before = statSync(path, { throwIfNoEntry: false });
  chmodSync(file, before === undefined ? newMode : before.mode & 0o777);
  const { uid, gid } = before ?? statSync(dirname(path));
  if (process.getuid?.() === 0) chownSync(file, uid, gid);
  syncPath(file);
  return { path, staged: file, replaced };
}

/** Two restores in the same second must not move their files to the same path. */
function freeName(wanted: string): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted}-${number}`;
    if (!existsSync(name)) return name;
  }
}
