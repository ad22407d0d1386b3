/** Databases that many tests begin with: the first test of a run that wants one makes it, and every test gets a copy. */
import { constants, copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Database, openDatabase } from "../../src/database/engine.ts";

/** Global setup makes this folder for a run and removes it; a file that is run by itself has one of its own. */
const runFolder = process.env.TEST_RUN_FOLDER ?? mkdtempSync(join(tmpdir(), "gradeline-run-"));

/** Far longer than making any of them takes, also where other work takes most of the processors. */
const waitMs = 900_000;

export type Copy = { readonly path: string; readonly database: Database; close(): Promise<void> };

/**
 * Opens a copy of the SQLite database of that name.
 * @param fill fills the new database; it is called once in a run, by whichever process asks first.
 */
export async function openCopyOf(name: string, fill: (database: Database) => Promise<void>): Promise<Copy> {
  const whole = join(runFolder, `${name}.db`);
  const untilMs = performance.now() + waitMs;
  while (!existsSync(whole)) {
    if (isMine(`${whole}.turn`)) await make(whole, fill);
    else if (performance.now() < untilMs) await sleep(50);
    else throw new Error(`another process did not make the database ${name} in time`);
  }
  const folder = mkdtempSync(join(tmpdir(), `gradeline-${name}-`));
  const path = join(folder, "copy.db");
  copyFileSync(whole, path, constants.COPYFILE_FICLONE);
  const database = await openDatabase(path);
  return {
    path,
    database,
    async close() {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Making a folder succeeds for one process only. */
function isMine(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

async function make(whole: string, fill: (database: Database) => Promise<void>): Promise<void> {
  try {
    const database = await openDatabase(`${whole}.new`);
    try {
      await fill(database);
    } finally {
      // Closing writes SQLite's log into the file, so that the file alone is the whole database.
      await database.close();
    }
    renameSync(`${whole}.new`, whole);
  } finally {
    rmSync(`${whole}.turn`, { recursive: true, force: true });
  }
}
