/** Stores what Stripe has told: each billing event once, the subscriptions that follow from them, and their owners. */
import type { Kysely } from "kysely";
import type { BillingEvent, CustomerLink } from "./events.ts";
import { type Subscription, subscriptionOf } from "./order.ts";
import type { Snapshot } from "./snapshot.ts";
import type { BillingTables } from "./tables.ts";

/** `isApplied` says whether the subscription has ever decided on an account. */
export type KnownSubscription = Subscription & { readonly isApplied: boolean };

/** Returns false when the billing event was recorded before. */
export async function recordEvent(
  billing: Kysely<BillingTables>,
  { eventId, type, eventMs, snapshot }: BillingEvent,
  nowMs: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await billing
    .insertInto("billing_events")
    .values({
      event_id: eventId,
      type,
      created_ms: eventMs,
      received_ms: nowMs,
      subscription_id: snapshot?.subscriptionId ?? null,
      snapshot: snapshot === null ? null : JSON.stringify(snapshot),
    })
    .onConflict((conflict) => conflict.column("event_id").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Computes the subscription anew from all its billing events. */
export async function refreshSubscription(billing: Kysely<BillingTables>, subscriptionId: string): Promise<void> {
  const rows = await billing
    .selectFrom("billing_events")
    .select("snapshot")
    .where("subscription_id", "=", subscriptionId)
    .execute();
  const told = rows.flatMap(({ snapshot }) => (snapshot === null ? [] : [JSON.parse(snapshot) as Snapshot]));
  const subscription = subscriptionOf(told);
  const row = {
    customer_id: subscription.customerId,
    account: subscription.account,
    is_standard: Number(subscription.isStandard),
    status: subscription.status,
    has_run: Number(subscription.hasRun),
    anchor_ms: subscription.anchorMs,
    period_start_ms: subscription.periodStartMs,
    period_end_ms: subscription.periodEndMs,
    cancels_at_ms: subscription.cancelsAtMs,
    created_ms: subscription.createdMs,
  };
  await billing
    .insertInto("billing_subscriptions")
    .values({ subscription_id: subscriptionId, ...row, is_applied: 0 })
    .onConflict((conflict) => conflict.column("subscription_id").doUpdateSet(row))
    .execute();
}

/** Links a customer to an account. The link of the latest billing event wins. */
export async function linkCustomer(
  billing: Kysely<BillingTables>,
  { customerId, email }: CustomerLink,
  linkedMs: number,
): Promise<void> {
  await billing
    .insertInto("billing_customers")
    .values({ customer_id: customerId, email, linked_ms: linkedMs })
    .onConflict((conflict) =>
      conflict
        .column("customer_id")
        .doUpdateSet({ email, linked_ms: linkedMs })
        .where(({ eb, or, and }) =>
          or([
            eb("billing_customers.linked_ms", "<", linkedMs),
            and([eb("billing_customers.linked_ms", "=", linkedMs), eb("billing_customers.email", "<", email)]),
          ]),
        ),
    )
    .execute();
}

export async function ownerOfCustomer(billing: Kysely<BillingTables>, customerId: string): Promise<string | null> {
  const row = await billing
    .selectFrom("billing_customers")
    .select("email")
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
  return row?.email ?? null;
}

/** Returns the customers of an account, the latest first. */
export async function customersOf(billing: Kysely<BillingTables>, email: string): Promise<readonly string[]> {
  const rows = await billing
    .selectFrom("billing_customers")
    .select("customer_id")
    .where("email", "=", email)
    .orderBy("linked_ms", "desc")
    .orderBy("customer_id")
    .execute();
  return rows.map(({ customer_id }) => customer_id);
}

/**
 * Returns the subscriptions of an account: those marked with its address, and those of its customers without any mark.
 */
export async function subscriptionsOf(
  billing: Kysely<BillingTables>,
  email: string,
): Promise<readonly KnownSubscription[]> {
  const rows = await billing
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
  return rows.map((row) => ({
    subscriptionId: row.subscription_id,
    customerId: row.customer_id,
    account: row.account,
    isStandard: row.is_standard === 1,
    status: row.status,
    hasRun: row.has_run === 1,
    anchorMs: row.anchor_ms,
    periodStartMs: row.period_start_ms,
    periodEndMs: row.period_end_ms,
    cancelsAtMs: row.cancels_at_ms,
    createdMs: row.created_ms,
    isApplied: row.is_applied === 1,
  }));
}
