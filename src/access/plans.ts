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
