/** Billing on both engines: what Stripe tells, what the account becomes, and what Stripe is asked. */
import assert from "node:assert/strict";
import { afterAll, beforeAll, beforeEach, test } from "vitest";
import { type Account, deleteAccount, readAccount, setAccount, startTrial } from "../../src/access/accounts.ts";
import { type Billing, openBilling, type Received } from "../../src/access/billing/billing.ts";
import { BillingError } from "../../src/access/billing/billing-error.ts";
import { type Gate, openGate } from "../../src/access/gate.ts";
import { createKey } from "../../src/access/keys/account-keys.ts";
import { tablesOf } from "../../src/database/engine.ts";
import { onEachEngine, withClock } from "../support/access.ts";
import {
  checkoutCompleted,
  History,
  priceId,
  type StripeServer,
  type SubscriptionTerms,
  signed,
  startStripe,
  type TestEvent,
  type TestSubscription,
  testEvent,
  webhookSecret,
} from "../support/stripe.ts";

const startMs = Date.UTC(2026, 9, 21, 12);
const endMs = Date.UTC(2026, 10, 21, 12);
const nextEndMs = Date.UTC(2026, 11, 21, 12);
const hourMs = 3_600_000;
const returnUrl = "https://gradeline.example/manage";

onEachEngine((on) => {
  let stripe: StripeServer;
  let billing: Billing;
  let gate: Gate;
  let nowMs = startMs;
  let callers = 0;
  let email = "";
  let customer = "";

  beforeAll(async () => {
    stripe = await startStripe();
    billing = openBilling(on.access, { secretKey: "sk_test_1", webhookSecret, priceId, apiUrl: stripe.url });
    gate = openGate(
      on.access,
      withClock(() => nowMs),
    );
  });
  beforeEach(() => {
    nowMs = startMs;
    email = `caller${++callers}@example.com`;
    customer = `cus_${callers}`;
    stripe.requests.length = 0;
    stripe.subscriptions.clear();
    stripe.failure = null;
  });
  afterAll(async () => {
    await gate?.close();
    await stripe?.close();
  });

  /** A subscription of this test's caller, marked as our Checkout does. */
  const subscribe = (terms: Partial<SubscriptionTerms> = {}, subscription: Partial<TestSubscription> = {}): History =>
    new History(
      { id: `sub_${customer}`, customer, account: email, createdMs: startMs, ...subscription },
      { startMs, endMs, ...terms },
    );
  const receive = (event: unknown): Promise<Received> => {
    const { body, signature } = signed(event, nowMs);
    return billing.receive(body, signature, new Date(nowMs));
  };
  async function tell(...events: readonly TestEvent[]): Promise<void> {
    for (const event of events) {
      stripe.keep(event);
      assert.equal((await receive(event)).ok, true);
    }
  }
  const account = async (): Promise<Account | null> => {
    await gate.settle();
    return readAccount(on.access, email, new Date(nowMs));
  };
  async function standing(): Promise<string | undefined> {
    return (await account())?.standing;
  }
  async function ask(key: string, times: number): Promise<void> {
    for (let time = 0; time < times; time++) {
      const admission = await gate.admit({ authorization: undefined, apiKey: key, address: "127.0.0.1" });
      assert.equal(admission.ok, true);
    }
  }
  const countRows = async (table: string): Promise<number> =>
    (await tablesOf<Record<string, { a: 1 }>>(on.access.kysely).selectFrom(table).selectAll().execute()).length;

  test("whoever subscribes in the middle of a trial is active at once, with 100,000 requests from zero", async () => {
    await startTrial(on.access, email, new Date(nowMs));
    const { key } = await createKey(on.access, { email, now: new Date(nowMs) });
    await ask(key, 7);
    nowMs += hourMs;
    const period = { startMs: nowMs, endMs: nowMs + 31 * 24 * hourMs, status: "incomplete" };
    const history = subscribe(period, { createdMs: nowMs });
    await tell(history.created());
    assert.equal(await standing(), "trialing");
    await tell(history.updated(nowMs, { status: "active" }));
    const now = await account();
    assert.deepEqual(
      [now?.plan, now?.standing, now?.requests, now?.requestsUsed, now?.periodStartMs, now?.periodEndMs],
      ["standard", "active", 100_000, 0, period.startMs, period.endMs],
    );
    await ask(key, 1);
    assert.equal((await account())?.requestsUsed, 1);
  });

  test("an attempt to pay that fails leaves the trial alone", async () => {
    await startTrial(on.access, email, new Date(nowMs));
    const history = subscribe({ status: "incomplete" });
    await tell(history.created(), history.updated(startMs + 1000, { status: "incomplete_expired" }));
    await tell(subscribe({ status: "incomplete" }, { id: `sub_other_${customer}` }).deleted(startMs + 2000));
    assert.equal(await standing(), "trialing");
  });

  test("whoever subscribes without an account gets one", async () => {
    await tell(subscribe().created());
    assert.equal(await standing(), "active");
  });

  test("limits of an account's own outlive a subscription's beginning and renewal", async () => {
    await setAccount(on.access, email, { requestsPerMinute: 500, requestsPerMonth: 7 }, new Date(nowMs));
    const history = subscribe();
    await tell(history.created(), history.updated(endMs, { startMs: endMs, endMs: nextEndMs }));
    const now = await account();
    assert.deepEqual([now?.requestsPerMinute, now?.requests, now?.hasOwnQuota], [500, 7, true]);
  });

  test("news of a renewal that is hours late, and comes twice, undoes nothing that was counted meanwhile", async () => {
    const history = subscribe();
    await tell(history.created());
    const { key } = await createKey(on.access, { email, now: new Date(nowMs) });
    await ask(key, 9);
    nowMs = endMs + hourMs;
    await ask(key, 4);
    const renewal = history.updated(endMs, { startMs: endMs, endMs: nextEndMs });
    nowMs = endMs + 5 * hourMs;
    await tell(renewal);
    await ask(key, 1);
    await tell(renewal, history.updated(endMs + 1000, { note: "the invoice was closed" }));
    const now = await account();
    assert.deepEqual([now?.requestsUsed, now?.periodStartMs, now?.periodEndMs], [5, endMs, nextEndMs]);
  });

  test("news of the month before, told after the door began the new one, does not count the new one anew", async () => {
    const history = subscribe();
    await tell(history.created());
    const { key } = await createKey(on.access, { email, now: new Date(nowMs) });
    await ask(key, 9);
    nowMs = endMs + hourMs;
    await ask(key, 4);
    await tell(history.updated(endMs - hourMs, { status: "past_due" }));
    assert.equal(await standing(), "past_due");
    await tell(history.updated(endMs - hourMs, { status: "active" }));
    await tell(history.updated(endMs, { startMs: endMs, endMs: nextEndMs }));
    assert.deepEqual([await standing(), (await account())?.requestsUsed], ["active", 4]);
  });

  test("a renewal begins a new count, also when nobody asks on that day, and coming again does not", async () => {
    const history = subscribe();
    await tell(history.created());
    const { key } = await createKey(on.access, { email, now: new Date(nowMs) });
    await ask(key, 9);
    nowMs = endMs + 60_000;
    const renewal = history.updated(endMs, { startMs: endMs, endMs: nextEndMs });
    await tell(renewal);
    assert.equal((await account())?.requestsUsed, 0);
    await ask(key, 3);
    await tell(renewal);
    const again = { ...renewal, id: `${renewal.id}_as_another_event` };
    await tell(again);
    assert.equal((await account())?.requestsUsed, 3);
  });

  test("a subscription of the 31st is counted to the last day of a short month, and then to the 31st again", async () => {
    const from = Date.UTC(2027, 0, 31, 9);
    nowMs = from;
    const history = subscribe({ startMs: from, endMs: Date.UTC(2027, 1, 28, 9) }, { createdMs: from });
    await tell(history.created());
    nowMs = Date.UTC(2027, 1, 28, 10);
    await tell(history.updated(nowMs, { startMs: Date.UTC(2027, 1, 28, 9), endMs: Date.UTC(2027, 2, 31, 9) }));
    nowMs = Date.UTC(2027, 3, 1);
    const now = await account();
    assert.deepEqual([now?.periodStartMs, now?.periodEndMs], [Date.UTC(2027, 2, 31, 9), Date.UTC(2027, 3, 30, 9)]);
  });

  test("a payment that fails makes the account past due, and its count goes on when it is paid", async () => {
    const history = subscribe();
    await tell(history.created());
    const { key } = await createKey(on.access, { email, now: new Date(nowMs) });
    await ask(key, 2);
    await tell(history.updated(startMs + 1000, { status: "past_due" }), testEvent("invoice.payment_failed", nowMs, {}));
    const refused = await gate.admit({ authorization: undefined, apiKey: key, address: "127.0.0.1" });
    assert.ok(!refused.ok);
    assert.equal(refused.message, "the subscription is past due");
    await tell(testEvent("invoice.paid", nowMs, {}), history.updated(startMs + 2000, { status: "active" }));
    await ask(key, 1);
    assert.deepEqual([await standing(), (await account())?.requestsUsed], ["active", 3]);
  });

  test("canceled for the end of the period is active until then, and the page can say when", async () => {
    const history = subscribe();
    await tell(history.created());
    const running = { cancelsAtMs: null, hasCustomer: true, hasSubscription: true };
    assert.deepEqual(await billing.stateOf(email), running);
    await tell(history.updated(startMs + hourMs, { cancelsAtPeriodEnd: true }));
    assert.equal(await standing(), "active");
    assert.deepEqual(await billing.stateOf(email.toUpperCase()), { ...running, cancelsAtMs: endMs });
    await tell(history.updated(startMs + 2 * hourMs, { cancelsAtPeriodEnd: false, cancelAtMs: endMs - hourMs }));
    assert.deepEqual(await billing.stateOf(email), { ...running, cancelsAtMs: endMs - hourMs });
    nowMs = endMs;
    await tell(history.deleted(endMs));
    assert.equal(await standing(), "canceled");
    assert.deepEqual(await billing.stateOf(email), { cancelsAtMs: null, hasCustomer: true, hasSubscription: false });
  });

  test("the end of an old subscription, told late, does not end the newer one", async () => {
    const old = subscribe();
    const newer = subscribe(
      { startMs: startMs + hourMs },
      { id: `sub_newer_${customer}`, createdMs: startMs + hourMs },
    );
    await tell(old.created(), newer.created(), old.deleted(startMs + 2 * hourMs));
    assert.equal(await standing(), "active");
    await tell(newer.deleted(startMs + 3 * hourMs));
    assert.equal(await standing(), "canceled");
  });

  test("a subscription that nobody is known for yet counts as soon as Checkout says whose it is", async () => {
    for (const field of ["client_reference_id", "customer_email", "customer_details"]) {
      email = `linked-by-${field}@example.com`;
      const id = { id: `sub_${field}`, customer: `cus_${field}` };
      const { account: _, ...unmarked } = subscribe({}, id).subscription;
      await tell(new History(unmarked, { startMs, endMs }).created());
      assert.equal(await standing(), undefined);
      const whose = field === "customer_details" ? { email: email.toUpperCase() } : email;
      const session = { customer: id.customer, subscription: id.id, [field]: whose };
      await tell(checkoutCompleted(nowMs, session));
      assert.equal(await standing(), "active");
      assert.equal((await account())?.periodEndMs, endMs);
    }
  });

  test("other things that are sold in the same Stripe account are none of ours", async () => {
    const { account: _, ...unmarked } = subscribe({}, { price: "price_of_a_newsletter" }).subscription;
    const session = { customer, subscription: unmarked.id, client_reference_id: email };
    await tell(checkoutCompleted(nowMs, session), new History(unmarked, { startMs, endMs }).created());
    await tell(checkoutCompleted(nowMs, { ...session, mode: "payment" }), testEvent("charge.refunded", nowMs, {}));
    const marked = { ...unmarked, id: `sub_marked_${customer}`, account: "12345" };
    await tell(new History(marked, { startMs, endMs }).created());
    assert.equal(await standing(), undefined);
    assert.equal(await readAccount(on.access, "12345", new Date(nowMs)), null);
    assert.equal((await billing.stateOf(email)).hasSubscription, false);
  });

  test("what an operator sets stays until Stripe tells something else", async () => {
    const history = subscribe();
    const created = history.created();
    await tell(created);
    await setAccount(on.access, email, { standing: "canceled" }, new Date(nowMs));
    await tell(created, history.updated(startMs + 1000, { note: "a new card" }));
    assert.equal(await standing(), "canceled");
    nowMs = endMs;
    await tell(history.updated(endMs, { startMs: endMs, endMs: nextEndMs }));
    assert.equal(await standing(), "active");
  });

  test("an account that was deleted is made again only by a subscription that is active, and that is told", async () => {
    const history = subscribe();
    await tell(history.created());
    await deleteAccount(on.access, email);
    await tell(history.updated(startMs + 1000, { status: "past_due" }));
    assert.equal(await standing(), undefined);
    const paid = history.updated(startMs + 2000, { status: "active" });
    stripe.keep(paid);
    const received = await receive(paid);
    assert.ok(received.ok);
    assert.match(received.notes.join(), /account that was deleted is made again.*sub_/);
    assert.equal(await standing(), "active");
    await deleteAccount(on.access, email);
    await tell(history.deleted(startMs + 3000));
    assert.equal(await standing(), undefined);
  });

  test("an event that is forged, old, unsigned or unreadable is refused, and nothing is written", async () => {
    const created = subscribe().created();
    stripe.keep(created);
    const { body, signature } = signed(created, nowMs);
    const now = new Date(nowMs);
    const rows = await countRows("billing_events");
    const refused: Received[] = [
      await billing.receive(body, "", now),
      await billing.receive(body, "t=1,v1=00", now),
      await billing.receive(body, signed(created, nowMs, "whsec_of_somebody_else").signature, now),
      await billing.receive(Buffer.concat([body, Buffer.from(" ")]), signature, now),
      await billing.receive(body, signature, new Date(nowMs + 301_000)),
      await receive("secret words, not JSON"),
      await receive("null"),
      await receive({ object: "v2.core.event", id: "evt_thin" }),
      await receive({ ...created, id: undefined }),
      await receive({ ...created, data: { object: { customer, status: "active" } } }),
    ];
    const reasons = refused.map((each) => (each.ok ? "taken" : each.reason));
    assert.deepEqual(reasons, [
      "No stripe-signature header value was provided.",
      "No signatures found matching the expected signature for payload",
      "No signatures found matching the expected signature for payload",
      "No signatures found matching the expected signature for payload",
      "Timestamp outside the tolerance zone",
      "the body is not an event of Stripe",
      "the id of the event is missing",
      "the body is not an event of Stripe",
      "the id of the event is missing",
      "the id is missing",
    ]);
    assert.equal(await countRows("billing_events"), rows);
    assert.equal(await standing(), undefined);
    const { ok } = await billing.receive(body, signature, new Date(nowMs + 299_000));
    assert.deepEqual([ok, await countRows("billing_events")], [true, rows + 1]);
  });

  test("Checkout is asked for one Standard, for this account, with the key and no telemetry", async () => {
    assert.match(
      await billing.checkoutUrl(email.toUpperCase(), returnUrl),
      /^https:\/\/checkout\.stripe\.com\/c\/pay\/cs_\d+$/,
    );
    const [request] = stripe.requests;
    assert.deepEqual([request?.method, request?.path], ["POST", "/v1/checkout/sessions"]);
    assert.deepEqual(request?.form, {
      mode: "subscription",
      "line_items[0][price]": priceId,
      "line_items[0][quantity]": "1",
      client_reference_id: email,
      customer_email: email,
      "subscription_data[metadata][account]": email,
      success_url: returnUrl,
      cancel_url: returnUrl,
    });
    const { headers } = request;
    assert.equal(headers.authorization, "Bearer sk_test_1");
    assert.match(String(headers["stripe-version"]), /^\d{4}-\d\d-\d\d\./);
    assert.match(String(headers["idempotency-key"]), /./);
    assert.equal(headers["x-stripe-client-telemetry"], undefined);
  });

  test("two tabs get one Checkout; whoever has left, or comes an hour later, gets another", async () => {
    const now = new Date(nowMs);
    const urls = [0, 1].map(() => billing.checkoutUrl(email, returnUrl, now));
    const [first, second] = await Promise.all(urls);
    assert.equal(second, first);
    assert.notEqual(await billing.checkoutUrl(`other-${email}`, returnUrl, now), first);
    assert.notEqual(await billing.checkoutUrl(email, returnUrl, new Date(nowMs + 3_600_000)), first);
    const history = subscribe();
    await tell(history.created(), history.deleted(startMs + 1000));
    const again = await billing.checkoutUrl(email, returnUrl, now);
    assert.notEqual(again, first);
    const next = subscribe({}, { id: `sub_${customer}_2` });
    await tell(next.created(), next.deleted(startMs + 2000));
    assert.notEqual(await billing.checkoutUrl(email, returnUrl, now), again);
  });

  test("whoever was a customer before is one again, and whoever is subscribed is not sent to Checkout", async () => {
    const history = subscribe();
    await tell(history.created());
    await assert.rejects(
      billing.checkoutUrl(email, returnUrl),
      (error) => error instanceof BillingError && error.code === "already_subscribed",
    );
    await tell(history.updated(startMs + 1000, { status: "past_due" }));
    await assert.rejects(billing.checkoutUrl(email, returnUrl), BillingError);
    assert.ok(stripe.requests.every(({ method }) => method === "GET"));
    await tell(history.deleted(startMs + 2000));
    await billing.checkoutUrl(email, returnUrl);
    const { customer: asked, customer_email } = stripe.requests.at(-1)?.form ?? {};
    assert.deepEqual([asked, customer_email], [customer, undefined]);
  });

  test("the portal is the customer's own, and there is none for whom Stripe does not know", async () => {
    assert.equal(await billing.portalUrl(email, returnUrl), null);
    await tell(subscribe().created());
    assert.equal(await billing.portalUrl(email, returnUrl), `https://billing.stripe.com/p/session/${customer}`);
    assert.deepEqual(stripe.requests.at(-1)?.form, { customer, return_url: returnUrl });
  });

  test("leaving ends every subscription at once, also one whose events are under way, and nothing brings the account back", async () => {
    const known = subscribe();
    const unknown = subscribe({}, { id: `sub_under_way_${customer}` });
    const gone = subscribe({}, { id: `sub_gone_${customer}` });
    const forgotten = subscribe({}, { id: `sub_forgotten_${customer}` });
    const other = subscribe({}, { id: `sub_other_${customer}`, price: "price_of_a_newsletter" });
    stripe.subscriptions.set(other.subscription.id, { ...other.object, metadata: {} });
    await tell(known.created(), gone.created(), forgotten.created());
    stripe.keep(unknown.created());
    stripe.subscriptions.set(gone.subscription.id, { ...gone.object, status: "canceled" });
    stripe.subscriptions.delete(forgotten.subscription.id);
    await billing.cancelAtOnce(email, new Date(nowMs));
    await deleteAccount(on.access, email);
    const canceled = stripe.requests.flatMap(({ method, path }) => (method === "DELETE" ? [path] : []));
    assert.deepEqual(
      canceled.sort(),
      [
        `/v1/subscriptions/${known.subscription.id}`,
        `/v1/subscriptions/${gone.subscription.id}`,
        `/v1/subscriptions/${forgotten.subscription.id}`,
        `/v1/subscriptions/${unknown.subscription.id}`,
      ].sort(),
    );
    assert.equal((await billing.stateOf(email)).hasSubscription, false);
    assert.equal(stripe.subscriptions.get(other.subscription.id)?.status, "active");
    const late = [unknown.created(), known.updated(startMs + 1000, { note: "late" }), known.deleted(startMs + 2000)];
    await tell(...late, gone.deleted(startMs), unknown.deleted(startMs + 2000));
    assert.equal(await standing(), undefined);
    stripe.requests.length = 0;
    await billing.cancelAtOnce(`nobody-${email}`);
    assert.equal(stripe.requests.length, 0);
  });

  test("an event that comes while Stripe cannot be asked is not taken, and is when it comes again", async () => {
    const created = subscribe().created();
    stripe.keep(created);
    stripe.failure = { status: 503, error: { type: "api_error" } };
    await assert.rejects(receive(created), (error) => error instanceof BillingError && error.code === "unavailable");
    assert.equal(await standing(), undefined);
    stripe.failure = null;
    await tell(created);
    assert.equal(await standing(), "active");
  });

  test("what an event says of its subscription is not believed: what Stripe says when it is asked counts", async () => {
    const history = subscribe();
    const created = history.created();
    const failed = history.updated(startMs + 1000, { status: "past_due" });
    stripe.keep(failed);
    assert.ok((await receive(created)).ok);
    assert.equal(await standing(), "past_due");
    await receive({
      ...created,
      id: `${created.id}_of_a_subscription_unknown`,
      data: { object: { id: "sub_none" } },
    });
    assert.equal(await standing(), "past_due");
  });

  test("when Stripe refuses, the error is for people and holds neither the key nor the address", async () => {
    await tell(subscribe().created());
    stripe.failure = { status: 402, error: { type: "card_error", code: "declined", message: `${email} sk_test_1` } };
    for (const call of [
      () => billing.portalUrl(email, returnUrl),
      () => billing.checkoutUrl(`other-${email}`, returnUrl),
      () => billing.cancelAtOnce(email),
    ]) {
      await assert.rejects(call, (error) => {
        assert.ok(error instanceof BillingError);
        assert.equal(error.code, "unavailable");
        assert.doesNotMatch(JSON.stringify([error.message, error.cause]), /sk_test|@/);
        return true;
      });
    }
    assert.equal(await standing(), "active");
  });
});
