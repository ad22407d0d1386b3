/**
 * Computes an account's standing from all its subscriptions together, so that the end of an old one does not cancel a
 * newer one.
 */
import type { Standing } from "../plans.ts";
import type { Subscription } from "./subscriptions.ts";

export type BilledTerms = {
  readonly standing: Extract<Standing, "active" | "past_due" | "canceled">;
  readonly anchorMs: number;
  readonly periodStartMs: number;
  readonly periodEndMs: number;
  /** Whether any subscription was ever more than an attempt to pay. */
  readonly hasRun: boolean;
};

/**
 * Standings by Stripe's status. A status that is missing here is an attempt to pay, which says nothing about the
 * standing. `paused` is a trial of Stripe's without a card.
 */
const standingOf: Readonly<Record<string, BilledTerms["standing"]>> = {
  active: "active",
  trialing: "active",
  past_due: "past_due",
  unpaid: "past_due",
  paused: "past_due",
  canceled: "canceled",
};

/** Whether Stripe may still charge for the subscription, now or once a payment succeeds. */
export function isRunning({ status }: Pick<Subscription, "status">): boolean {
  return standingOf[status] !== "canceled" && status !== "incomplete_expired";
}

/** Returns null when the subscriptions say nothing about the standing. */
export function billedTermsOf(subscriptions: readonly Subscription[]): BilledTerms | null {
  const standard = subscriptions
    .filter((each) => each.is_standard === 1)
    .toSorted((a, b) => a.created_ms - b.created_ms || (a.subscription_id < b.subscription_id ? -1 : 1));
  const having = (standing: BilledTerms["standing"]) =>
    standard.filter(({ status }) => standingOf[status] === standing);
  const canceled = having("canceled");
  const deciding =
    // The oldest active one decides, so that a second one does not move the billing period of the first.
    having("active")[0] ??
    having("past_due").at(-1) ??
    canceled.findLast((each) => each.has_run === 1) ??
    canceled.at(-1);
  if (deciding === undefined) return null;
  return {
    standing: standingOf[deciding.status] ?? "canceled",
    anchorMs: deciding.anchor_ms,
    periodStartMs: deciding.period_start_ms,
    periodEndMs: deciding.period_end_ms,
    hasRun: standard.some((each) => each.has_run === 1),
  };
}
