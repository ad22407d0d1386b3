/** Tries a backup as `restore` would use it: in a folder of its own, which is removed again. */
import { accessSync, constants, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openAccess, openDatabase } from "../database/engine.ts";
import { accessName, factsName, type Manifest, verifiedManifest } from "./backup-manifest.ts";
import { bringBack, refuseStrange } from "./bring-back.ts";
import { checkDatabases } from "./check.ts";
import { CommandError } from "./failure.ts";
import { countText } from "./output/table-text.ts";

/** The folder of a trial, beside the backup; a killed trial leaves it. */
export const trialEnd = ".trial-";

/**
 * @returns what is said of a backup that is whole.
 * @throws CommandError that names the first thing that is wrong with it.
 */
export async function tryBackup(folder: string): Promise<readonly string[]> {
  const manifest = await verifiedManifest(folder);
  const whole = `${folder} is a whole backup of ${manifest.created_at}`;
  // Of PostgreSQL there are only ids, which `restore` does not take.
  if (manifest.engine === "postgres") return [whole];
  const trial = mkdtempSync(trialPrefix(folder));
  try {
    const read = await restoreAndRead(join(trial, factsName), folder, manifest);
    return [whole, `restored on trial, and nothing is wrong: ${read}`];
  } finally {
    rmSync(trial, { recursive: true, force: true });
  }
}

/** On the disk of the backup where this user may write there, since the folder for temporary files may be small. */
function trialPrefix(folder: string): string {
  try {
    accessSync(dirname(folder), constants.W_OK);
    return `${folder}${trialEnd}`;
  } catch {
    return join(tmpdir(), `gradeline${trialEnd}`);
  }
}

async function restoreAndRead(databaseUrl: string, folder: string, manifest: Manifest): Promise<string> {
  refuseStrange(databaseUrl, folder, manifest);
  await bringBack(databaseUrl, folder, manifest);
  await bringUpToDate(databaseUrl, manifest);
  const { problems, unnamed, read } = await checkDatabases(databaseUrl);
  const [first] = problems;
  if (first !== undefined) {
    const others = problems.length - 1 + unnamed;
    const more = others === 0 ? "" : ` (and ${countText(others)} problems more)`;
    throw new CommandError(`${folder} can be restored, and is damaged: ${first.where}: ${first.what}${more}`);
  }
  return Object.entries(read)
    .map(([what, count]) => `${countText(count)} ${what}`)
    .join(", ");
}

/** A backup of an earlier version is read as this version would use it after a restore. */
async function bringUpToDate(databaseUrl: string, { files }: Manifest): Promise<void> {
  await (await openDatabase(databaseUrl)).close();
  if (files.some(({ name }) => name === accessName)) await (await openAccess(databaseUrl)).close();
}
