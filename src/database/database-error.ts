/** A database that cannot be used as it is; the message says which and why, in one line and without a password. */
export class DatabaseError extends Error {
  override readonly name: string = "DatabaseError";
}

/**
 * A database that cannot be asked now: it is away, does not answer in time, or is busy with somebody else. Nobody's
 * question was wrong, and asking later may help.
 */
export class DatabaseOutage extends DatabaseError {
  override readonly name = "DatabaseOutage";
  /** Why, without the database's address. */
  readonly reason: string;
  /** The SQLSTATE; empty: there is none. Not the system's code: those are taken for what became of a caller's socket. */
  readonly code: string;

  /** @param note what this means for what was asked; it ends the message. */
  constructor(url: string, cause: unknown, note = "") {
    const reason = reasonOf(cause) + note;
    super(`the database ${withoutPassword(url)} cannot be asked: ${reason}`, { cause });
    this.reason = reason;
    const code = codeOf(cause);
    this.code = sqlState.test(code) ? code : "";
  }
}

/** Every SQLSTATE has a digit in it, and no code of the system is like it. */
const sqlState = /^(?=.*\d)[0-9A-Z]{5}$/;

/** The code of an error of the system or of PostgreSQL; empty: it has none. */
export function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === "string" ? code : "";
}

/** Parameters of an address that may be read by anyone who reads the error. */
const shownParameters = new Set(["host", "port", "user", "dbname", "sslmode", "application_name"]);

/** A password is in front of the host, where it and the user's name may themselves hold an @, or among the parameters. */
export function withoutPassword(url: string): string {
  return url
    .replace(/^(\w+:\/\/[^:]*):.*@/s, "$1@")
    .replaceAll(/([?&]([^=&]*)=)[^&]*/g, (all, head, name) => (shownParameters.has(name) ? all : `${head}…`));
}

/** Who is refused at each of a host's addresses gets an AggregateError, whose own message may be empty. */
export function reasonOf(error: unknown): string {
  if (error instanceof DatabaseOutage) return error.reason;
  if (error instanceof AggregateError && error.message === "") return error.errors.map(reasonOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}

/**
 * SQLite's codes of a file that another process is writing to for too long, that may not be written, cannot be read or
 * written, is full or damaged, or is no database.
 */
const fileCodes = new Set([5, 8, 10, 11, 13, 14, 26]);
/** An extended code is the plain one and a multiple of this: https://www.sqlite.org/rescode.html */
const extendedCodes = 256;

/** SQLite: a disk that cannot be read, a malformed file, a file that is no database. */
const damageCodes = new Set([10, 11, 26]);
/** PostgreSQL: a disk that cannot be read, and class XX, what its own checks have found damaged. */
const damageStates = /^(58030|XX...)$/;

/** Whether a query failed because what it read is damaged, or cannot be read at all. */
export function isDamage(error: unknown): boolean {
  if (error instanceof DatabaseError && error.cause !== undefined) return isDamage(error.cause);
  const { errcode, code } = error as { errcode?: unknown; code?: unknown };
  if (typeof errcode === "number") return damageCodes.has(errcode % extendedCodes);
  // node:sqlite throws the first where a number is larger than any of ours.
  return code === "ERR_OUT_OF_RANGE" || damageStates.test(String(code));
}

/** Does work on a file; where the file is to blame, the error names it. */
export function onFile<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const { errcode = 0 } = error as { errcode?: number };
    if (!fileCodes.has(errcode % extendedCodes)) throw error;
    throw new DatabaseError(`the database ${path} cannot be used: ${reasonOf(error)}`, { cause: error });
  }
}
