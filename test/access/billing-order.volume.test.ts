// @module-tag volume
/** Stripe's events in every order, doubled, late and at once, through the database of each engine. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { afterAll, beforeAll, test } from "vitest";
import { readAccount } from "../../src/access/accounts.ts";
import { type Billing, openBilling } from "../../src/access/billing/billing.ts";
import { billedTermsOf, type Subscription } from "../../src/access/billing/subscriptions.ts";
import { onEachEngine } from "../support/access.ts";
import {
  checkoutCompleted,
  History,
  priceId,
  type StripeServer,
  signed,
  startStripe,
  type TestEvent,
  webhookSecret,
} from "../support/stripe.ts";
import { share } from "../support/volume.ts";

const monthMs = 30 * 86_400_000;
const startMs = Date.UTC(2026, 9, 31, 12);

type Step = { readonly waitsS: number; readonly change: keyof typeof changes };
const changes = {
  pay: () => ({ status: "active" }),
  fail: () => ({ status: "past_due" }),
  giveUp: () => ({ status: "unpaid" }),
  renew: ({ terms }: History) => ({ startMs: terms.endMs, endMs: terms.endMs + monthMs }),
  cancelAtEnd: () => ({ cancelsAtPeriodEnd: true }),
  cancelOnDay: ({ terms }: History) => ({ cancelAtMs: terms.endMs - 1000 }),
  keep: () => ({ cancelsAtPeriodEnd: false, cancelAtMs: null }),
  note: ({ terms }: History) => ({ note: `${terms.note}.` }),
};

/** Mostly several changes within a second, as Stripe makes them. */
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    waitsS: fc.constantFrom(0, 0, 0, 1, 3600, 1_000_000),
    change: fc.constantFrom(...(Object.keys(changes) as (keyof typeof changes)[])),
  }),
  { maxLength: 9 },
);
const lives = fc.record({ steps, isDeleted: fc.boolean() });
type Life = typeof lives extends fc.Arbitrary<infer Value> ? Value : never;

let subscriptions = 0;

function tell(life: Life, customer: string, createdMs: number, account?: string) {
  const history = new History(
    {
      id: `sub_${++subscriptions}`,
      customer,
      createdMs,
      ...(account === undefined ? {} : { account }),
    },
    { status: "incomplete", startMs: createdMs, endMs: createdMs + monthMs },
  );
  let atMs = createdMs;
  const events: TestEvent[] = [history.created()];
  for (const { waitsS, change } of life.steps) {
    atMs += waitsS * 1000;
    events.push(history.updated(atMs, changes[change](history)));
  }
  if (life.isDeleted) events.push(history.deleted(atMs));
  return { history, events };
}

/** In an order at random. */
function disordered<Value>(values: readonly Value[], random: fc.Stream<number>): Value[] {
  return values
    .map((value) => ({ value, place: Number(random.next().value) }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value);
}

test("the subscriptions of an account: one that is paid outweighs all, attempts say nothing, the end of an old one ends nothing", () => {
  const one = (status: string, order: number, changed: Partial<Subscription> = {}): Subscription => ({
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
  });
  const standing = (...all: Subscription[]) => {
    const terms = billedTermsOf(all);
    assert.deepEqual(billedTermsOf(all.toReversed()), terms);
    return terms === null ? null : [terms.standing, terms.anchorMs];
  };
  assert.equal(standing(), null);
  assert.equal(standing(one("incomplete", 1), one("incomplete_expired", 2)), null);
  assert.deepEqual(standing(one("canceled", 1), one("active", 2)), ["active", 2]);
  assert.deepEqual(standing(one("active", 1), one("canceled", 2), one("past_due", 3)), ["active", 1]);
  assert.deepEqual(standing(one("active", 1), one("trialing", 2)), ["active", 1]);
  assert.deepEqual(standing(one("canceled", 3), one("unpaid", 1), one("past_due", 2)), ["past_due", 2]);
  assert.deepEqual(standing(one("canceled", 1), one("canceled", 2, { has_run: 0 })), ["canceled", 1]);
  assert.deepEqual(standing(one("paused", 1), one("incomplete", 2)), ["past_due", 1]);
  assert.equal(standing(one("active", 1, { is_standard: 0 })), null);
  assert.equal(standing(one("a status of the future", 1)), null);
});

onEachEngine((on) => {
  let billing: Billing;
  let stripe: StripeServer;
  let accounts = 0;

  beforeAll(async () => {
    stripe = await startStripe();
    const config = { secretKey: "sk_test_1", webhookSecret, priceId, apiUrl: stripe.url };
    billing = openBilling(on.access, config);
  });
  afterAll(async () => {
    await stripe?.close();
  });

  test("whatever order its events come in, one by one or at once, an account ends as Stripe says its subscription is", async () => {
    await fc.assert(
      fc.asyncProperty(lives, fc.boolean(), fc.infiniteStream(fc.nat()), async (life, isMarked, random) => {
        const nowMs = startMs + 400 * 86_400_000;
        const email = `caller${++accounts}@example.com`;
        const customer = `cus_${accounts}`;
        const { history, events } = tell(life, customer, startMs, isMarked ? email : undefined);
        const session = { customer, subscription: history.subscription.id, client_reference_id: email };
        const receive = async (event: TestEvent): Promise<void> => {
          const { body, signature } = signed(event, nowMs);
          assert.ok((await billing.receive(body, signature, new Date(nowMs))).ok);
        };
        // Stripe goes on while events are on their way: each comes at once, later, or twice.
        const later: TestEvent[] = [checkoutCompleted(startMs, session)];
        for (const event of events) {
          stripe.keep(event);
          const chance = Number(random.next().value) % 4;
          if (chance < 2) await receive(event);
          if (chance > 0) later.push(event);
        }
        await Promise.all(disordered(later, random).map(receive));

        const { terms } = history;
        const account = await readAccount(on.access, email, new Date(nowMs));
        const standings: Record<string, string> = { active: "active", past_due: "past_due", unpaid: "past_due" };
        const expected = standings[terms.status];
        if (expected !== undefined) assert.equal(account?.standing, expected);
        else assert.ok(account === null || account.standing === "canceled");
        const endMs = terms.cancelAtMs ?? (terms.cancelsAtPeriodEnd ? terms.endMs : null);
        const { cancelsAtMs, hasSubscription } = await billing.stateOf(email);
        assert.deepEqual([hasSubscription, cancelsAtMs], expected === undefined ? [false, null] : [true, endMs]);
      }),
      { numRuns: share(60), interruptAfterTimeLimit: 20_000 },
    );
  });
});
