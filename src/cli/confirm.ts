/** Asks the person at the terminal before something that cannot be taken back. */
import { createInterface } from "node:readline/promises";
import { CommandError } from "./failure.ts";

/**
 * Asks on standard error, because standard output is for the command's result.
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
