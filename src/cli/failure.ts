/** How a command fails: in one line where a person can mend it, with a stack where only we can. */
import { inspect } from "node:util";
import { ConfigError } from "../config.ts";
import { DatabaseError } from "../database/database-error.ts";
import { InputError } from "../feed/refusals.ts";
import { IdentityConflict } from "../ledger/identities.ts";
import { NightRefused } from "../publish/publish-report.ts";
import { printable, printableLines } from "./table-text.ts";

/** Something the person at the terminal can mend; the message says what. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

const mendable = [InputError, CommandError, ConfigError, DatabaseError];

/** Codes of the system's errors that need no stack: who reads them knows what to do. */
const plainCodes = new Set(
  "EACCES EPERM EROFS ENOSPC ENOTDIR EISDIR ENAMETOOLONG ELOOP EMFILE EADDRINUSE EADDRNOTAVAIL ECONNREFUSED ENOTFOUND".split(
    " ",
  ),
);

/** What arguments, files and databases say is in the message too: it stays one line, and steers no terminal. */
export function reportFailure(error: unknown): void {
  process.exitCode = 1;
  if (error instanceof NightRefused || error instanceof IdentityConflict) {
    const problems = error instanceof NightRefused ? error.problems : error.conflicts;
    console.error(printable(`gradeline: ${error.message}`));
    for (const problem of problems.slice(0, 50)) console.error(printable(`  ${problem}`));
  } else if (error instanceof Error && (isMendable(error) || ("code" in error && plainCodes.has(String(error.code))))) {
    console.error(printable(`gradeline: ${error.message}`));
  } else {
    console.error(printableLines(inspect(error)));
  }
}

function isMendable(error: Error): boolean {
  return mendable.some((kind) => error instanceof kind);
}
