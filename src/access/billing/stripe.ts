/** The connection to Stripe. */
import Stripe from "stripe";
import { BillingError } from "./billing-error.ts";

export type StripeSettings = {
  readonly secretKey: string;
  /** Where Stripe's API is. */
  readonly apiUrl: string;
};

/** A person waits for the answer: asked twice, it is there or given up within a quarter of a minute. */
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

/** Lets what Stripe refuses, or does not answer, arrive as a BillingError. */
export async function refusingUnavailable<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const { type, code, statusCode, requestId } = error;
    throw new BillingError("unavailable", { type, code, statusCode, requestId });
  }
}
