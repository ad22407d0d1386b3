/** Ends every subscription of an account that is being deleted. */
import Stripe from "stripe";
import { type Database, tablesOf } from "../../database/engine.ts";
import { BillingError } from "./billing-error.ts";
import type { Subscription } from "./order.ts";
import { type Snapshot, snapshotOf } from "./snapshot.ts";
import { isRunning } from "./standing.ts";
import { refusingUnavailable } from "./stripe.ts";
import { customersOf, subscriptionsOf } from "./stripe-records.ts";
import type { BillingTables } from "./tables.ts";
import { takeEvent } from "./take-event.ts";

type Billed = { readonly database: Database; readonly stripe: Stripe; readonly priceId: string };

/**
 * Asks Stripe which subscriptions are running, because its newest billing events may still be on their way. The end of
 * each subscription is recorded as if its billing event had arrived, so that a late billing event does not bring it
 * back.
 */
export async function cancelAll({ database, stripe, priceId }: Billed, email: string, nowMs: number): Promise<void> {
  const tables = tablesOf<BillingTables>(database.kysely);
  const known = (await subscriptionsOf(tables, email)).filter((each) => each.isStandard && isRunning(each));
  const ids = new Set(known.map(({ subscriptionId }) => subscriptionId));
  const customers = new Set([...(await customersOf(tables, email)), ...known.map(({ customerId }) => customerId)]);
  for (const customer of customers) {
    for (const subscription of await runningAt(stripe, customer)) {
      if (isOurs(subscription, email, priceId)) ids.add(subscription.id);
    }
  }
  const eventMs = nowMs - (nowMs % 1000);
  for (const subscriptionId of ids) {
    const ended = await refusingUnavailable(() => cancel(stripe, subscriptionId));
    const event = { eventId: `canceled-here:${subscriptionId}`, eventMs, kind: "deleted" } as const;
    const snapshot =
      ended === null
        ? endOf(known.find((each) => each.subscriptionId === subscriptionId))
        : snapshotOf({ ...event, subscription: { ...ended }, previous: {}, priceId });
    if (snapshot === null || !["canceled", "incomplete_expired"].includes(snapshot.after.status)) {
      throw new BillingError("still_running");
    }
    const taken = { ...event, type: "customer.subscription.deleted", snapshot: { ...snapshot, ...event }, link: null };
    await takeEvent(database, taken, nowMs);
  }
}

async function runningAt(stripe: Stripe, customer: string): Promise<readonly Stripe.Subscription[]> {
  // Without a status, Stripe lists all subscriptions that were not canceled.
  const page = await refusingUnavailable(() => stripe.subscriptions.list({ customer, limit: 100 }));
  return page.data;
}

function isOurs({ metadata, items }: Stripe.Subscription, email: string, priceId: string): boolean {
  return metadata.account === undefined
    ? items.data.some(({ price }) => price.id === priceId)
    : metadata.account === email;
}

/**
 * Cancels a subscription. One that was canceled meanwhile cannot be canceled again, so it is read instead. Returns null
 * when Stripe no longer knows it.
 */
async function cancel(stripe: Stripe, subscriptionId: string): Promise<Stripe.Subscription | null> {
  const ended = await unlessMissing(() => stripe.subscriptions.cancel(subscriptionId));
  return ended ?? unlessMissing(() => stripe.subscriptions.retrieve(subscriptionId));
}

async function unlessMissing<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.code === "resource_missing") return null;
    throw error;
  }
}

/**
 * Returns a subscription that Stripe no longer knows, such as wiped test data: what we know of it, as canceled. Returns
 * null when we do not know it either.
 */
function endOf(known: Subscription | undefined): Omit<Snapshot, "eventId" | "eventMs" | "kind"> | null {
  if (known === undefined) return null;
  const { subscriptionId, customerId, account, isStandard, createdMs, anchorMs, periodStartMs, periodEndMs } = known;
  const terms = { status: "canceled", anchorMs, periodStartMs, periodEndMs };
  const after = { ...terms, cancelAtMs: null, cancelsAtPeriodEnd: false };
  return { subscriptionId, customerId, account, isStandard, createdMs, after, before: null };
}
