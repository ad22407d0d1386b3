/** Selects the billing events of Stripe that matter here. Of a subscription an event says only that there is news. */
import { normalEmail } from "../people/email.ts";

export type CustomerLink = { readonly customerId: string; readonly email: string };

export type BillingEvent = {
  readonly eventId: string;
  readonly type: string;
  readonly eventMs: number;
  /** Null for a Checkout that names none. */
  readonly subscriptionId: string | null;
  /** Null when the event does not say whose customer it is about. */
  readonly link: CustomerLink | null;
};

/** A field that is needed is missing. The message names the field and repeats nothing of the billing event. */
export class UnreadableEvent extends Error {
  override readonly name = "UnreadableEvent";
}

type StripeObject = Readonly<Record<string, unknown>>;

const checkoutCompleted = "checkout.session.completed";
const ofSubscriptions = ["created", "updated", "deleted", "paused", "resumed"];

/**
 * The billing events that the webhook must be sent. Others that it is sent, such as those of invoices, change nothing
 * that these do not tell.
 */
export const billingEventTypes: readonly string[] = [
  checkoutCompleted,
  ...ofSubscriptions.map((change) => `customer.subscription.${change}`),
];

/**
 * Returns null when the billing event does not matter here. Throws UnreadableEvent when it matters and lacks a field
 * that is needed.
 */
export function readEvent(given: unknown): BillingEvent | null {
  const event = objectOf(given);
  const eventId = idOf(event.id, "id of the event");
  const { type, created } = event;
  if (typeof type !== "string" || !Number.isSafeInteger(created)) {
    throw new UnreadableEvent("the event has no type or time");
  }
  if (!billingEventTypes.includes(type)) return null;
  const head = { eventId, type, eventMs: Number(created) * 1000 };
  const object = objectOf(objectOf(event.data).object);
  if (type !== checkoutCompleted) return { ...head, subscriptionId: idOf(object.id, "id"), link: null };
  const link = linkOf(object);
  const { subscription } = object;
  return link === null
    ? null
    : { ...head, subscriptionId: subscription ? idOf(subscription, "subscription") : null, link };
}

/** Returns null when the Checkout was not for a subscription, or names nobody. */
function linkOf(session: StripeObject): CustomerLink | null {
  if (session.mode !== "subscription") return null;
  const reference = textOrNull(session.client_reference_id);
  const email =
    // Software other than ours may put something that is not an address into this field.
    (reference?.includes("@") ? reference : null) ??
    textOrNull(objectOf(session.customer_details).email) ??
    textOrNull(session.customer_email);
  return email === null ? null : { customerId: idOf(session.customer, "customer"), email: normalEmail(email) };
}

function objectOf(value: unknown): StripeObject {
  return typeof value === "object" && value !== null ? (value as StripeObject) : {};
}

/** Returns an id, which may stand alone or in an object. */
function idOf(value: unknown, field: string): string {
  const id = typeof value === "string" ? value : objectOf(value).id;
  if (typeof id !== "string" || id === "") throw new UnreadableEvent(`the ${field} is missing`);
  return id;
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value : null;
}
