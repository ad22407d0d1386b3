/** A clock that jumps: whoever sleeps wakes up at once, and the time has passed. At its end it says stop. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock } from "../../../src/collect/asking/ask.ts";

export type SimulatedClock = Clock & { readonly stop: AbortSignal };

export function simulatedClock(start: string, end: string): SimulatedClock {
  let nowMs = Date.parse(start);
  const endMs = Date.parse(end);
  const stopping = new AbortController();
  return {
    stop: stopping.signal,
    nowMs: () => nowMs,
    async sleep(ms) {
      nowMs = Math.min(endMs, nowMs + ms);
      if (nowMs === endMs) stopping.abort();
      await nextTurn();
    },
  };
}
