/** The real runtime of counting, with a clock that a test sets. */
import { type Runtime, realRuntime } from "../../src/access/counting/runtime.ts";

/** On both engines. Time passes with the clock, and never backwards. */
export function withClock(clockMs: () => number): Runtime {
  let elapsedMs = Number.NEGATIVE_INFINITY;
  return {
    ...realRuntime,
    nowMs: clockMs,
    serverNowMs: clockMs,
    elapsedMs() {
      elapsedMs = Math.max(elapsedMs, clockMs());
      return elapsedMs;
    },
  };
}
