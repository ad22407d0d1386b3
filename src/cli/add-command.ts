/** Adds a command to the table. Its own file is loaded when it runs: listing keys does not wait for the server's libraries. */
import type { Command } from "commander";
import { type Config, readConfig } from "../config/config.ts";

/** Gives a function that takes the settings, the command's arguments and its options. */
type Load = () => Promise<(config: Config, ...given: never[]) => Promise<void>>;

/** @param words its name with its arguments. @param json what `--json` prints; nothing: the command has no such option. */
export function addCommand(parent: Command, words: string, about: string, load: Load, json?: string): Command {
  const command = parent.command(words).description(about);
  if (json !== undefined) command.option("--json", `print ${json} as JSON`);
  return command.action(async (...given: readonly unknown[]) => {
    const work = await load();
    // Commander hands on the command itself, too, as the last one.
    await work(readConfig(), ...(given.slice(0, -1) as never[]));
  });
}
