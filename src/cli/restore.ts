/**
 * `gradeline restore`: puts the files of a backup where no database is. It replaces nothing: whoever brings a backup back moves the files of
 * before away, so that no file that a process has open, and none that somebody still needs, is ever written over.
 */
import { chmodSync, chownSync, copyFileSync, linkSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { noteDeed } from "../audit/deeds.ts";
import type { Config } from "../config/config.ts";
import { engineOf, placeOf } from "../database/engine.ts";
import { otherVersion, unknownMigrations } from "../database/migrate.ts";
import { changeCopy } from "../database/read-only.ts";
import { filesOf, syncPath } from "../database/sqlite-files.ts";
import { renewArchiveId } from "../release/manifest.ts";
import { accessName, factsName, type Manifest, refuseChanged, verifiedManifest } from "./backup.ts";
import { CommandError } from "./failure.ts";
import { printLines } from "./output/print.ts";
import { commandActor } from "./with-database.ts";

export async function restoreCommand({ databaseUrl }: Config, given: string): Promise<void> {
  const folder = resolve(given);
  const manifest = await verifiedManifest(folder);
  refuseStrange(databaseUrl, folder, manifest);
  const [facts, access] = [placeOf(databaseUrl, "facts"), placeOf(databaseUrl, "access")].map((each) => resolve(each));
  if (facts === undefined || access === undefined) return;
  refuseTaken([facts, access]);
  mkdirSync(dirname(facts), { recursive: true });
  const staged = mkdtempSync(`${facts}.restore-`);
  try {
    await stage(folder, manifest, staged);
    const hasAccounts = manifest.files.some(({ name }) => name === accessName);
    // The archive comes last: a restore that is killed before leaves no archive, and the next one says what is there.
    if (hasAccounts) putInPlace(join(staged, accessName), access, 0o600);
    putInPlace(join(staged, factsName), facts, 0o644);
    const revision = manifest.revision === null ? "nothing published" : `revision ${manifest.revision}`;
    const paths = hasAccounts ? [facts, access] : [facts];
    printLines([`restored ${folder}, ${revision} of ${manifest.created_at}`, ...paths.map((path) => `  ${path}`)]);
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
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

function refuseTaken(paths: readonly string[]): void {
  const there = paths.flatMap(filesOf);
  if (there.length === 0) return;
  const what = there.length === 1 ? `${there[0]} is` : `${there.join(" and ")} are`;
  throw new CommandError(
    `${what} there: stop every server and command that works on it, move it away, and restore again`,
  );
}

/** Copies the backup's files to a folder beside the place that they are for, and checks the copies. */
async function stage(folder: string, manifest: Manifest, staged: string): Promise<void> {
  for (const { name } of manifest.files) copyFileSync(join(folder, name), join(staged, name));
  // The files are checked again, because one may have changed between the first check and the copy.
  await refuseChanged(staged, manifest);
  await changeCopy(join(staged, factsName), "facts", async (database) => {
    await renewArchiveId(database);
    const noted = { part: database.part, actor: commandActor() };
    await noteDeed(noted, database.kysely, "restore", { made_at: manifest.created_at });
  });
}

/** The file belongs to the owner of its folder. @throws where a file is there meanwhile. */
function putInPlace(staged: string, path: string, mode: number): void {
  chmodSync(staged, mode);
  const { uid, gid } = statSync(dirname(path));
  if (process.getuid?.() === 0) chownSync(staged, uid, gid);
  syncPath(staged);
  linkSync(staged, path);
  syncPath(dirname(path));
}
