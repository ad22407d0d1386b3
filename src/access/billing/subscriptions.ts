/** Stores what Stripe says of subscriptions now, whose customers they belong to, and which events have come. */
import type { Kysely } from "kysely";
import type Stripe from "stripe";
import type { BillingEvent, CustomerLink } from "./events.ts";
import type { BillingTables } from "./tables.ts";

export type Subscription = BillingTables["billing_subscriptions"];
type Tables = Kysely<BillingTables>;

const final = new Set(["canceled", "incomplete_expired"]);
const attempts = new Set(["incomplete", "incomplete_expired", "canceled"]);

/**
 * @param known what was known of it before.
 * @param priceId the price of Standard: the same Stripe account may sell other things.
 */
export function rowOf(said: Stripe.Subscription, known: Subscription | undefined, priceId: string): Subscription {
  const { id, status, items, metadata, created, customer, billing_cycle_anchor: anchor, cancel_at: cancelAt } = said;
  const item = items.data.find(({ price }) => price.id === priceId) ?? items.data[0];
  if (item === undefined) throw new Error(`the subscription ${id} has no item`);
  const periodEndMs = item.current_period_end * 1000;
  const endsMs = cancelAt !== null ? cancelAt * 1000 : said.cancel_at_period_end ? periodEndMs : null;
  // Other things that are sold in the same Stripe account may be marked with accounts of their own.
  const account = metadata.account?.includes("@") ? metadata.account.trim().toLowerCase() : null;
  // A subscription whose price has been replaced since is recognized by our mark.
  const isStandard = account !== null || item.price.id === priceId || known?.is_standard === 1;
  return {
    subscription_id: id,
    customer_id: typeof customer === "string" ? customer : customer.id,
    account,
    is_standard: Number(isStandard),
    status,
    has_run: Number(known?.has_run === 1 || !attempts.has(status)),
    anchor_ms: anchor * 1000,
    period_start_ms: item.current_period_start * 1000,
    period_end_ms: periodEndMs,
    cancels_at_ms: final.has(status) ? null : endsMs,
    created_ms: created * 1000,
    is_applied: known?.is_applied ?? 0,
  };
}

/** Returns false when the event was recorded before. */
export async function recordEvent(tables: Tables, event: BillingEvent, nowMs: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tables
    .insertInto("billing_events")
    .values({
      event_id: event.eventId,
      type: event.type,
      created_ms: event.eventMs,
      received_ms: nowMs,
      subscription_id: event.subscriptionId,
      snapshot: null,
    })
    .onConflict((conflict) => conflict.column("event_id").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** The ids of the events that were taken of a subscription. */
export async function eventsOf(tables: Tables, subscriptionId: string): Promise<readonly string[]> {
  const rows = tables.selectFrom("billing_events").select("event_id").where("subscription_id", "=", subscriptionId);
  return (await rows.execute()).map(({ event_id: id }) => id);
}

export function knownSubscription(tables: Tables, subscriptionId: string): Promise<Subscription | undefined> {
  const rows = tables.selectFrom("billing_subscriptions").selectAll().where("subscription_id", "=", subscriptionId);
  return rows.executeTakeFirst();
}

export async function writeSubscription(tables: Tables, row: Subscription): Promise<void> {
  await tables
    .insertInto("billing_subscriptions")
    .values(row)
    .onConflict((conflict) => conflict.column("subscription_id").doUpdateSet(row))
    .execute();
}

/** Links a customer to an account. The link of the latest event wins. */
export async function linkCustomer(tables: Tables, link: CustomerLink, linkedMs: number): Promise<void> {
  await tables
    .insertInto("billing_customers")
    .values({ customer_id: link.customerId, email: link.email, linked_ms: linkedMs })
    .onConflict((conflict) =>
      conflict
        .column("customer_id")
        .doUpdateSet({ email: link.email, linked_ms: linkedMs })
        .where("billing_customers.linked_ms", "<=", linkedMs),
    )
    .execute();
}

export async function ownerOfCustomer(tables: Tables, customerId: string): Promise<string | null> {
  const rows = tables.selectFrom("billing_customers").select("email").where("customer_id", "=", customerId);
  return (await rows.executeTakeFirst())?.email ?? null;
}

/** Returns the customers of an account, the latest first. */
export async function customersOf(tables: Tables, email: string): Promise<readonly string[]> {
  const rows = tables.selectFrom("billing_customers").select("customer_id").where("email", "=", email);
  const latestFirst = rows.orderBy("linked_ms", "desc").orderBy("customer_id");
  return (await latestFirst.execute()).map(({ customer_id: id }) => id);
}

/**
 * Returns the subscriptions of an account: those marked with its address, and those of its customers without any mark.
 */
export function subscriptionsOf(tables: Tables, email: string): Promise<readonly Subscription[]> {
  return tables
    .selectFrom("billing_subscriptions as subscription")
    .leftJoin("billing_customers as customer", "customer.customer_id", "subscription.customer_id")
    .selectAll("subscription")
    .where(({ eb, or, and }) =>
      or([
        eb("subscription.account", "=", email),
        and([eb("subscription.account", "is", null), eb("customer.email", "=", email)]),
      ]),
    )
    .execute();
}
