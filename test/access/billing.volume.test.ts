// @module-tag volume
/** Billing on both engines: what Stripe tells in whatever order, what the account becomes, and what Stripe is asked. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, test } from "vitest";
import { type Account, deleteAccount, readAccount, setAccount, startTrial } from "../../src/access/accounts.ts";
import { type Billing, openBilling, type Received } from "../../src/access/billing/billing.ts";
import { BillingError } from "../../src/access/billing/billing-error.ts";
import { billedTermsOf, type Subscription } from "../../src/access/billing/subscriptions.ts";
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
import { share } from "../support/volume.ts";

const startMs = Date.UTC(2026, 9, 21, 12);
const endMs = Date.UTC(2026, 10, 21, 12);
const nextEndMs = Date.UTC(2026, 11, 21, 12);
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const returnUrl = "https://gradeline.example/manage";

/** A subscription of nobody's: its status, when it began, and whether it ever ran. */
function kept(status: string, order: number, changed: Partial<Subscription> = {}): Subscription {
  return {
    subscription_id: `sub_${order}`,
    customer_id: "cus_1",
    account: null,
    is_standard: 1,
    status,
    has_run: status.startsWith("incomplete") ? 0 : 1,
    anchor_ms: order,
    period_start_ms: order,
    period_end_ms: order + 1,
    cancels_at_ms: null,
    created_ms: order,
    is_applied: 0,
    ...changed,
  };
}

/** The standing that the subscriptions of one account give it together, and which of them it is taken from. */
test.for<[what: string, all: Subscription[], expected: [string, number] | null]>([
  ["none says nothing", [], null],
  ["attempts to pay say nothing", [kept("incomplete", 1), kept("incomplete_expired", 2)], null],
  ["what else is sold says nothing", [kept("active", 1, { is_standard: 0 })], null],
  ["a status of the future says nothing", [kept("a status of the future", 1)], null],
  ["a newer one is active", [kept("canceled", 1), kept("active", 2)], ["active", 2]],
  ["one that is paid outweighs all", [kept("active", 1), kept("canceled", 2), kept("past_due", 3)], ["active", 1]],
  ["of two that run it is the older", [kept("active", 1), kept("trialing", 2)], ["active", 1]],
  ["a failed payment outweighs an end", [kept("canceled", 3), kept("unpaid", 1), kept("past_due", 2)], ["past_due", 2]],
  ["an attempt outweighs no end", [kept("canceled", 1), kept("canceled", 2, { has_run: 0 })], ["canceled", 1]],
  ["a paused one is not paid", [kept("paused", 1), kept("incomplete", 2)], ["past_due", 1]],
])("of an account's subscriptions, in either order: %s", ([, all, expected]) => {
  for (const order of [all, all.toReversed()]) {
    const terms = billedTermsOf(order);
    assert.deepEqual(terms && [terms.standing, terms.anchorMs], expected);
  }
});

/** How a subscription changes from one event to the next. */
const changes = {
  pay: () => ({ status: "active" }),
  fail: () => ({ status: "past_due" }),
  giveUp: () => ({ status: "unpaid" }),
  renew: ({ terms }: History) => ({ startMs: terms.endMs, endMs: terms.endMs + 30 * dayMs }),
  cancelAtEnd: () => ({ cancelsAtPeriodEnd: true }),
  cancelOnDay: ({ terms }: History) => ({ cancelAtMs: terms.endMs - 1000 }),
  keep: () => ({ cancelsAtPeriodEnd: false, cancelAtMs: null }),
  note: ({ terms }: History) => ({ note: `${terms.note}.` }),
};

/** The life of a subscription: mostly several changes within a second, as Stripe makes them. */
const lives = fc.record({
  steps: fc.array(
    fc.record({
      waitsS: fc.constantFrom(0, 0, 0, 1, 3600, 1_000_000),
      change: fc.constantFrom(...(Object.keys(changes) as (keyof typeof changes)[])),
    }),
    { maxLength: 9 },
  ),
  isDeleted: fc.boolean(),
  /** Whether the subscription itself says whose it is. */
  isMarked: fc.boolean(),
});

