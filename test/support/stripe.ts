/**
 * A replacement for Stripe: a subscription that reports its history in events, and a server that answers like Stripe's
 * API.
 */
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import Stripe from "stripe";
import { startHttp } from "./http-server.ts";

export const webhookSecret = "whsec_of_the_tests";
export const priceId = "price_standard";

export type SubscriptionTerms = {
  readonly status: string;
  /** Epoch milliseconds of whole seconds. */
  readonly anchorMs: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly cancelAtMs: number | null;
  readonly cancelsAtPeriodEnd: boolean;
  /** A field that our code does not read. */
  readonly note: string;
};

export type TestSubscription = {
  readonly id: string;
  readonly customer: string;
  /** The account that Checkout writes into the subscription's metadata. */
  readonly account?: string;
  readonly price?: string;
  readonly createdMs: number;
};

export type TestEvent = { readonly id: string; readonly type: string; readonly [field: string]: unknown };

let events = 0;

export function testEvent(type: string, atMs: number, object: unknown, previous?: unknown): TestEvent {
  const data = previous === undefined ? { object } : { object, previous_attributes: previous };
  const id = `evt_${String(++events).padStart(8, "0")}`;
  return {
    id,
    object: "event",
    api_version: "2026-10-28.endive",
    created: secondsOf(atMs),
    type,
    livemode: false,
    data,
  };
}

export function subscriptionObject(subscription: TestSubscription, terms: SubscriptionTerms): Record<string, unknown> {
  const { id, customer, account, price = priceId, createdMs } = subscription;
  const period = { current_period_start: secondsOf(terms.startMs), current_period_end: secondsOf(terms.endMs) };
  const item = { id: `si_${id}`, object: "subscription_item", price: { id: price }, ...period };
  return {
    id,
    object: "subscription",
    customer,
    status: terms.status,
    created: secondsOf(createdMs),
    billing_cycle_anchor: secondsOf(terms.anchorMs),
    cancel_at: terms.cancelAtMs === null ? null : secondsOf(terms.cancelAtMs),
    cancel_at_period_end: terms.cancelsAtPeriodEnd,
    metadata: account === undefined ? {} : { account },
    description: terms.note,
    items: { object: "list", data: [item] },
  };
}

/** A subscription that changes, and reports each change as Stripe does, with the previous values. */
export class History {
  readonly subscription: TestSubscription;
  terms: SubscriptionTerms;

  constructor(subscription: TestSubscription, terms: Partial<SubscriptionTerms> & { startMs: number; endMs: number }) {
    this.subscription = subscription;
    const usual = { status: "active", anchorMs: terms.startMs, cancelAtMs: null, cancelsAtPeriodEnd: false, note: "" };
    this.terms = { ...usual, ...terms };
  }

  get object(): Record<string, unknown> {
    return subscriptionObject(this.subscription, this.terms);
  }

  created(atMs = this.subscription.createdMs): TestEvent {
    return testEvent("customer.subscription.created", atMs, this.object);
  }

  updated(atMs: number, changes: Partial<SubscriptionTerms>): TestEvent {
    const before = this.object;
    this.terms = { ...this.terms, ...changes };
    const after = this.object;
    const changed = Object.entries(before).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(after[field]),
    );
    return testEvent("customer.subscription.updated", atMs, after, Object.fromEntries(changed));
  }

  deleted(atMs: number): TestEvent {
    this.terms = { ...this.terms, status: "canceled" };
    return testEvent("customer.subscription.deleted", atMs, this.object);
  }
}

export type Session = { readonly customer: string; readonly subscription: string; readonly [field: string]: unknown };

export function checkoutCompleted(atMs: number, session: Session): TestEvent {
  const usual = { id: "cs_test_1", object: "checkout.session", mode: "subscription", payment_status: "paid" };
  return testEvent("checkout.session.completed", atMs, { ...usual, ...session });
}

