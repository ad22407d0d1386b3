/** The real runtime of counting, with a clock that a test sets. */
import { type Runtime, realRuntime } from "../../src/access/counting/memory.ts";

/** Time passes with the clock, and never backwards. */
export function withClock(clockMs: () => number): Runtime {
  let elapsedMs = Number.NEGATIVE_INFINITY;
  return {
    ...realRuntime,
    nowMs: clockMs,
    elapsedMs() {
      elapsedMs = Math.max(elapsedMs, clockMs());
      return elapsedMs;
    },
  };
}
