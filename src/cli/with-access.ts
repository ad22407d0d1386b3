/** Commands that only need the accounts: open them, work, close. */
import type { Config } from "../config.ts";
import { type Database, missingAccess, openAccess } from "../database/engine.ts";
import { readPart } from "../database/read-only.ts";
import { CommandError } from "./failure.ts";

/**
 * Who only asks for what is there, or takes it away, makes no database: where there is none, `whenMissing` says what the
 * command finds, or why it fails. Without it, the database is made.
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
 * For commands that only tell what is there: they need not be allowed to write, and change no file. `work` may be asked
 * again when somebody began to write meanwhile, so it does nothing but read.
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
