/** The time that collecting goes by. A replay gives another clock than the real one, so that a week passes in a minute. */
import { setTimeout as sleep } from "node:timers/promises";

export type Clock = {
  /** Epoch milliseconds. */
  nowMs(): number;
  /** Resolves after so many milliseconds of this clock, or as soon as the signal says so; it never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
};

export const realClock: Clock = {
  nowMs: Date.now,
  sleep: (ms, signal) => sleep(ms, undefined, signal === undefined ? {} : { signal }).catch(() => {}),
};
