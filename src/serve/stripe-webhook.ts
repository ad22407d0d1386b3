/** The route to which Stripe sends its events. It asks for their signature, not for a cookie, session or CSRF token. */
import type { FastifyBaseLogger, FastifyError, FastifyInstance } from "fastify";
import { isDatabaseAway } from "../access/accounts.ts";
import type { Billing } from "../access/billing/billing.ts";
import { BillingError } from "../access/billing/billing-error.ts";
import { refuseOtherMethods } from "../http/other-methods.ts";

/** The path of the webhook, as it is given to Stripe. */
export const stripeEventsPath = "/manage/stripe/events";

/** Stripe names no limit. An event of a subscription with twenty items has some 40 KB. */
const bodyLimitBytes = 1_048_576;

export type StripeWebhook = {
  /** Null when billing is not configured: then the path does not exist. */
  readonly billing: Billing | null;
  /** The log to report to, instead of the request's own. */
  readonly log?: Pick<FastifyBaseLogger, "warn" | "error">;
  /** The time, which tests replace. */
  readonly clock?: () => Date;
};

export function registerStripeWebhook(
  app: FastifyInstance,
  { billing, log, clock = () => new Date() }: StripeWebhook,
): void {
  if (billing === null) return;
  app.register(async (scope) => {
    // The signature is computed over the bytes of the body, so they must not be parsed first.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: bodyLimitBytes }, (_request, body, done) =>
      done(null, body),
    );
    scope.addHook("onRequest", async (_request, reply) => {
      reply.header("cache-control", "no-store");
    });
    scope.setErrorHandler<FastifyError>((error, request, reply) => {
      // The event broke off on its way. Stripe sends it again.
      if (error.code === "ECONNRESET") return reply.code(400).send({ received: false });
      // For three days, Stripe sends an event again that was not answered with 2xx.
      const own = isDatabaseAway(error) || error instanceof BillingError ? 503 : 500;
      const status = error.statusCode !== undefined && error.statusCode < 500 ? error.statusCode : own;
      if (status >= 500) (log ?? request.log).error(error, "an event of Stripe could not be taken");
      return reply.code(status).send({ received: false });
    });
    refuseOtherMethods(scope, [["POST", stripeEventsPath]], (_request, reply) => reply.send({ received: false }));
    scope.post(stripeEventsPath, { bodyLimit: bodyLimitBytes }, async (request, reply) => {
      const signature = request.headers["stripe-signature"];
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const received = await billing.receive(body, typeof signature === "string" ? signature : "", clock());
      if (!received.ok) {
        (log ?? request.log).warn(
          { reason: received.reason },
          "an event was refused: it is not one that Stripe signed for us",
        );
        return reply.code(400).send({ received: false });
      }
      for (const note of received.notes) (log ?? request.log).warn({ type: received.type }, note);
      return { received: true };
    });
  });
}
