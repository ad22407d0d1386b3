/** Waiting for a database that is on its way: one that is starting, or recovering, or full for the moment. */
import { setTimeout as sleep } from "node:timers/promises";
import { codeOf, DatabaseOutage, reasonOf } from "./database-error.ts";

export type Patience = {
  /** For how long an attempt is followed by another one. */
  readonly waitMs: number;
  /** Is told once for each reason why it must be waited. */
  readonly onWait: (reason: string) => void;
};

/** The first failure is the last. */
export const impatient: Patience = { waitMs: 0, onWait: () => {} };

const firstPauseMs = 100;
const longestPauseMs = 2_000;

/**
 * What passes by itself. Class 57 is a server that starts or shuts down, 53 one that has no connection left, 08 a lost
 * connection. A wrong password, a database or a host that nobody knows will be as wrong later.
 */
const passing = /^(?:08|53|57P0|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|EAI_AGAIN)/;
/** What the driver says of a connection that ended without a word, or was not made in time; that has no code. */
const passingWords = /^(?:Connection terminated|timeout )/;

/** Makes attempts until one succeeds, fails for good, or has waited long enough; then the last failure is thrown. */
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
  const code = codeOf(cause);
  return code === "" ? passingWords.test(reason) : passing.test(code);
}
