/**
 * Computes a subscription from all its billing events. Stripe does not promise an order of events
 * (https://docs.stripe.com/webhooks#event-ordering), so this is a function of the set of them: the result is the same
 * in whichever order and however often they arrive.
 */
import type { Snapshot, Terms } from "./snapshot.ts";

export type Subscription = {
  readonly subscriptionId: string;
  readonly customerId: string;
  readonly account: string | null;
  readonly isStandard: boolean;
  readonly status: string;
  /** Whether the subscription was ever more than an attempt to pay. */
  readonly hasRun: boolean;
  readonly anchorMs: number;
  readonly periodStartMs: number;
  readonly periodEndMs: number;
  readonly cancelsAtMs: number | null;
  readonly createdMs: number;
};

const final = new Set(["canceled", "incomplete_expired"]);
const attempts = new Set(["incomplete", "incomplete_expired", "canceled"]);

/**
 * @param told at least one snapshot, all of the same subscription. A billing event that arrived twice is in it once.
 */
export function subscriptionOf(told: readonly Snapshot[]): Subscription {
  const { subscriptionId, customerId, account, createdMs, kind, after } = latestOf(told);
  const status = kind === "deleted" && !final.has(after.status) ? "canceled" : after.status;
  return {
    subscriptionId,
    customerId,
    account,
    isStandard: told.some((each) => each.isStandard),
    status,
    hasRun: told.some((each) =>
      [each.after, each.before].some((terms) => terms !== null && !attempts.has(terms.status)),
    ),
    anchorMs: after.anchorMs,
    periodStartMs: after.periodStartMs,
    periodEndMs: after.periodEndMs,
    cancelsAtMs: final.has(status) ? null : (after.cancelAtMs ?? (after.cancelsAtPeriodEnd ? after.periodEndMs : null)),
    createdMs,
  };
}

function latestOf(told: readonly Snapshot[]): Snapshot {
  // A subscription that has ended never runs again, whatever the times of its billing events say.
  const ends = told.filter(({ kind, after }) => kind === "deleted" || final.has(after.status));
  const counting = ends.length > 0 ? ends : told;
  let latest: Snapshot | null = null;
  for (const eventMs of [...new Set(counting.map((each) => each.eventMs))].sort((a, b) => a - b)) {
    latest = latestOfSecond(
      counting.filter((each) => each.eventMs === eventMs),
      latest,
    );
  }
  if (latest === null) throw new Error("nothing was told of the subscription");
  return latest;
}

/**
 * Returns the latest of the billing events of one second. They form a chain: each event finds the terms that the one
 * before it left. So the last event's terms were left once more often than they were found. While an event of the chain
 * has not arrived yet, a fixed rank decides.
 */
function latestOfSecond(told: readonly Snapshot[], earlier: Snapshot | null): Snapshot {
  const balance = new Map<string, number>();
  const add = (terms: Terms | null, count: number): void => {
    if (terms !== null) balance.set(keyOf(terms), (balance.get(keyOf(terms)) ?? 0) + count);
  };
  add(earlier?.after ?? null, 1);
  for (const { before, after } of told) {
    add(before, -1);
    add(after, 1);
  }
  const left = told.filter(({ after }) => (balance.get(keyOf(after)) ?? 0) > 0);
  return (left.length > 0 ? left : told).reduce((best, each) => (isAfter(each, best) ? each : best));
}

function keyOf(terms: Terms): string {
  const { status, anchorMs, periodStartMs, periodEndMs, cancelAtMs, cancelsAtPeriodEnd } = terms;
  return [status, anchorMs, periodStartMs, periodEndMs, cancelAtMs, cancelsAtPeriodEnd].join();
}

/**
 * Statuses from the one that a subscription leaves soonest to the one in which it stays. When the order of billing
 * events is in doubt, the later status in this list wins, to the caller's benefit.
 */
const statusRank = ["incomplete", "paused", "unpaid", "past_due", "trialing", "active"];

function isAfter(one: Snapshot, other: Snapshot): boolean {
  const ranks = ({ kind, after }: Snapshot): readonly number[] => [
    kind === "deleted" ? 2 : kind === "changed" ? 1 : 0,
    after.periodStartMs,
    after.periodEndMs,
    statusRank.indexOf(after.status),
  ];
  const [mine, others] = [ranks(one), ranks(other)];
  const differs = mine.findIndex((rank, place) => rank !== others[place]);
  if (differs === -1) return one.eventId > other.eventId;
  return (mine[differs] ?? 0) > (others[differs] ?? 0);
}
