/** The errors of databases: which database cannot be used, why, and whether asking later may help. */
import { AsyncLocalStorage } from "node:async_hooks";

/** A database that cannot be used as it is. The message says in one line, without a password, which database and why. */
export class DatabaseError extends Error {
  override readonly name: string = "DatabaseError";
}

/**
 * A database that cannot be asked now: it cannot be reached, does not answer in time, or is busy with another process.
 * The query itself was not at fault, and asking later may help.
 */
export class DatabaseOutage extends DatabaseError {
  override readonly name = "DatabaseOutage";
  /** The reason, without the database's address. */
  readonly reason: string;
  /**
   * The SQLSTATE; empty when there is none. It is never a code of the operating system, because such a code on an error
   * is read as a failure of the caller's socket.
   */
  readonly code: string;

  /** @param note what the outage means for the work that was asked for; it ends the message. */
  constructor(url: string, cause: unknown, note = "") {
    const reason = reasonOf(cause) + note;
    super(`the database ${withoutPassword(url)} cannot be asked: ${reason}`, { cause });
    this.reason = reason;
    const code = codeOfError(cause);
    this.code = sqlState.test(code) ? code : "";
  }
}

/** The error of a database that could not be opened. What names a fault of its own already is that error. */
export function notOpened(url: string, error: unknown): DatabaseError {
  if (error instanceof DatabaseError && !(error instanceof DatabaseOutage)) return error;
  const message = `the database ${withoutPassword(url)} cannot be opened: ${reasonOf(error)}`;
  return new DatabaseError(message, { cause: error });
}

/** Every SQLSTATE contains a digit, and no code of the operating system has this form. */
const sqlState = /^(?=.*\d)[0-9A-Z]{5}$/;

/** Returns the code of an error of the operating system or of PostgreSQL; empty when the error has none. */
export function codeOfError(error: unknown): string {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === "string" ? code : "";
}

/** Parameters of an address that everybody who reads the error may see. */
const shownParameters = new Set(["host", "port", "user", "dbname", "sslmode", "application_name"]);

/**
 * Hides the password of an address. It stands before the host or among the parameters. Before the host, the password
 * and the user's name may themselves contain an @.
 */
export function withoutPassword(url: string): string {
  return url
    .replace(/^(\w+:\/\/[^:]*):.*@/s, "$1@")
    .replaceAll(/([?&]([^=&]*)=)[^&]*/g, (all, head, name) => (shownParameters.has(name) ? all : `${head}…`));
}

/**
 * A connection that is refused at each of a host's addresses fails with an AggregateError, whose own message may be
 * empty.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof DatabaseOutage) return error.reason;
  if (error instanceof AggregateError && error.message === "") return error.errors.map(reasonOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}

/** SQLite's own code of an error; an extended code is the plain code plus a multiple of 256: https://www.sqlite.org/rescode.html */
function sqliteCode(error: unknown): number | null {
  const { errcode } = (error ?? {}) as { readonly errcode?: unknown };
  return typeof errcode === "number" ? errcode % 256 : null;
}

const [busy, readOnly, unreadable, malformed, full, cannotOpen, noDatabase] = [5, 8, 10, 11, 13, 14, 26];
const fileCodes: ReadonlySet<unknown> = new Set([busy, readOnly, unreadable, malformed, full, cannotOpen, noDatabase]);
const damageCodes: ReadonlySet<unknown> = new Set([unreadable, malformed, noDatabase]);
/** PostgreSQL's codes for a disk that cannot be read, and class XX, which is damage that its own checks have found. */
const damageStates = /^(58030|XX...)$/;

/** Whether another connection keeps the file locked. */
export function isSqliteBusy(error: unknown): boolean {
  return sqliteCode(error) === busy;
}

/** Whether SQLite could not make or write the files that it needs beside the database. */
export function isUnwritable(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === readOnly || code === cannotOpen;
}

/** Something that the database keeps is not what was written into it. Asking later does not help. */
export class Damaged extends DatabaseError {}

/** Whether work failed because the data that it read is damaged, or cannot be read at all. */
export function isDamage(error: unknown): boolean {
  if (error instanceof Damaged) return true;
  if (error instanceof DatabaseError && error.cause !== undefined) return isDamage(error.cause);
  // node:sqlite throws ERR_OUT_OF_RANGE where a number is larger than any that we store.
  const code = codeOfError(error);
  return damageCodes.has(sqliteCode(error)) || code === "ERR_OUT_OF_RANGE" || damageStates.test(code);
}

/** Does work on a file. When the file caused the failure, the error names it. */
export function onFile<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!fileCodes.has(sqliteCode(error))) throw error;
    throw new DatabaseError(`the database ${path} cannot be used: ${reasonOf(error)}`, { cause: error });
  }
}

/** Whether asking again later may help: the database is away, busy, full, or its file cannot be used. */
export function isOutage(error: unknown): boolean {
  return error instanceof DatabaseError;
}

type Watch = { seen: DatabaseError | null };

const watches = new AsyncLocalStorage<Watch>();

/** Remembers an outage for `revealingOutages`, and returns it so that the caller can throw it. */
export function noteOutage<Outage extends DatabaseError>(outage: Outage): Outage {
  const watch = watches.getStore();
  if (watch !== undefined) watch.seen ??= outage;
  return outage;
}

/** Does work of a library that may hide an outage or mistake it for another error. If there was an outage, throws the first one. */
export async function revealingOutages<Result>(work: () => Promise<Result>): Promise<Result> {
  const watch: Watch = { seen: null };
  try {
    const result = await watches.run(watch, work);
    if (watch.seen === null) return result;
  } catch (error) {
    if (watch.seen === null) throw error;
  }
  throw watch.seen;
}
