/** When a closing line is so old that something must have stopped. */
import { dayMs } from "./durations.ts";

/**
 * A book that takes bets on a game changes or confirms its prices many times on its last day, and even a recorder that
 * looks once a day sees it on that day. A close that is older than a day says that the book stopped, or that nobody
 * recorded it any more. It stays the close, since it is the last number before the start [D-12], and is counted.
 */
const freshForMs = dayMs;

export function isStaleClose(closeMs: number, startMs: number): boolean {
  return startMs - closeMs > freshForMs;
}
