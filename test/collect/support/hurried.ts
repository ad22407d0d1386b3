/**
 * Is loaded before a command of a test (`NODE_OPTIONS`): what waits by `timers/promises` waits a hundredth of the time. A
 * provider is asked once a second, and a season of days would take minutes.
 */
import { createRequire, syncBuiltinESMExports } from "node:module";
import { pathToFileURL } from "node:url";

/** The setting for a command that is to hurry. */
export const hurry = { NODE_OPTIONS: `--import=${pathToFileURL(import.meta.filename).href}` };

if (process.env.NODE_OPTIONS === hurry.NODE_OPTIONS) {
  const timers = createRequire(import.meta.url)("node:timers/promises") as {
    setTimeout: (ms?: number, value?: unknown, options?: object) => Promise<unknown>;
  };
  const { setTimeout: usual } = timers;
  timers.setTimeout = (ms = 0, value, options) => usual(ms / 100, value, options);
  syncBuiltinESMExports();
}
