/** Opens a part of the database for a command, does its work, and closes it. */
import { userInfo } from "node:os";
import type { Config } from "../config/config.ts";
import {
  type Actor,
  type Database,
  missingAccess,
  openAccess,
  openDatabase,
  type Patience,
  tablesOf,
} from "../database/engine.ts";
import { readPart } from "../database/read-only.ts";
import { holdsSample } from "../ledger/read.ts";
import type { LedgerTables } from "../ledger/tables.ts";
import { CommandError } from "./failure.ts";
import { printable } from "./output/table-text.ts";

type Work<Result> = (database: Database) => Promise<Result>;

/** For the archive and the ledger, which are made where there are none. */
export async function withDatabase<Result>(config: Config, work: Work<Result>): Promise<Result> {
  return closing(await openDatabase(config.databaseUrl, patienceOf(config, longestNightWaitS)), work);
}

/** Real games beside invented ones would make an archive that nobody can believe. @param what the command does. */
export async function refuseSample({ kysely }: Database, what: string): Promise<void> {
  if (!(await holdsSample(tablesOf<LedgerTables>(kysely)))) return;
  throw new CommandError(`the database holds the sample; ${what} into one of its own (DATABASE_URL)`);
}

/** Changes nothing. */
export function readFacts<Result>({ databaseUrl }: Config, work: Work<Result>): Promise<Result> {
  return readPart(databaseUrl, "facts", work);
}

/** For the accounts. A command that makes none calls `needAccess` before. */
export async function withAccess<Result>({ databaseUrl }: Config, work: Work<Result>): Promise<Result> {
  return closing(await openAccess(databaseUrl), work);
}

/** Like `readFacts`, for the accounts. */
export async function readAccess<Result>(config: Config, work: Work<Result>): Promise<Result> {
  needAccess(config);
  return readPart(config.databaseUrl, "access", work);
}

/** The same for a list, which is empty where there is no database. */
export async function listAccess<Item>(config: Config, work: Work<readonly Item[]>): Promise<readonly Item[]> {
  const missing = missingAccess(config.databaseUrl);
  if (missing === null) return readAccess(config, work);
  console.error(printable(noDatabase(missing)));
  return [];
}

/** A command that only reads or removes must not make the database. */
export function needAccess({ databaseUrl }: Config): void {
  const missing = missingAccess(databaseUrl);
  if (missing !== null) throw new CommandError(noDatabase(missing));
}

function noDatabase(path: string): string {
  return `there is no database at ${path} yet`;
}

async function closing<Result>(database: Database, work: Work<Result>): Promise<Result> {
  try {
    // The audit list notes each change of a command under this actor.
    return await work({ ...database, actor: commandActor() });
  } finally {
    await database.close();
  }
}

/**
 * Whom the audit list names for what commands do: the operating system's user of this process: under sudo, the user that sudo has
 * changed to.
 */
export function commandActor(): Actor {
  return { through: "command", who: printable(userName()) };
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a number that has no name.
    return `user ${process.getuid?.() ?? "without a name"}`;
  }
}

/** A night that meets a restart of the database waits for it, but no longer than a person at a terminal would. */
const longestNightWaitS = 15;

export function patienceOf({ databaseWaitSeconds }: Config, mostSeconds = databaseWaitSeconds): Patience {
  const seconds = Math.min(mostSeconds, databaseWaitSeconds);
  return {
    waitMs: seconds * 1000,
    onWait: (reason) => console.error(printable(`gradeline: waiting up to ${seconds} s for the database: ${reason}`)),
  };
}
