/** Why a command failed, for the person at the terminal. */
import { inspect } from "node:util";
import { ConfigError } from "../config/values.ts";
import { DatabaseError } from "../database/database-error.ts";
import type { InputError } from "../feed/refusals.ts";
import type { IdentityConflict } from "../ledger/identities.ts";
import type { NotDecided } from "../operate/decisions.ts";
import type { PublishRefused } from "../publish/findings.ts";
import { ListenFailure } from "../serve/address.ts";
import { printable, printableLines } from "./output/table-text.ts";

/** A failure that the person at the terminal can correct; the message says what is wrong. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

const mendable = [CommandError, ConfigError, DatabaseError, ListenFailure];

/** Codes of the errors of the operating system that need no stack: the message says what to correct. */
const plainCodes =
  "EACCES EPERM EROFS ENOSPC EDQUOT ENOENT EEXIST ENOTDIR EISDIR ENAMETOOLONG ELOOP EMFILE EADDRINUSE EADDRNOTAVAIL ECONNREFUSED ENOTFOUND";

/**
 * In one line when the person at the terminal can correct it, and with a stack when only a developer can.
 * The message may quote arguments, files and databases. It is printed so that it stays one line and cannot control the
 * terminal.
 */
export function reportFailure(error: unknown): void {
  process.exitCode = 1;
  if (!(error instanceof Error) || !isMendable(error)) {
    console.error(printableLines(inspect(error)));
    return;
  }
  console.error(printable(`gradeline: ${error.message}`));
  for (const problem of problemsOf(error).slice(0, 50)) console.error(printable(`  ${problem}`));
}

// Errors of the night are known by their names: their classes would bring a thousand modules into the start of a server.

type NightError = InputError | NotDecided | PublishRefused | IdentityConflict;
const mendableNames: readonly string[] = [
  "InputError",
  "NotDecided",
  "PublishRefused",
  "IdentityConflict",
] satisfies NightError["name"][];

function isMendable(error: Error): boolean {
  const isPlain = "code" in error && plainCodes.split(" ").includes(String(error.code));
  return isPlain || mendableNames.includes(error.name) || mendable.some((kind) => error instanceof kind);
}

/** The lines that a publish and an import of identities have below their message. */
function problemsOf(error: Error): readonly string[] {
  const { problems, conflicts } = error as Partial<PublishRefused & IdentityConflict>;
  return problems ?? conflicts ?? [];
}
