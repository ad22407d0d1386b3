/** Where Stripe's events arrive. Their signature is what lets them in: no cookie, no session, no CSRF token. */
import type { FastifyBaseLogger, FastifyError, FastifyInstance } from "fastify";
import { isDatabaseAway } from "../access/away.ts";
import type { Billing } from "../access/billing/billing.ts";
import { refuseOtherMethods } from "./other-methods.ts";

/** Path of the webhook, as it is given to Stripe. */
export const stripeEventsPath = "/manage/stripe/events";

/** Stripe names no limit; a subscription with twenty items is some 40 KB. */
const bodyLimitBytes = 1_048_576;

export type BillingRoutes = {
  /** Null: billing is not configured, and there is no such path. */
  readonly billing: Billing | null;
  /** Where else than in the request's own log to report. */
  readonly log?: Pick<FastifyBaseLogger, "warn" | "error">;
  /** For tests. */
  readonly clock?: () => Date;
};

export function registerBilling(app: FastifyInstance, { billing, log, clock = () => new Date() }: BillingRoutes): void {
  if (billing === null) return;
  app.register(async (scope) => {
    // The signature is of the bytes, so nothing may parse them first.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: bodyLimitBytes }, (_request, body, done) =>
      done(null, body),
    );
    scope.addHook("onRequest", async (_request, reply) => {
      reply.header("cache-control", "no-store");
    });
    scope.setErrorHandler<FastifyError>((error, request, reply) => {
      // An event that broke off on its way is not whole; Stripe sends it again.
      if (error.code === "ECONNRESET") return reply.code(400).send({ received: false });
      // Stripe sends again what was not answered with 2xx, for three days.
      const own = isDatabaseAway(error) ? 503 : 500;
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