function disordered<Value>(values: readonly Value[], random: fc.Stream<number>): Value[] {
  return values
    .map((value) => ({ value, place: Number(random.next().value) }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value);
}

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
  /** Makes a caller whom nobody knows. */
  function nextCaller(): void {
    email = `caller${++callers}@example.com`;
    customer = `cus_${callers}`;
  }
  beforeEach(() => {
    nowMs = startMs;
    nextCaller();
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
  /** The same without the mark: only a Checkout can say whose it is. */
  function subscribeUnmarked(subscription: Partial<TestSubscription>): History {
    const { account: _, ...unmarked } = subscribe({}, subscription).subscription;
    return new History(unmarked, { startMs, endMs });
  }
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
  const standing = async () => (await account())?.standing;
  const used = async () => (await account())?.requestsUsed;
  const period = async () => {
    const now = await account();
    return [now?.periodStartMs, now?.periodEndMs];
  };
  async function newKey(): Promise<{ ask(times: number): Promise<void>; refusal(): Promise<string | null> }> {
    const { key } = await createKey(on.access, { email, now: new Date(nowMs) });
    const admit = () => gate.admit({ authorization: undefined, apiKey: key, address: "127.0.0.1" });
    return {
      async ask(times) {
        for (let time = 0; time < times; time++) assert.equal((await admit()).ok, true);
      },
      async refusal() {
        const admission = await admit();
        return admission.ok ? null : admission.message;
      },
    };
  }
  /** Somebody who has a subscription that Stripe has told, and a key. */
  async function subscriber(terms: Partial<SubscriptionTerms> = {}) {
    const history = subscribe(terms);
    await tell(history.created());
    return { history, ...(await newKey()) };
  }
  const renewal = (history: History) => history.updated(endMs, { startMs: endMs, endMs: nextEndMs });
  const fails = (call: Promise<unknown>, code: string) =>
    assert.rejects(call, (error) => error instanceof BillingError && error.code === code);

  test("attempts to pay leave a trial alone, and who has paid is active at once, with 100,000 requests from zero", async () => {
    await startTrial(on.access, email, new Date(nowMs));
    const { ask } = await newKey();
    await ask(7);
    nowMs += hourMs;
    const month = { startMs: nowMs, endMs: nowMs + 31 * dayMs };
    const history = subscribe({ ...month, status: "incomplete" }, { createdMs: nowMs });
    const given = subscribe({ status: "incomplete" }, { id: `sub_given_up_${customer}` });
    await tell(history.created(), given.created(), given.deleted(nowMs));
    assert.equal(await standing(), "trialing");
    await tell(history.updated(nowMs, { status: "active" }));
    const now = await account();
    assert.deepEqual([now?.plan, now?.standing, now?.requests, now?.requestsUsed], ["standard", "active", 100_000, 0]);
    assert.deepEqual(await period(), [month.startMs, month.endMs]);
    await ask(1);
    assert.equal(await used(), 1);
  });

  test("limits of an account's own outlive a subscription's beginning and renewal", async () => {
    await setAccount(on.access, email, { requestsPerMinute: 500, requestsPerMonth: 7 }, new Date(nowMs));
    const history = subscribe();
    await tell(history.created(), renewal(history));
    const now = await account();
    assert.deepEqual([now?.requestsPerMinute, now?.requests, now?.hasOwnQuota], [500, 7, true]);
  });

  test.for([
    ["at once, before anybody asks", 60_000, 0],
    ["hours late", 5 * hourMs, 4],
  ] as const)(
    "a renewal that is told %s begins the new count once, however often it comes",
    async ([, lateMs, before]) => {
      const { history, ask } = await subscriber();
      await ask(9);
      nowMs = endMs + 60_000;
      await ask(before);
      nowMs = endMs + lateMs;
      const renewed = renewal(history);
      await tell(renewed);
      assert.equal(await used(), before);
      await ask(3);
      const closed = history.updated(endMs + 1000, { note: "the invoice was closed" });
      await tell(renewed, { ...renewed, id: `${renewed.id}_as_another_event` }, closed);
      assert.deepEqual([await used(), await period()], [before + 3, [endMs, nextEndMs]]);
    },
  );

  test("news of the month before, told after the door began the new one, does not count the new one anew", async () => {
    const { history, ask } = await subscriber();
    await ask(9);
    nowMs = endMs + hourMs;
    await ask(4);
    await tell(history.updated(endMs - hourMs, { status: "past_due" }));
    assert.equal(await standing(), "past_due");
    await tell(history.updated(endMs - hourMs, { status: "active" }), renewal(history));
    assert.deepEqual([await standing(), await used()], ["active", 4]);
  });

  test("a subscription of the 31st is counted to the last day of a short month, and then to the 31st again", async () => {
    const january = Date.UTC(2027, 0, 31, 9);
    const february = Date.UTC(2027, 1, 28, 9);
    const march = Date.UTC(2027, 2, 31, 9);
    nowMs = january;
    const history = subscribe({ startMs: january, endMs: february }, { createdMs: january });
    await tell(history.created());
    nowMs = february + hourMs;
    await tell(history.updated(nowMs, { startMs: february, endMs: march }));
    nowMs = Date.UTC(2027, 3, 1);
    assert.deepEqual(await period(), [march, Date.UTC(2027, 3, 30, 9)]);
  });

  test("a payment that fails makes the account past due, and its count goes on when it is paid", async () => {
    const { history, ask, refusal } = await subscriber();
    await ask(2);
    await tell(history.updated(startMs + 1000, { status: "past_due" }), testEvent("invoice.payment_failed", nowMs, {}));
    assert.equal(await refusal(), "the subscription is past due");
    await tell(testEvent("invoice.paid", nowMs, {}), history.updated(startMs + 2000, { status: "active" }));
    await ask(1);
    assert.deepEqual([await standing(), await used()], ["active", 3]);
  });

  test("canceled for the end of the period is active until then, and the page can say when", async () => {
    const history = subscribe();
    await tell(history.created(), history.updated(startMs + hourMs, { cancelsAtPeriodEnd: true }));
    assert.equal(await standing(), "active");
    const ending = { cancelsAtMs: endMs, hasCustomer: true, hasSubscription: true };
    assert.deepEqual(await billing.stateOf(email.toUpperCase()), ending);
    nowMs = endMs;
    await tell(history.deleted(endMs));
    assert.equal(await standing(), "canceled");
    assert.deepEqual(await billing.stateOf(email), { ...ending, cancelsAtMs: null, hasSubscription: false });
  });

  test("the end of an old subscription, told late, does not end the newer one", async () => {
    const old = subscribe();
    const begunMs = startMs + hourMs;
    const newer = subscribe({ startMs: begunMs }, { id: `sub_newer_${customer}`, createdMs: begunMs });
    await tell(old.created(), newer.created(), old.deleted(startMs + 2 * hourMs));
    assert.equal(await standing(), "active");
    await tell(newer.deleted(startMs + 3 * hourMs));
    assert.equal(await standing(), "canceled");
  });

  test("a subscription that nobody is known for yet counts as soon as Checkout says whose it is", async () => {
    for (const field of ["client_reference_id", "customer_email", "customer_details"]) {
      nextCaller();
      const history = subscribeUnmarked({});
      await tell(history.created());
      assert.equal(await standing(), undefined);
      const whose = field === "customer_details" ? { email: email.toUpperCase() } : email;
      await tell(checkoutCompleted(nowMs, { customer, subscription: history.subscription.id, [field]: whose }));
      assert.deepEqual([await standing(), (await period())[1]], ["active", endMs], field);
    }
  });

  test("other things that are sold in the same Stripe account are none of ours", async () => {
    const newsletter = subscribeUnmarked({ price: "price_of_a_newsletter" });
    const session = { customer, subscription: newsletter.subscription.id, client_reference_id: email };
    const marked = subscribe({}, { id: `sub_marked_${customer}`, account: "12345", price: "price_of_a_newsletter" });
    await tell(
      checkoutCompleted(nowMs, session),
      newsletter.created(),
      checkoutCompleted(nowMs, { ...session, mode: "payment" }),
      testEvent("charge.refunded", nowMs, {}),
      marked.created(),
    );
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
    await tell(renewal(history));
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
    assert.match(received.ok ? received.notes.join() : "", /account that was deleted is made again.*sub_/);
    assert.equal(await standing(), "active");
    await deleteAccount(on.access, email);
    await tell(history.deleted(startMs + 3000));
    assert.equal(await standing(), undefined);
  });

  test("an event that is forged, old, unsigned or unreadable is refused, and nothing is written", async () => {
    const created = subscribe().created();
    stripe.keep(created);
    const { body, signature } = signed(created, nowMs);
    const longer = Buffer.concat([body, Buffer.from(" ")]);
    const countEvents = async () =>
      (await tablesOf<{ billing_events: object }>(on.access.kysely).selectFrom("billing_events").selectAll().execute())
        .length;
    const rows = await countEvents();
    const receiveAfter = (waitedMs: number, sent = body, by = signature) =>
      billing.receive(sent, by, new Date(nowMs + waitedMs));
    const wrong = "No signatures found matching the expected signature for payload";
    for (const [asked, reason] of [
      [receiveAfter(0, body, ""), "No stripe-signature header value was provided."],
      [receiveAfter(0, body, "t=1,v1=00"), wrong],
      [receiveAfter(0, body, signed(created, nowMs, "whsec_of_somebody_else").signature), wrong],
      [receiveAfter(0, longer), wrong],
      [receiveAfter(301_000), "Timestamp outside the tolerance zone"],
      [receive("secret words, not JSON"), "the body is not an event of Stripe"],
      [receive("null"), "the id of the event is missing"],
      [receive({ object: "v2.core.event", id: "evt_thin" }), "the body is not an event of Stripe"],
      [receive({ ...created, id: undefined }), "the id of the event is missing"],
      [receive({ ...created, data: { object: { customer, status: "active" } } }), "the id is missing"],
    ] as const) {
      assert.deepEqual(await asked, { ok: false, reason });
    }
    assert.deepEqual([await countEvents(), await standing()], [rows, undefined]);
    assert.deepEqual([(await receiveAfter(299_000)).ok, await countEvents()], [true, rows + 1]);
  });

  test("what an event says of its subscription is not believed: what Stripe says when it is asked counts", async () => {
    const history = subscribe();
    const created = history.created();
    stripe.keep(history.updated(startMs + 1000, { status: "past_due" }));
    assert.ok((await receive(created)).ok);
    assert.equal(await standing(), "past_due");
    await receive({ ...created, id: `${created.id}_of_none`, data: { object: { id: "sub_none" } } });
    assert.equal(await standing(), "past_due");
  });

  test("whatever order its events come in, one by one or at once, an account ends as Stripe says its subscription is", async () => {
    nowMs = startMs + 400 * dayMs;
    const standings: Record<string, string> = { active: "active", past_due: "past_due", unpaid: "past_due" };
    await fc.assert(
      fc.asyncProperty(lives, fc.infiniteStream(fc.nat()), async ({ steps, isDeleted, isMarked }, random) => {
        nextCaller();
        const firstTerms = { status: "incomplete", startMs, endMs: startMs + 30 * dayMs };
        const { subscription } = isMarked ? subscribe() : subscribeUnmarked({});
        const history = new History(subscription, firstTerms);
        const events = [history.created()];
        let atMs = startMs;
        for (const { waitsS, change } of steps) {
          atMs += waitsS * 1000;
          events.push(history.updated(atMs, changes[change](history)));
        }
        if (isDeleted) events.push(history.deleted(atMs));
        const session = { customer, subscription: subscription.id, client_reference_id: email };
        // Stripe goes on while events are on their way: each comes at once, later, or twice.
        const later: TestEvent[] = [checkoutCompleted(startMs, session)];
        for (const event of events) {
          const chance = Number(random.next().value) % 4;
          if (chance < 2) await tell(event);
          else stripe.keep(event);
          if (chance > 0) later.push(event);
        }
        for (const received of await Promise.all(disordered(later, random).map(receive))) assert.ok(received.ok);

        const { terms } = history;
        const expected = standings[terms.status];
        const found = (await standing()) ?? "none";
        if (expected !== undefined) assert.equal(found, expected);
        else assert.ok(found === "none" || found === "canceled", found);
        const cancelsMs = terms.cancelAtMs ?? (terms.cancelsAtPeriodEnd ? terms.endMs : null);
        const { cancelsAtMs, hasSubscription } = await billing.stateOf(email);
        assert.deepEqual([hasSubscription, cancelsAtMs], expected === undefined ? [false, null] : [true, cancelsMs]);
      }),
      { numRuns: share(60), interruptAfterTimeLimit: 20_000 },
    );
  });

  test("Checkout is asked for one Standard, for this account, with the key and no telemetry", async () => {
    const url = await billing.checkoutUrl(email.toUpperCase(), returnUrl);
    assert.match(url, /^https:\/\/checkout\.stripe\.com\/c\/pay\/cs_\d+$/);
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
    const checkout = (atMs = nowMs, of = email) => billing.checkoutUrl(of, returnUrl, new Date(atMs));
    const comesAndGoes = async (id: string) => {
      const history = subscribe({}, { id });
      await tell(history.created(), history.deleted(startMs + 1000));
    };
    const [first, second] = await Promise.all([checkout(), checkout()]);
    assert.equal(second, first);
    const others = [await checkout(nowMs, `other-${email}`), await checkout(nowMs + hourMs)];
    for (const id of [`sub_${customer}`, `sub_${customer}_2`]) {
      await comesAndGoes(id);
      others.push(await checkout());
    }
    assert.equal(new Set([first, ...others]).size, 5);
  });

  test("whoever was a customer before is one again, and whoever is subscribed is not sent to Checkout", async () => {
    const history = subscribe();
    await tell(history.created());
    await fails(billing.checkoutUrl(email, returnUrl), "already_subscribed");
    await tell(history.updated(startMs + 1000, { status: "past_due" }));
    await fails(billing.checkoutUrl(email, returnUrl), "already_subscribed");
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
    const [known, underWay, gone, forgotten] = ["known", "under_way", "gone", "forgotten"].map((which) =>
      subscribe({}, { id: `sub_${which}_${customer}` }),
    ) as [History, History, History, History];
    const other = subscribe({}, { id: `sub_other_${customer}`, price: "price_of_a_newsletter" });
    stripe.subscriptions.set(other.subscription.id, { ...other.object, metadata: {} });
    await tell(known.created(), gone.created(), forgotten.created());
    stripe.keep(underWay.created());
    stripe.subscriptions.set(gone.subscription.id, { ...gone.object, status: "canceled" });
    stripe.subscriptions.delete(forgotten.subscription.id);
    await billing.cancelAtOnce(email, new Date(nowMs));
    await deleteAccount(on.access, email);
    const canceled = stripe.requests.flatMap(({ method, path }) => (method === "DELETE" ? [path] : []));
    const ours = [known, gone, forgotten, underWay].map(({ subscription }) => `/v1/subscriptions/${subscription.id}`);
    assert.deepEqual(canceled.sort(), ours.sort());
    assert.equal((await billing.stateOf(email)).hasSubscription, false);
    assert.equal(stripe.subscriptions.get(other.subscription.id)?.status, "active");
    const late = [underWay.created(), known.updated(startMs + 1000, { note: "late" }), known.deleted(startMs + 2000)];
    await tell(...late, gone.deleted(startMs), underWay.deleted(startMs + 2000));
    assert.equal(await standing(), undefined);
    stripe.requests.length = 0;
    await billing.cancelAtOnce(`nobody-${email}`);
    assert.equal(stripe.requests.length, 0);
  });

  test("an event that comes while Stripe cannot be asked is not taken, and is when it comes again", async () => {
    const created = subscribe().created();
    stripe.keep(created);
    stripe.failure = { status: 503, error: { type: "api_error" } };
    await fails(receive(created), "unavailable");
    assert.equal(await standing(), undefined);
    stripe.failure = null;
    await tell(created);
    assert.equal(await standing(), "active");
  });

  test("when Stripe refuses, the error is for people and holds neither the key nor the address", async () => {
    await tell(subscribe().created());
    stripe.failure = { status: 402, error: { type: "card_error", code: "declined", message: `${email} sk_test_1` } };
    for (const call of [
      () => billing.portalUrl(email, returnUrl),
      () => billing.checkoutUrl(`other-${email}`, returnUrl),
      () => billing.cancelAtOnce(email),
    ]) {
      const error: unknown = await call().catch((thrown: unknown) => thrown);
      assert.ok(error instanceof BillingError && error.code === "unavailable");
      assert.doesNotMatch(JSON.stringify([error.message, error.cause]), /sk_test|@/);
    }
    assert.equal(await standing(), "active");
  });
});
