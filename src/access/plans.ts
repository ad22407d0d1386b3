/**
 * The limits of each plan, and the standings that an account can have. Source: "Plans" of the service's specification.
 */

export type Plan = "trial" | "standard";

export type PlanTerms = {
  readonly requestsPerMinute: number;
  /** Requests in the whole trial, or in a month. */
  readonly requests: number;
};

export const plans: Readonly<Record<Plan, PlanTerms>> = {
  trial: { requestsPerMinute: 30, requests: 2000 },
  standard: { requestsPerMinute: 120, requests: 100_000 },
};

const dayMs = 86_400_000;
export const trialMs = 3 * dayMs;

export const standings = ["trialing", "trial_ended", "active", "past_due", "canceled"] as const;
export type Standing = (typeof standings)[number];

/**
 * Returns the plan that goes with a standing: the first two standings are a trial's, and the others are a
 * subscription's.
 */
export function planOf(standing: Standing): Plan {
  return standing === "trialing" || standing === "trial_ended" ? "trial" : "standard";
}

/** Returns the standing at a point in time: a trial ends by itself. */
export function standingAt(account: { standing: Standing; period_end_ms: number }, nowMs: number): Standing {
  return account.standing === "trialing" && nowMs >= account.period_end_ms ? "trial_ended" : account.standing;
}

/** Reasons why a key is refused, as people read them. The address of the management page is added where it is known. */
export const refusalTexts = {
  revoked: "the API key was revoked",
  trial_ended: "the trial has ended",
  past_due: "the subscription is past due",
  canceled: "the subscription was canceled",
} as const;
export type KeyRefusal = keyof typeof refusalTexts;

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

/** The day that was asked for last. Every request asks for today, and writing it takes a microsecond. */
let latest = { number: Number.NaN, text: "" };

/** `2026-11-21`, in UTC. */
export function dayOf(nowMs: number): string {
  const number = Math.floor(nowMs / dayMs);
  if (latest.number !== number) latest = { number, text: new Date(nowMs).toISOString().slice(0, 10) };
  return latest.text;
}
