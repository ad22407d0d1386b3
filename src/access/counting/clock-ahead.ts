/**
 * Clocks that were ahead. What was counted keeps its order when the clock is set back by up to a window: it may be the
 * present clock that is wrong. What lies further ahead can only come from a clock that was wrong then: requests that it
 * counted in the window count as made now, days and periods that it began are undone.
 */
import { windowMs } from "../meters.ts";

/** How far ahead of the present clock a stored moment may lie and still hold as it stands. */
export const mostAheadMs = windowMs;

export function isAhead(storedMs: number, nowMs: number): boolean {
  return storedMs > nowMs + mostAheadMs;
}
