/** Ends every subscription of an account that is being deleted. */
import type Stripe from "stripe";
import { tablesOf } from "../../database/engine.ts";
import { BillingError } from "./billing-error.ts";
import { isRunning } from "./standing.ts";
import { refusingUnavailable, unlessMissing } from "./stripe.ts";
import { customersOf, subscriptionsOf } from "./subscriptions.ts";
import type { BillingTables } from "./tables.ts";
import { type Billed, write } from "./take-event.ts";

/**
 * Asks Stripe which subscriptions are running, because its newest billing events may still be on their way. The end of
 * each subscription is recorded as if its billing event had arrived.
 */
export async function cancelAll(billed: Billed, email: string, nowMs: number): Promise<void> {
  const { database, stripe, priceId } = billed;
  const tables = tablesOf<BillingTables>(database.kysely);
  const known = (await subscriptionsOf(tables, email)).filter((each) => each.is_standard === 1 && isRunning(each));
  const ids = new Set(known.map((each) => each.subscription_id));
  const customers = new Set([...(await customersOf(tables, email)), ...known.map((each) => each.customer_id)]);
  for (const customer of customers) {
    for (const subscription of await runningAt(stripe, customer)) {
      if (isOurs(subscription, email, priceId)) ids.add(subscription.id);
    }
  }
  for (const subscriptionId of ids) {
    const ended = await refusingUnavailable(() => cancel(stripe, subscriptionId));
    const isOver = ended === null || ["canceled", "incomplete_expired"].includes(ended.status);
    if (!isOver) throw new BillingError("still_running");
    const eventId = `canceled-here:${subscriptionId}`;
    const type = "customer.subscription.deleted";
    await write(billed, { eventId, type, eventMs: nowMs, subscriptionId, link: null }, ended, nowMs);
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
