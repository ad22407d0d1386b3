/** Opens the accounts for commands that need nothing else, does the work, and closes them. */
import type { Config } from "../config.ts";
import { type Database, missingAccess, openAccess } from "../database/engine.ts";
import { readPart } from "../database/read-only.ts";
import { CommandError } from "./failure.ts";

/**
 * Does the work on the accounts. A command that only reads or removes must not create the database: when it does not
 * exist, `whenMissing` returns the command's result or the reason why it fails. Without `whenMissing`, the database is
 * created.
 */
export async function withAccess<Result>(
  config: Config,
  work: (access: Database) => Promise<Result>,
  whenMissing?: (path: string) => Result | CommandError,
): Promise<Result> {
  const missing = missingAccess(config.databaseUrl);
  if (whenMissing !== undefined && missing !== null) return foundInstead(whenMissing(missing));
  const access = await openAccess(config.databaseUrl);
  try {
    return await work(access);
  } finally {
    await access.close();
  }
}

/**
 * Does the work for commands that only read. They need no permission to write, and change no file. `work` may run again
 * when another process began to write meanwhile, so it must only read.
 */
export async function readAccess<Result>(
  config: Config,
  work: (access: Database) => Promise<Result>,
  whenMissing: (path: string) => Result | CommandError,
): Promise<Result> {
  const missing = missingAccess(config.databaseUrl);
  if (missing !== null) return foundInstead(whenMissing(missing));
  return readPart(config.databaseUrl, "access", work);
}

function foundInstead<Result>(found: Result | CommandError): Result {
  if (found instanceof CommandError) throw found;
  return found;
}

export function noDatabase(path: string): string {
  return `there is no database at ${path} yet`;
}
