/** A clock for tests: whoever sleeps on it moves it on, and nobody waits. */

export type TestClock = ReturnType<typeof testClock>;

export function testClock(startMs: number) {
  let now = startMs;
  const slept: number[] = [];
  return {
    /** Every pause that was slept, in milliseconds. */
    slept,
    nowMs: () => now,
    set(ms: number) {
      now = ms;
    },
    async sleep(ms: number, signal?: AbortSignal) {
      if (signal?.aborted) return;
      slept.push(ms);
      now += ms;
    },
  };
}
