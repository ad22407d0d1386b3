/** A clock for tests: whoever sleeps on it moves it on, and nobody waits. */
import type { Clock } from "../../../src/collect/asking/ask.ts";

export type TestClock = Clock & {
  /** Every pause that was slept, in milliseconds. */
  readonly slept: number[];
  set(ms: number): void;
};

export function testClock(startMs: number): TestClock {
  let now = startMs;
  const slept: number[] = [];
  return {
    slept,
    nowMs: () => now,
    set: (ms) => {
      now = ms;
    },
    sleep: async (ms, signal) => {
      if (signal?.aborted) return;
      slept.push(ms);
      now += ms;
    },
  };
}
