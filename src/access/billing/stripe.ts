/** The connection to Stripe. */
import Stripe from "stripe";
import { BillingError } from "./billing-error.ts";

export type StripeSettings = {
  readonly secretKey: string;
  readonly apiUrl: string;
};

/**
 * A person waits for the answer. Stripe is asked at most twice, so that it answers or is given up within a quarter of a
 * minute.
 */
const timeoutMs = 7_000;
const retries = 1;

export function openStripe({ secretKey, apiUrl }: StripeSettings): Stripe {
  const { protocol, hostname, port } = new URL(apiUrl);
  const isPlain = protocol === "http:";
  return new Stripe(secretKey, {
    protocol: isPlain ? "http" : "https",
    host: hostname,
    port: port === "" ? (isPlain ? 80 : 443) : Number(port),
    telemetry: false,
    timeout: timeoutMs,
    maxNetworkRetries: retries,
  });
}

/** Turns Stripe's refusal, or its failure to answer, into a BillingError. */
export async function refusingUnavailable<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const { type, code, statusCode, requestId } = error;
    throw new BillingError("unavailable", { type, code, statusCode, requestId });
  }
}

/** Returns null for something that Stripe does not know. */
export async function unlessMissing<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.code === "resource_missing") return null;
    throw error;
  }
}
