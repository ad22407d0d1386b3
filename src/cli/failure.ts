/** The talk between a command and the person at the terminal beside its result: why it failed, and questions before it goes on. */
import { createInterface } from "node:readline/promises";
import { inspect } from "node:util";
import { ConfigError } from "../config/values.ts";
import { DatabaseError } from "../database/database-error.ts";
import type { InputError } from "../feed/refusals.ts";
import type { IdentityConflict } from "../ledger/identities.ts";
import type { NotDecided } from "../operate/decisions/disputes.ts";
import type { PublishRefused } from "../publish/publish-report.ts";
import { ListenFailure } from "../serve/address.ts";
import { printable, printableLines } from "./output/table-text.ts";

/** A failure that the person at the terminal can correct; the message says what is wrong. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

const mendable = [CommandError, ConfigError, DatabaseError, ListenFailure];

/** Codes of the operating system's errors that need no stack, because the message alone says what to correct. */
const plainCodes = new Set(
  "EACCES EPERM EROFS ENOSPC ENOTDIR EISDIR ENAMETOOLONG ELOOP EMFILE EADDRINUSE EADDRNOTAVAIL ECONNREFUSED ENOTFOUND".split(
    " ",
  ),
);

/**
 * In one line when the person at the terminal can correct it, and with a stack when only a developer can.
 * The message may quote arguments, files and databases. It is printed so that it stays one line and cannot control the
 * terminal.
 */
export function reportFailure(error: unknown): void {
  process.exitCode = 1;
  const problems = error instanceof Error ? problemsOf(error) : null;
  if (
    error instanceof Error &&
    (problems !== null || isMendable(error) || ("code" in error && plainCodes.has(String(error.code))))
  ) {
    console.error(printable(`gradeline: ${error.message}`));
    for (const problem of (problems ?? []).slice(0, 50)) console.error(printable(`  ${problem}`));
  } else {
    console.error(printableLines(inspect(error)));
  }
}

// Errors of the night are known by their names: their classes would bring a thousand modules into the start of a server.

const mendableNames: readonly string[] = ["InputError", "NotDecided"] satisfies (InputError | NotDecided)["name"][];

function isMendable(error: Error): boolean {
  return mendableNames.includes(error.name) || mendable.some((kind) => error instanceof kind);
}

/** A publish and an import of identities list these below their message; null: the error is another. */
function problemsOf(error: Error): readonly string[] | null {
  if (error.name === ("PublishRefused" satisfies PublishRefused["name"])) return (error as PublishRefused).problems;
  if (error.name === ("IdentityConflict" satisfies IdentityConflict["name"]))
    return (error as IdentityConflict).conflicts;
  return null;
}

/**
 * Asks the person at the terminal before something that cannot be taken back,
 * on standard error, because standard output is for the command's result.
 * @returns what was typed. Ctrl+C and Ctrl+D are no consent either: nothing was.
 * @param what the work that wants consent, such as "spend credits".
 */
export async function askAtTerminal(question: string, what: string): Promise<string> {
  if (!process.stdin.isTTY) throw new CommandError(`to ${what} without being asked, give --yes`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const typed = await terminal.question(question).catch(() => "");
  terminal.close();
  return typed;
}
