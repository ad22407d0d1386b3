/** Waits for a database that should be usable soon, because it is starting, recovering, or full for the moment. */
import { setTimeout as sleep } from "node:timers/promises";
import { codeOfError, DatabaseOutage, reasonOf } from "./database-error.ts";

export type Patience = {
  /** For this long after the first attempt, a failed attempt is followed by another one. */
  readonly waitMs: number;
  /** Is called with the reason for waiting, and again whenever the reason changes. */
  readonly onWait: (reason: string) => void;
};

/** Makes one attempt only. */
export const impatient: Patience = { waitMs: 0, onWait: () => {} };

const firstPauseMs = 100;
const longestPauseMs = 2_000;

/**
 * Codes of failures that pass by themselves. Class 57 is a server that starts or shuts down, 53 a server that has no
 * connection left, 08 a lost connection. A wrong password or an unknown database or host will still be wrong later.
 */
const passing = /^(?:08|53|57P0|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|EAI_AGAIN)/;
/** The driver's messages, which have no code, for a connection that ended without an error or was not made in time. */
const passingWords = /^(?:Connection terminated|timeout )/;

/** Makes attempts until one succeeds, fails for good, or the time is over. Then throws the last failure. */
export async function patiently<Result>(patience: Patience, attempt: () => Promise<Result>): Promise<Result> {
  const untilMs = performance.now() + patience.waitMs;
  let told: string | null = null;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
    try {
      return await attempt();
    } catch (error) {
      const outage = outageBehind(error);
      if (outage === null || performance.now() >= untilMs || !isPassing(outage)) throw error;
      const reason = reasonOf(outage);
      if (reason !== told) patience.onWait(reason);
      told = reason;
    }
    await sleep(Math.max(0, Math.min(pauseMs, untilMs - performance.now())));
  }
}

function outageBehind(error: unknown): DatabaseOutage | null {
  if (error instanceof DatabaseOutage) return error;
  return error instanceof Error && error.cause instanceof Error ? outageBehind(error.cause) : null;
}

function isPassing({ cause, reason }: DatabaseOutage): boolean {
  const code = codeOfError(cause);
  return code === "" ? passingWords.test(reason) : passing.test(code);
}
