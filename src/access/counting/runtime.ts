/**
 * Time, turns and chance, as counting meets them. The door and its counters take all of them from here and from nowhere
 * else, so that a test can say what the clock says, when a timer fires and how the dice fall.
 */
import { setTimeout as sleep } from "node:timers/promises";

export type Runtime = {
  /** Epoch milliseconds of this machine's clock, which an operator may set back or ahead. */
  nowMs(): number;
  /** Epoch milliseconds that PostgreSQL is to take for the present; null: its own clock, which all nodes share. */
  serverNowMs(): number | null;
  /** Milliseconds since some moment in the past. No clock that is set changes it: waiting is measured by it. */
  elapsedMs(): number;
  /** Does the work when the event loop's present turn is over. */
  soon(work: () => void): void;
  /** Resolves after so many milliseconds, or at once when it is aborted. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
  /** A number from 0 up to, and never, 1. */
  random(): number;
};

export const realRuntime: Runtime = {
  nowMs: () => Date.now(),
  serverNowMs: () => null,
  elapsedMs: () => performance.now(),
  soon: (work) => void setImmediate(work),
  async sleep(delayMs, signal) {
    // Being woken early is what the signal is for.
    await sleep(delayMs, undefined, signal === undefined ? {} : { signal }).catch(() => {});
  },
  random: () => Math.random(),
};

/** The real runtime under a clock that a test sets, on both engines. */
export function withClock(clockMs: () => number): Runtime {
  return { ...realRuntime, nowMs: clockMs, serverNowMs: clockMs };
}
