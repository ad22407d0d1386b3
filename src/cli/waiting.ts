/** How long a command waits for a database that is on its way, and what it says meanwhile. */
import type { Config } from "../config.ts";
import type { Patience } from "../database/patience.ts";
import { printable } from "./table-text.ts";

/** A night that meets a restart of the database waits for that, and no longer than a person at a terminal would. */
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
