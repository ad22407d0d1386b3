/** The connection to Stripe, and the error that tells a person that billing has failed. */
import Stripe from "stripe";

export type StripeSettings = {
  readonly secretKey: string;
  /** The address of Stripe's API. */
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

const messages = {
  already_subscribed: "there is a subscription already",
  unavailable: "the payment provider did not answer as expected; nothing was changed",
  still_running: "the subscription could not be canceled",
} as const;

/** The message is for people. The cause is for the log: it is Stripe's error without its request. */
export class BillingError extends Error {
  override readonly name = "BillingError";
  readonly code: keyof typeof messages;

  constructor(code: keyof typeof messages, cause?: unknown) {
    super(messages[code], cause === undefined ? undefined : { cause });
    this.code = code;
  }
}
