/**
 * Handles what clocks that were ahead have stored. When the clock is set back by up to a window, what was counted keeps
 * its order, because the present clock may be the wrong one. What lies further ahead can only come from a clock that
 * was wrong then: requests that it counted in the window count as made now, and days and quota periods that it began
 * are undone.
 */
import { windowMs } from "../meters.ts";

/** How far ahead of the present clock a stored moment may lie and still be accepted as it is. */
export const mostAheadMs = windowMs;

export function isAhead(storedMs: number, nowMs: number): boolean {
  return storedMs > nowMs + mostAheadMs;
}
