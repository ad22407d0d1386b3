/** Sets how long a command waits for a database that should be usable soon, and what it prints meanwhile. */
import type { Config } from "../config/config.ts";
import type { Patience } from "../database/engine.ts";
import { printable } from "./output/table-text.ts";

/** A night that meets a restart of the database waits for it, but no longer than a person at a terminal would. */
const longestNightWaitS = 15;

export function patienceOfServe({ databaseWaitSeconds }: Config): Patience {
  return patienceOf(databaseWaitSeconds);
}

export function patienceOfNight({ databaseWaitSeconds }: Config): Patience {
  return patienceOf(Math.min(longestNightWaitS, databaseWaitSeconds));
}

function patienceOf(seconds: number): Patience {
  return {
    waitMs: seconds * 1000,
    onWait: (reason) => console.error(printable(`gradeline: waiting up to ${seconds} s for the database: ${reason}`)),
  };
}
