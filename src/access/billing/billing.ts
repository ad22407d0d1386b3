/** Billing with Stripe: Checkout, the customer portal, cancelling, and the webhook's billing events. */
import { hash } from "node:crypto";
import Stripe from "stripe";
import { type Database, tablesOf } from "../../database/engine.ts";
import { normalEmail } from "../people/email.ts";
import { BillingError } from "./billing-error.ts";
import { readEvent, UnreadableEvent } from "./events.ts";
import { openStripe, refusingUnavailable, type StripeSettings } from "./stripe.ts";
import { type BillingTables, customersOf, isRunning, subscriptionsOf } from "./subscriptions.ts";
import { cancelAll, takeEvent } from "./take-event.ts";

export type BillingState = {
  /** When the running subscription ends, if it was canceled for the end of its billing period; else null. */
  readonly cancelsAtMs: number | null;
  /** Whether there is a customer portal to go to. */
  readonly hasCustomer: boolean;
  /** Whether a subscription is running, paid or past due. If so, there is no Checkout. */
  readonly hasSubscription: boolean;
};

export type Received =
  /** `notes` are sentences that an operator should read. */
  | { readonly ok: true; readonly type: string; readonly notes: readonly string[] }
  /** `reason` repeats nothing of the body. */
  | { readonly ok: false; readonly reason: string };

export type Billing = {
  /**
   * Returns the address of the Checkout for Standard. Two tabs get the same Checkout, and it can be paid only once.
   * Throws BillingError when a subscription is already running, or when Stripe does not answer.
   */
  checkoutUrl(email: string, returnUrl: string, now?: Date): Promise<string>;
  /**
   * Returns the address where a person can change the card, see invoices, or cancel. Returns null when Stripe does not
   * know the account. Throws BillingError.
   */
  portalUrl(email: string, returnUrl: string): Promise<string | null>;
  /**
   * Ends every subscription of an account that is being deleted. Throws BillingError when something may still be
   * running.
   */
  cancelAtOnce(email: string, now?: Date): Promise<void>;
  stateOf(email: string): Promise<BillingState>;
  /**
   * Accepts a billing event as Stripe sent it. Throws when the database fails or Stripe does not answer, so that Stripe
   * sends it again.
   */
  receive(rawBody: Buffer, signature: string, now: Date): Promise<Received>;
};

export type BillingConfig = StripeSettings & { readonly webhookSecret: string; readonly priceId: string };

/** Longest `client_reference_id`: https://docs.stripe.com/api/checkout/sessions/create */
const longestReference = 200;

/**
 * Length of an ISO date up to its hour. The hour is part of the idempotency key, so that an answer that Stripe keeps,
 * even an error, is not repeated after the hour.
 */
const hourLength = "2026-11-21T12".length;

/** @param database the accounts, as `openAccess` opens them. */
export function openBilling(database: Database, config: BillingConfig): Billing {
  const stripe = openStripe(config);
  const { priceId, webhookSecret } = config;
  const tables = tablesOf<BillingTables>(database.kysely);

  /** Returns the customer of the running subscription, or else the latest customer of the account. */
  async function customerOf(email: string): Promise<string | null> {
    const running = (await subscriptionsOf(tables, email)).find((each) => each.is_standard === 1 && isRunning(each));
    return running?.customer_id ?? (await customersOf(tables, email))[0] ?? null;
  }

  async function stateOf(givenEmail: string): Promise<BillingState> {
    const email = normalEmail(givenEmail);
    const subscriptions = await subscriptionsOf(tables, email);
    const standard = subscriptions.filter((each) => each.is_standard === 1 && each.status !== "incomplete");
    const running = standard.filter(isRunning);
    const ends = running.map((each) => each.cancels_at_ms).filter((endMs) => endMs !== null);
    return {
      cancelsAtMs: running.length > 0 && ends.length === running.length ? Math.max(...ends) : null,
      hasCustomer: subscriptions.length > 0 || (await customersOf(tables, email)).length > 0,
      hasSubscription: running.length > 0,
    };
  }

  function verified(rawBody: Buffer, signature: string, now: Date): Stripe.Event {
    try {
      return stripe.webhooks.constructEvent(rawBody, signature, webhookSecret, undefined, undefined, now.getTime());
    } catch (error) {
      throw unreadable(error);
    }
  }

  return {
    async checkoutUrl(givenEmail, returnUrl, now = new Date()) {
      const email = normalEmail(givenEmail);
      if ((await stateOf(email)).hasSubscription) throw new BillingError("already_subscribed");
      const customer = await customerOf(email);
      const session: Stripe.Checkout.SessionCreateParams = {
        mode: "subscription",
        line_items: [{ price: priceId, quantity: 1 }],
        ...(email.length > longestReference ? {} : { client_reference_id: email }),
        ...(customer === null ? { customer_email: email } : { customer }),
        subscription_data: { metadata: { account: email } },
        success_url: returnUrl,
        cancel_url: returnUrl,
      };
      const before = (await subscriptionsOf(tables, email)).map((each) => each.subscription_id).sort();
      // Requests with the same key get the same answer (https://docs.stripe.com/api/idempotent_requests), so others have others.
      const request = JSON.stringify([session, before, now.toISOString().slice(0, hourLength)]);
      const idempotencyKey = hash("sha256", request, "base64url");
      const { url } = await refusingUnavailable(() => stripe.checkout.sessions.create(session, { idempotencyKey }));
      if (url === null) throw new BillingError("unavailable");
      return url;
    },

    async portalUrl(email, returnUrl) {
      const customer = await customerOf(normalEmail(email));
      if (customer === null) return null;
      const session = await refusingUnavailable(() =>
        stripe.billingPortal.sessions.create({ customer, return_url: returnUrl }),
      );
      return session.url;
    },

    cancelAtOnce: (email, now = new Date()) =>
      cancelAll({ database, stripe, priceId }, normalEmail(email), now.getTime()),

    stateOf,

    async receive(rawBody, signature, now) {
      try {
        const event = verified(rawBody, signature, now);
        const read = readEvent(event);
        const notes = read === null ? [] : await takeEvent({ database, stripe, priceId }, read, now.getTime());
        return { ok: true, type: event.type, notes };
      } catch (error) {
        if (error instanceof UnreadableEvent) return { ok: false, reason: error.message };
        throw error;
      }
    },
  };
}

/** The error of an event that Stripe's library does not take. */
function unreadable(error: unknown): UnreadableEvent {
  // The parser's message is left out because it quotes the body.
  const isParsed = error instanceof Stripe.errors.StripeSignatureVerificationError;
  if (!isParsed) return new UnreadableEvent("the body is not an event of Stripe");
  // Only the first sentence of the library's message is kept: the rest is advice.
  return new UnreadableEvent(error.message.split(/\s*\n|\. /)[0] ?? "the signature is wrong");
}
