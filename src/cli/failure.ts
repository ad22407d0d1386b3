/** How a command fails: in one line where a person can mend it, with a stack where only we can. */
import { ConfigError } from "../config.ts";
import { DatabaseError } from "../database/engine.ts";
import { InputError } from "../feed/refusals.ts";
import { NightRefused } from "../publish/publish-report.ts";

/** Something the person at the terminal can mend; the message says what. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

const mendable = [InputError, CommandError, ConfigError, DatabaseError];

/** Codes of the system's errors that need no stack: who reads them knows what to do. */
const plainCodes = new Set(["EADDRINUSE", "EACCES", "ECONNREFUSED", "ENOTFOUND", "EADDRNOTAVAIL"]);

export function reportFailure(error: unknown): void {
  process.exitCode = 1;
  if (error instanceof NightRefused) {
    console.error(`gradeline: ${error.message}`);
    for (const problem of error.problems.slice(0, 50)) console.error(`  ${problem}`);
  } else if (mendable.some((kind) => error instanceof kind)) {
    console.error(`gradeline: ${(error as Error).message}`);
  } else if (error instanceof Error && "code" in error && plainCodes.has(String(error.code))) {
    console.error(`gradeline: ${error.message}`);
  } else {
    console.error(error);
  }
}
