/** Ties a command of the table to its function, whose file is loaded when the command runs. */
import { type Config, readConfig } from "../config/config.ts";

/** @param load gives a function that takes the settings, the command's arguments and its options. */
export function runs(load: () => Promise<(config: Config, ...given: never[]) => Promise<void>>) {
  return async (...given: readonly unknown[]): Promise<void> => {
    const work = await load();
    // Commander hands on the command itself, too, as the last one.
    await work(readConfig(), ...(given.slice(0, -1) as never[]));
  };
}
