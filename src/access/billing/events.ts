/** Selects the billing events of Stripe that matter here, and reads them. */
import { normalEmail } from "../people/email.ts";
import {
  idOf,
  msOf,
  objectOf,
  type Snapshot,
  type StripeObject,
  snapshotOf,
  textOrNull,
  UnreadableEvent,
} from "./snapshot.ts";

/** The account that a customer of Stripe's belongs to. */
export type CustomerLink = { readonly customerId: string; readonly email: string };

export type BillingEvent = {
  readonly eventId: string;
  readonly type: string;
  readonly eventMs: number;
  readonly snapshot: Snapshot | null;
  readonly link: CustomerLink | null;
};

const kinds: Readonly<Record<string, Snapshot["kind"]>> = {
  "customer.subscription.created": "created",
  "customer.subscription.updated": "changed",
  "customer.subscription.paused": "changed",
  "customer.subscription.resumed": "changed",
  "customer.subscription.deleted": "deleted",
};
const checkoutCompleted = "checkout.session.completed";

/**
 * The billing events that the webhook must be sent. Others that it is sent, such as those of invoices, change nothing
 * that these do not tell.
 */
export const billingEventTypes: readonly string[] = [checkoutCompleted, ...Object.keys(kinds)];

/**
 * Returns null when the billing event does not matter here. Throws UnreadableEvent when it matters and lacks a field
 * that is needed.
 */
export function readEvent(event: StripeObject, priceId: string): BillingEvent | null {
  const eventId = idOf(event.id, "id of the event");
  const type = textOrNull(event.type);
  const eventMs = msOf(event.created);
  if (type === null || eventMs === null) throw new UnreadableEvent("the event has no type or time");
  const data = objectOf(event.data);
  const object = objectOf(data.object);
  if (type === checkoutCompleted) {
    const link = linkOf(object);
    return link === null ? null : { eventId, type, eventMs, snapshot: null, link };
  }
  const kind = Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  if (kind === undefined) return null;
  const previous = objectOf(data.previous_attributes);
  const snapshot = snapshotOf({ eventId, eventMs, kind, subscription: object, previous, priceId });
  const { account, customerId } = snapshot;
  return { eventId, type, eventMs, snapshot, link: account === null ? null : { customerId, email: account } };
}

/** Returns null when the Checkout was not for a subscription, or names nobody. */
function linkOf(session: StripeObject): CustomerLink | null {
  if (session.mode !== "subscription") return null;
  const reference = textOrNull(session.client_reference_id);
  const email = [
    // Software other than ours may put something that is not an address into this field.
    reference?.includes("@") ? reference : null,
    textOrNull(objectOf(session.customer_details).email),
    textOrNull(session.customer_email),
  ].find((each) => each !== null);
  if (email === undefined || email === null) return null;
  return { customerId: idOf(session.customer, "customer"), email: normalEmail(email) };
}
