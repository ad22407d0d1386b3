/**
 * Reads what one of Stripe's billing events says of a subscription. Billing events come in the API version that the
 * webhook was made with, which may differ from the library's. So the billing period is read from the subscription,
 * where old versions have it, and from its items, where versions since 2025-03-31 have it.
 */

/**
 * The terms that billing events change. An event states all of them, as they were before it and as they are after it.
 */
export type Terms = {
  readonly status: string;
  readonly anchorMs: number;
  readonly periodStartMs: number;
  readonly periodEndMs: number;
  readonly cancelAtMs: number | null;
  readonly cancelsAtPeriodEnd: boolean;
};

export type Snapshot = {
  readonly eventId: string;
  /** In whole seconds: several billing events of one subscription often share it. */
  readonly eventMs: number;
  readonly kind: "created" | "changed" | "deleted";
  readonly subscriptionId: string;
  readonly customerId: string;
  /** The e-mail address that our Checkout wrote on the subscription. */
  readonly account: string | null;
  /** Whether it is a subscription to Standard: the same Stripe account may sell other things. */
  readonly isStandard: boolean;
  readonly createdMs: number;
  readonly after: Terms;
  /** Null when the billing event made the subscription. */
  readonly before: Terms | null;
};

/** A field that is needed is missing. The message names the field and repeats nothing of the billing event. */
export class UnreadableEvent extends Error {
  override readonly name = "UnreadableEvent";
}

export type StripeObject = Readonly<Record<string, unknown>>;

export type SnapshotSource = {
  readonly eventId: string;
  readonly eventMs: number;
  readonly kind: Snapshot["kind"];
  readonly subscription: StripeObject;
  /** The fields that the billing event changed, with the values that they had before it. */
  readonly previous: StripeObject;
  /** The price of Standard. */
  readonly priceId: string;
};

export function snapshotOf({ subscription, previous, priceId, ...event }: SnapshotSource): Snapshot {
  const mark = textOrNull(objectOf(subscription.metadata).account);
  // Other things that are sold in the same Stripe account may be marked with accounts of their own.
  const account = mark?.includes("@") ? mark.trim().toLowerCase() : null;
  return {
    ...event,
    subscriptionId: idOf(subscription.id, "id"),
    customerId: idOf(subscription.customer, "customer"),
    account,
    // A subscription whose price has been replaced since is recognized by our mark.
    isStandard: account !== null || itemsOf(subscription).some((item) => priceOf(item) === priceId),
    createdMs: msOf(subscription.created) ?? event.eventMs,
    after: termsOf(subscription, priceId),
    before: event.kind === "created" ? null : termsOf({ ...subscription, ...previous }, priceId),
  };
}

function termsOf(subscription: StripeObject, priceId: string): Terms {
  const items = itemsOf(subscription);
  const item = items.find((each) => priceOf(each) === priceId) ?? items[0] ?? {};
  const periodStartMs = msOf(item.current_period_start) ?? msOf(subscription.current_period_start);
  const periodEndMs = msOf(item.current_period_end) ?? msOf(subscription.current_period_end);
  if (periodStartMs === null || periodEndMs === null) throw new UnreadableEvent("the subscription has no period");
  if (typeof subscription.status !== "string") throw new UnreadableEvent("the subscription has no status");
  return {
    status: subscription.status,
    anchorMs: msOf(subscription.billing_cycle_anchor) ?? periodStartMs,
    periodStartMs,
    periodEndMs,
    cancelAtMs: msOf(subscription.cancel_at),
    cancelsAtPeriodEnd: subscription.cancel_at_period_end === true,
  };
}

function itemsOf(subscription: StripeObject): readonly StripeObject[] {
  const { data } = objectOf(subscription.items);
  return Array.isArray(data) ? data.map(objectOf) : [];
}

function priceOf(item: StripeObject): unknown {
  return objectOf(item.price).id;
}

export function objectOf(value: unknown): StripeObject {
  return typeof value === "object" && value !== null ? (value as StripeObject) : {};
}

/** Returns an id, which may stand alone or in an object. */
export function idOf(value: unknown, field: string): string {
  const id = typeof value === "string" ? value : objectOf(value).id;
  if (typeof id !== "string" || id === "") throw new UnreadableEvent(`the ${field} is missing`);
  return id;
}

export function textOrNull(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value : null;
}

export function msOf(seconds: unknown): number | null {
  return typeof seconds === "number" && Number.isSafeInteger(seconds * 1000) ? seconds * 1000 : null;
}
