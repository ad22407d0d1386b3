/**
 * Time, as counting uses it. The gate and its counting take it from nowhere else, so that a test can decide what the clock
 * says and when a timer fires.
 */
import { setTimeout as sleep } from "node:timers/promises";

export type Runtime = {
  /** Epoch milliseconds of this machine's clock, which an operator may set back or ahead. */
  nowMs(): number;
  /**
   * Epoch milliseconds that PostgreSQL is to use as the present. Null stands for its own clock, which all nodes share.
   */
  serverNowMs(): number | null;
  /** Milliseconds since some point in the past. Setting a clock does not change it, so it measures waiting. */
  elapsedMs(): number;
  /** Resolves after this many milliseconds, or at once when it is aborted. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
};

export const realRuntime: Runtime = {
  nowMs: () => Date.now(),
  serverNowMs: () => null,
  elapsedMs: () => performance.now(),
  async sleep(delayMs, signal) {
    // An abort is no error: it is there to end the sleep early.
    await sleep(delayMs, undefined, signal === undefined ? {} : { signal }).catch(() => {});
  },
};
