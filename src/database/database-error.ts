/**
 * A database that cannot be used as it is. The message says in one line, without a password, which database and why.
 */
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

/**
 * SQLite's codes for a file that another process keeps locked for too long, that may not be written, that cannot be
 * read or written, that is full or damaged, or that is not a database.
 */
const fileCodes = new Set([5, 8, 10, 11, 13, 14, 26]);
/** An extended code is the plain code plus a multiple of this number: https://www.sqlite.org/rescode.html */
const extendedCodes = 256;

/** SQLite's codes for a disk that cannot be read, a malformed file, and a file that is not a database. */
const damageCodes = new Set([10, 11, 26]);
/** PostgreSQL's codes for a disk that cannot be read, and class XX, which is damage that its own checks have found. */
const damageStates = /^(58030|XX...)$/;

/** Something that the database keeps is not what was written into it. Asking later does not help. */
export class Damaged extends DatabaseError {}

/** Whether work failed because the data that it read is damaged, or cannot be read at all. */
export function isDamage(error: unknown): boolean {
  if (error instanceof Damaged) return true;
  if (error instanceof DatabaseError && error.cause !== undefined) return isDamage(error.cause);
  const { errcode, code } = error as { errcode?: unknown; code?: unknown };
  if (typeof errcode === "number") return damageCodes.has(errcode % extendedCodes);
  // node:sqlite throws ERR_OUT_OF_RANGE where a number is larger than any that we store.
  return code === "ERR_OUT_OF_RANGE" || damageStates.test(String(code));
}

/** Does work on a file. When the file caused the failure, the error names it. */
export function onFile<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const { errcode = 0 } = error as { errcode?: number };
    if (!fileCodes.has(errcode % extendedCodes)) throw error;
    throw new DatabaseError(`the database ${path} cannot be used: ${reasonOf(error)}`, { cause: error });
  }
}
