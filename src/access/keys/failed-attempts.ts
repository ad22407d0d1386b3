/**
 * Slows down who tries keys: after so many wrong ones from an address within a minute, the next are answered late, and
 * after many more they are refused for a while. Good keys from the same address are never held up, for behind one address there
 * may be many people.
 */
import { RateLimiterMemory } from "rate-limiter-flexible";
import { networkOf } from "../people/networks.ts";

/** A key that is well formed costs a look-up. */
const points = { unknown: 5, malformed: 1 };

/** Of an address in a minute: 60 unknown keys, or 300 malformed ones. */
const delayedFromPoints = 300;
const delayMs = 100;
const windowS = 60;
/** 300 unknown keys, or 1,500 malformed ones. */
const refusedFromPoints = 1500;

/** Attempts are forgotten by a timer, so that a clock that was ahead for a moment makes nobody wait longer. */
function secondsOf(delayMs: number): number {
  return Math.min(windowS, Math.max(1, Math.ceil(delayMs / 1000)));
}

/**
 * Returns a function that counts a wrong key, and says how long its answer waits, and the seconds that its refusal asks the caller to
 * wait; null: it is answered.
 */
export function failedAttempts() {
  const limiter = new RateLimiterMemory({ points: refusedFromPoints, duration: windowS });
  return async (address: string, wrong: keyof typeof points) => {
    const { consumedPoints, msBeforeNext } = await limiter.penalty(networkOf(address), points[wrong]);
    if (consumedPoints > refusedFromPoints) return { delayMs: 0, retryAfterS: secondsOf(msBeforeNext) };
    return { delayMs: consumedPoints > delayedFromPoints ? delayMs : 0, retryAfterS: null };
  };
}
