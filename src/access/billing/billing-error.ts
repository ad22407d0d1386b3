/** The error that tells a person that billing has failed, apart from Stripe's library, which only a server with billing loads. */
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
