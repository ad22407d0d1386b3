/**
 * The two limits as a caller sees them: how many requests are allowed, how many are left, and when that changes [D-37,
 * D-38].
 */

export const windowMs = 60_000;

type Meter = {
  readonly limit: number;
  readonly remaining: number;
  /** Unix seconds. */
  readonly resetAtS: number;
};

export type Meters = { readonly rate: Meter; readonly quota: Meter };

/** The counts of a key and its account at one point in time. */
export type Counts = {
  readonly nowMs: number;
  readonly minuteLimit: number;
  /** Requests of the key in the last 60 seconds. */
  readonly counted: number;
  /** When the oldest of them was counted; null when there is none. */
  readonly oldestMs: number | null;
  readonly quotaLimit: number;
  readonly used: number;
  readonly periodEndMs: number;
};

export function metersOf(counts: Counts): Meters {
  const { nowMs, minuteLimit, counted, oldestMs, quotaLimit, used, periodEndMs } = counts;
  return {
    rate: {
      limit: minuteLimit,
      remaining: Math.max(0, minuteLimit - counted),
      // Rounded up, so that the oldest request has left the window at that second.
      resetAtS: Math.ceil((oldestMs === null ? nowMs : oldestMs + windowMs) / 1000),
    },
    quota: {
      limit: quotaLimit,
      remaining: Math.max(0, quotaLimit - used),
      resetAtS: Math.ceil(periodEndMs / 1000),
    },
  };
}

/** Returns whole seconds, at least one, rounded up so that waiting them is enough. */
export function secondsUntil(untilMs: number, nowMs: number): number {
  return Math.max(1, Math.ceil((untilMs - nowMs) / 1000));
}
