/** What many tests of a run begin with is made once: by the first that wants it, while the others wait. */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Global setup makes this folder for a run and removes it; a file that is run by itself has one of its own. */
const runFolder = process.env.TEST_RUN_FOLDER ?? mkdtempSync(join(tmpdir(), "gradeline-run-"));

/** Far longer than making any of them takes, also where other work takes most of the processors. */
const waitMs = 900_000;

/**
 * Resolves with the path of a file or folder of that name, which nobody may change.
 * @param make makes it at the path that it is given; it is called once in a run, by whichever process asks first.
 */
export async function madeOnce(name: string, make: (path: string) => void | Promise<void>): Promise<string> {
  const whole = join(runFolder, name);
  const untilMs = performance.now() + waitMs;
  while (!existsSync(whole)) {
    if (isMine(`${whole}.turn`)) {
      try {
        await make(`${whole}.new`);
        renameSync(`${whole}.new`, whole);
      } finally {
        rmSync(`${whole}.turn`, { recursive: true, force: true });
      }
    } else if (performance.now() < untilMs) await sleep(50);
    else throw new Error(`another process did not make ${name} in time`);
  }
  return whole;
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
