/** Runs one command line inside this process: what a command says and does, without the second that a process takes to start. */
import assert from "node:assert/strict";
import { format } from "node:util";
import { type Command, CommanderError } from "commander";
import { reportFailure } from "../../src/cli/failure.ts";
import { program } from "../../src/cli/main.ts";
import type { Ended, Settings } from "./process.ts";

/** Commands share this process's environment and output, so they go one after the other. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * Does what `gradeline` of command.ts does, for commands that end by themselves; `serve` and `collect` want a process, and so do
 * locks, signals, terminals and standard input.
 */
export function runCommand(arguments_: readonly string[], settings: Settings): Promise<Ended> {
  const ended = turn.then(() => runNow(arguments_, settings));
  turn = ended.catch(() => {});
  return ended;
}

/** Where a command runs: its DATABASE_URL, or all of its settings. */
type Place = string | Settings;
const settingsOf = (place: Place): Settings => (typeof place === "string" ? { DATABASE_URL: place } : place);

/** Runs a command that must succeed, and returns what it prints. */
export async function run(place: Place, ...words: readonly string[]): Promise<string> {
  const { code, output, errors } = await runCommand(words, settingsOf(place));
  if (code !== 0) throw new Error(`${words.join(" ")}: ${errors}`);
  return output;
}

/** What it prints with --json. */
// biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
export async function jsonOf(place: Place, ...words: readonly string[]): Promise<any> {
  return JSON.parse(await run(place, ...words, "--json"));
}

/** What a command must be refused with and print nothing else: one line, or what names the option that was misused. */
const refusal = /^(gradeline: [^\n\p{Cc}]+|error: [^\n]+\n\(--help shows the commands\))\n$/u;

export async function refused(place: Place, words: readonly string[], says: RegExp): Promise<void> {
  const { code, output, errors } = await runCommand(words, { ...settingsOf(place), LOG_LEVEL: "silent" });
  assert.deepEqual([code, output], [1, ""], words.join(" "));
  assert.match(errors, says);
  assert.match(errors, refusal);
}

async function runNow(arguments_: readonly string[], settings: Settings): Promise<Ended> {
  const written = { output: "", errors: "" };
  const giveBack = [takeEnvironment(settings), takeOutput(written), takeExitCode()];
  try {
    await leavingProcessAlive(program()).parseAsync([...arguments_], { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode;
    else reportFailure(error);
  }
  const code = Number(process.exitCode ?? 0);
  for (const give of giveBack.reverse()) give();
  return { code, ...written };
}

/** A command that is misused throws instead of ending the process. */
function leavingProcessAlive(command: Command): Command {
  command.exitOverride();
  for (const each of command.commands) leavingProcessAlive(each);
  return command;
}

function takeEnvironment(settings: Settings): () => void {
  const before = Object.keys(settings).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, settings);
  return () => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
}

type Written = { output: string; errors: string };

function takeOutput(written: Written): () => void {
  const { log, info, warn, error } = console;
  const streams = [process.stdout, process.stderr].map((stream) => ({ stream, write: stream.write }));
  const keep =
    (part: keyof Written) =>
    (...words: unknown[]): void => {
      written[part] += `${format(...words)}\n`;
    };
  Object.assign(console, { log: keep("output"), info: keep("output"), warn: keep("errors"), error: keep("errors") });
  const keepBytes = (part: keyof Written) =>
    ((chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
      written[part] += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8");
      const done = rest.find((each) => typeof each === "function") as (() => void) | undefined;
      done?.();
      return true;
    }) as typeof process.stdout.write;
  process.stdout.write = keepBytes("output");
  process.stderr.write = keepBytes("errors");
  return () => {
    Object.assign(console, { log, info, warn, error });
    for (const { stream, write } of streams) stream.write = write;
  };
}

function takeExitCode(): () => void {
  const before = process.exitCode;
  process.exitCode = 0;
  return () => {
    process.exitCode = before;
  };
}
