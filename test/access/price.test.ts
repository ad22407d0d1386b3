/** The price of Standard: asked of Stripe once, in words, and never a reason for a page to wait long. */
import assert from "node:assert/strict";
import { createServer } from "node:net";
import { afterAll, beforeAll, test } from "vitest";
import { openBilling } from "../../src/access/billing/billing.ts";
import { type PriceFacts, priceText } from "../../src/access/billing/price.ts";
import { BillingError } from "../../src/access/billing/stripe.ts";
import { openTestAccess } from "../support/access.ts";
import { priceId, type StripeServer, startStripe, webhookSecret } from "../support/stripe.ts";

let stripe: StripeServer;
let opened: Awaited<ReturnType<typeof openTestAccess>>;
beforeAll(async () => {
  stripe = await startStripe();
  opened = await openTestAccess();
});
afterAll(async () => {
  await stripe.close();
  await opened.close();
});

const billingAt = (apiUrl: string) =>
  openBilling(opened.access, { secretKey: "sk_test_1", webhookSecret, priceId, apiUrl });

const monthly = { interval: "month", interval_count: 1 } as PriceFacts["recurring"];
const price = (facts: Partial<PriceFacts>): PriceFacts => ({
  unit_amount: 1900,
  currency: "usd",
  recurring: monthly,
  tax_behavior: "unspecified",
  ...facts,
});

test("a price is money and how often it is paid", () => {
  const quarterly = { interval: "month", interval_count: 3 } as PriceFacts["recurring"];
  assert.equal(priceText(price({})), "$19 a month");
  assert.equal(priceText(price({ unit_amount: 1950 })), "$19.50 a month");
  assert.equal(priceText(price({ currency: "eur", tax_behavior: "exclusive" })), "€19 a month plus tax");
  assert.equal(priceText(price({ currency: "jpy" })), "¥1,900 a month");
  assert.equal(priceText(price({ recurring: quarterly })), "$19 every 3 months");
  assert.equal(priceText(price({ unit_amount: null })), null, "a price in tiers has no one amount");
  assert.equal(priceText(price({ recurring: null })), null);
});

test("Stripe is asked once, however many pages want the price", async () => {
  const billing = billingAt(stripe.url);
  stripe.requests.length = 0;
  const texts = await Promise.all([billing.priceText(), billing.priceText(), billing.priceText()]);
  assert.deepEqual([...texts, await billing.priceText()], Array(4).fill("$19 a month"));
  assert.deepEqual(
    stripe.requests.map(({ method, path }) => `${method} ${path}`),
    [`GET /v1/prices/${priceId}`],
  );
});

test("when Stripe refuses there is no price, and it is not asked again at once", async () => {
  const billing = billingAt(stripe.url);
  stripe.failure = { status: 400, error: { type: "invalid_request_error", message: "no such price" } };
  stripe.requests.length = 0;
  try {
    await assert.rejects(billing.priceText(), BillingError);
    assert.equal(await billing.priceText(), null);
    assert.equal(stripe.requests.length, 1);
  } finally {
    stripe.failure = null;
  }
});

test("while Stripe says nothing a page waits about a second, and later pages not at all", async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const address = silent.address();
  const sockets = new Set<{ destroy(): void }>();
  silent.on("connection", (socket) => sockets.add(socket));
  try {
    const billing = billingAt(`http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`);
    const startMs = performance.now();
    assert.equal(await billing.priceText(), null);
    const firstMs = performance.now() - startMs;
    assert.ok(firstMs > 900 && firstMs < 60_000, `${firstMs} ms`);
    const waited = Promise.withResolvers<string>();
    const timer = setTimeout(waited.resolve, 500, "waited");
    assert.equal(await Promise.race([billing.priceText(), waited.promise]), null);
    clearTimeout(timer);
  } finally {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => silent.close(resolve));
  }
});
