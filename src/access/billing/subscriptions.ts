/**
 * Stores what Stripe says of subscriptions now, whose customers they belong to, and which events have come; and computes an account's
 * standing from all its subscriptions together, so that the end of an old one does not cancel a newer one.
 */
import type { Kysely } from "kysely";
import type Stripe from "stripe";
import type { Standing } from "../plans.ts";
import type { BillingEvent, CustomerLink } from "./events.ts";

/** The tables of billing. Times are epoch milliseconds. */
export type BillingTables = {
  billing_customers: { customer_id: string; email: string; linked_ms: number };
  billing_subscriptions: {
    subscription_id: string;
    customer_id: string;
    /**
     * The e-mail address that our Checkout wrote on the subscription. When it is null, the customer's link names the
     * owner.
     */
    account: string | null;
    is_standard: number;
    status: string;
    has_run: number;
    anchor_ms: number;
    period_start_ms: number;
    period_end_ms: number;
    cancels_at_ms: number | null;
    created_ms: number;
    is_applied: number;
  };
  billing_events: {
    event_id: string;
    type: string;
    created_ms: number;
    received_ms: number;
    subscription_id: string | null;
    snapshot: string | null;
  };
};

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
