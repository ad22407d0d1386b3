/** The tests' Stripe, with pages where the real one has them: browsers follow a form only to those. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type StripeServer, startStripe } from "../../support/stripe.ts";

const realPlaces: readonly [string, string][] = [
  ["https://checkout.example/", "https://checkout.stripe.com/c/pay/"],
  ["https://portal.example/", "https://billing.stripe.com/p/session/"],
];

export async function startStripeFront(): Promise<StripeServer> {
  const stripe = await startStripe();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = "GET", url = "/", headers } = request;
    const answer = await fetch(stripe.url + url, {
      method,
      headers: {
        "content-type": headers["content-type"] ?? "text/plain",
        ...(typeof headers["idempotency-key"] === "string" ? { "idempotency-key": headers["idempotency-key"] } : {}),
      },
      ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
    });
    let body = await answer.text();
    for (const [place, real] of realPlaces) body = body.replaceAll(place, real);
    response.writeHead(answer.status, { "content-type": "application/json" }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    requests: stripe.requests,
    subscriptions: stripe.subscriptions,
    keep: stripe.keep,
    get failure() {
      return stripe.failure;
    },
    set failure(failure) {
      stripe.failure = failure;
    },
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
      await stripe.close();
    },
  };
}