/** The body, and its signature in Stripe's form. */
export function signed(event: unknown, sentMs: number, secret = webhookSecret): { body: Buffer; signature: string } {
  const payload = typeof event === "string" ? event : JSON.stringify(event);
  const stripe = new Stripe("sk_test_unused");
  const signature = stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: secondsOf(sentMs) });
  return { body: Buffer.from(payload), signature };
}

export type StripeRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly form: Readonly<Record<string, string>>;
  readonly headers: IncomingMessage["headers"];
};

export type StripeServer = Awaited<ReturnType<typeof startStripe>>;

/** Answers the calls that our code makes, and refuses all others. */
export async function startStripe() {
  const requests: StripeRequest[] = [];
  /** Answers by idempotency key: https://docs.stripe.com/api/idempotent_requests */
  const answered = new Map<string, { status: number; body: unknown }>();
  const subscriptions = new Map<string, Record<string, unknown>>();
  const { url: address, close } = await startHttp(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://stripe");
    let text = "";
    for await (const chunk of request.setEncoding("utf8")) text += chunk;
    const asked = {
      method: request.method ?? "",
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      form: Object.fromEntries(new URLSearchParams(text)),
      headers: request.headers,
    };
    requests.push(asked);
    const { status, body } = stripe.failure
      ? { status: stripe.failure.status, body: { error: stripe.failure.error } }
      : (answered.get(keyOf(asked)) ?? answer(asked, subscriptions, answered.size + 1));
    answered.set(keyOf(asked), { status, body });
    response.writeHead(status, { "content-type": "application/json", "request-id": "req_test" });
    response.end(JSON.stringify(body));
  });
  const stripe = {
    url: address,
    /** The requests that it received, oldest first. */
    requests,
    /** Its subscriptions by id. */
    subscriptions,
    /** Keeps the subscription that an event is about as it says, unless it has ended before. */
    keep({ data }: TestEvent) {
      const { object: said } = (data ?? {}) as { readonly object?: Record<string, unknown> };
      if (said?.object !== "subscription" || subscriptions.get(String(said.id))?.status === "canceled") return;
      subscriptions.set(String(said.id), said);
    },
    /** When set, every request gets this answer. */
    failure: null as { readonly status: number; readonly error: unknown } | null,
    close,
  };
  return stripe;
}

/** A request without an idempotency key gets a unique one. */
function keyOf({ headers }: StripeRequest): string {
  return String(headers["idempotency-key"] ?? randomUUID());
}

function answer(
  { method, path, query, form }: StripeRequest,
  subscriptions: Map<string, Record<string, unknown>>,
  number: number,
): { status: number; body: unknown } {
  const missing = { status: 404, body: { error: { type: "invalid_request_error", code: "resource_missing" } } };
  const id = decodeURIComponent(path.replace("/v1/subscriptions/", ""));
  const known = subscriptions.get(id);
  switch (`${method} ${decodeURIComponent(path)}`) {
    case "POST /v1/checkout/sessions":
      return {
        status: 200,
        body: { id: `cs_${number}`, object: "checkout.session", url: `https://checkout.stripe.com/c/pay/cs_${number}` },
      };
    case "POST /v1/billing_portal/sessions":
      return { status: 200, body: { id: "bps_1", url: `https://billing.stripe.com/p/session/${form.customer}` } };
    case "GET /v1/subscriptions": {
      const data = [...subscriptions.values()].filter(
        ({ customer, status }) => customer === query.customer && status !== "canceled",
      );
      return { status: 200, body: { object: "list", data, has_more: false, url: path } };
    }
    case `GET /v1/subscriptions/${id}`:
      return known === undefined ? missing : { status: 200, body: known };
    case `DELETE /v1/subscriptions/${id}`:
      if (known === undefined || known.status === "canceled") return missing;
      subscriptions.set(id, { ...known, status: "canceled" });
      return { status: 200, body: subscriptions.get(id) };
    default:
      return { status: 404, body: { error: { type: "invalid_request_error", message: "no such call" } } };
  }
}

function secondsOf(ms: number): number {
  return Math.floor(ms / 1000);
}
