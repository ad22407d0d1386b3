/**
 * Slows down who tries keys: after so many wrong ones from an address within a minute, the next are answered late, and
 * after many more they are told to wait. Good keys from the same address are never held up, for behind one address there
 * may be many people.
 */
import { RateLimiterMemory } from "rate-limiter-flexible";
import { networkOf } from "../people/networks.ts";

/** A key that is well formed costs a look-up. */
const points = { unknown: 5, malformed: 1 } as const;
type WrongKey = keyof typeof points;

/** Of an address in a minute: 60 unknown keys, or 300 malformed ones. */
const delayedFromPoints = 300;
const delayMs = 100;
const windowS = 60;
/** 300 unknown keys, or 1,500 malformed ones. */
const refusedFromPoints = 1500;

type Slowed = {
  /** Milliseconds to wait before the answer. */
  readonly delayMs: number;
  /** Seconds that the caller is told to wait; null: the answer is given. */
  readonly retryAfterS: number | null;
};

/** Attempts are forgotten by a timer, so that a clock that was ahead for a moment makes nobody wait longer. */
function secondsOf(delayMs: number): number {
  return Math.min(windowS, Math.max(1, Math.ceil(delayMs / 1000)));
}

export type FailedAttempts = { count(address: string, wrong: WrongKey): Promise<Slowed> };

export function failedAttempts(): FailedAttempts {
  const limiter = new RateLimiterMemory({ points: refusedFromPoints, duration: windowS });
  return {
    async count(address, wrong) {
      const { consumedPoints, msBeforeNext } = await limiter.penalty(networkOf(address), points[wrong]);
      return {
        delayMs: consumedPoints > delayedFromPoints && consumedPoints <= refusedFromPoints ? delayMs : 0,
        retryAfterS: consumedPoints > refusedFromPoints ? secondsOf(msBeforeNext) : null,
      };
    },
  };
}
