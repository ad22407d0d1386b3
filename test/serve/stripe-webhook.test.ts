/** The webhook over HTTP: raw bytes in, a signature for a key, and nothing of the body in the log. */
import assert from "node:assert/strict";
import { type FastifyInstance, fastify } from "fastify";
import { afterAll, beforeAll, test } from "vitest";
import { readAccount } from "../../src/access/accounts.ts";
import { type Billing, openBilling } from "../../src/access/billing/billing.ts";
import { type Database, openAccess } from "../../src/database/engine.ts";
import { registerStripeWebhook, stripeEventsPath } from "../../src/serve/manage.ts";
import { onEachEngine } from "../support/engines.ts";
import { History, priceId, type StripeServer, signed, startStripe, webhookSecret } from "../support/stripe.ts";

const nowMs = Date.UTC(2026, 10, 21, 12);
const clock = () => new Date(nowMs);

/** With the limit of the API's own requests, which have no bodies. */
function appWith(billing: Billing | null, lines: string[] = []): FastifyInstance {
  const stream = { write: (line: string) => void lines.push(line) };
  const app = fastify({ bodyLimit: 1024, logger: { level: "warn", stream } });
  registerStripeWebhook(app, billing, app.log, clock);
  return app;
}

function post(app: FastifyInstance, body: Buffer | string, headers: Record<string, string>) {
  return app.inject({ method: "POST", url: stripeEventsPath, payload: body, headers });
}

onEachEngine((engine) => {
  let access: Database;
  let billing: Billing;
  let stripe: StripeServer;

  beforeAll(async () => {
    access = await openAccess(await engine.freshUrl());
    stripe = await startStripe();
    const config = { secretKey: "sk_test_1", webhookSecret, priceId, apiUrl: stripe.url };
    billing = openBilling(access, config);
  });
  afterAll(async () => {
    await access?.close();
    await stripe?.close();
  });

  const eventFor = (email: string, note = "") =>
    new History(
      { id: `sub_${email}`, customer: `cus_${email}`, account: email, createdMs: nowMs },
      { startMs: nowMs, endMs: nowMs + 86_400_000, note },
    ).created();

  test("a signed event is taken, whatever its content type, and also one of 200 KB", async () => {
    const app = appWith(billing);
    for (const [place, type] of ["application/json", "application/json; charset=utf-8", "text/plain"].entries()) {
      const email = `taken${place}@example.com`;
      const event = eventFor(email, "é".repeat(100_000));
      stripe.keep(event);
      const { body, signature } = signed(event, nowMs);
      const response = await post(app, body, { "content-type": type, "stripe-signature": signature });
      assert.deepEqual([response.statusCode, response.json()], [200, { received: true }]);
      assert.equal(response.headers["cache-control"], "no-store");
      assert.equal((await readAccount(access, email, clock()))?.standing, "active");
    }
  });

  test("a forged event is 400, changes nothing, and the log says why without the body", async () => {
    const lines: string[] = [];
    const app = appWith(billing, lines);
    const email = "forged@example.com";
    const { body, signature } = signed(eventFor(email), nowMs, "whsec_of_somebody_else");
    const type = { "content-type": "application/json" };
    for (const headers of [{ "stripe-signature": signature }, { "stripe-signature": "nonsense" }, {}]) {
      const response = await post(app, body, { ...type, ...headers });
      assert.deepEqual([response.statusCode, response.json()], [400, { received: false }]);
      assert.equal(response.headers["cache-control"], "no-store");
    }
    assert.equal((await post(app, "", { "stripe-signature": signature })).statusCode, 400);
    assert.equal(await readAccount(access, email, clock()), null);
    assert.match(lines.join(""), /No signatures found matching.*Unable to extract timestamp.*No stripe-signature/s);
    assert.doesNotMatch(lines.join(""), /forged@|sub_|whsec/);
  });

  test("when Stripe cannot be asked about its event, it is told to send it again", async () => {
    stripe.failure = { status: 500, error: { type: "api_error" } };
    const { body, signature } = signed(eventFor("later@example.com"), nowMs);
    const response = await post(appWith(billing), body, { "stripe-signature": signature });
    stripe.failure = null;
    assert.deepEqual([response.statusCode, response.json()], [503, { received: false }]);
  });

  test("more than a mebibyte is 413, and other methods are 405", async () => {
    const app = appWith(billing);
    const response = await post(app, Buffer.alloc(1_048_577), { "content-type": "application/json" });
    assert.equal(response.statusCode, 413);
    for (const method of ["GET", "PUT", "DELETE"] as const) {
      const { statusCode, headers } = await app.inject({ method, url: stripeEventsPath });
      assert.deepEqual([statusCode, headers.allow, headers["cache-control"]], [405, "POST", "no-store"]);
    }
  });
});

test("without Stripe keys there is no such path", async () => {
  assert.equal((await post(appWith(null), "{}", {})).statusCode, 404);
});

test("when the database fails, Stripe is told to send again", async () => {
  const lines: string[] = [];
  const failing = {
    receive: () => Promise.reject(new Error("the disk is full")),
  } as unknown as Billing;
  const response = await post(appWith(failing, lines), "{}", { "stripe-signature": "t=1,v1=0" });
  assert.deepEqual([response.statusCode, response.json()], [500, { received: false }]);
  assert.match(lines.join(""), /the disk is full/);
});
