// @module-tag volume
/** Stripe's events in every order, doubled and late: pure, and through the database of each engine. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { afterAll, beforeAll, describe, test } from "vitest";
import { readAccount } from "../../src/access/accounts.ts";
import { type Billing, openBilling } from "../../src/access/billing/billing.ts";
import { readEvent } from "../../src/access/billing/events.ts";
import { type Subscription, subscriptionOf } from "../../src/access/billing/order.ts";
import type { Snapshot } from "../../src/access/billing/snapshot.ts";
import { billedTermsOf } from "../../src/access/billing/standing.ts";
import { type Database, openAccess } from "../../src/database/engine.ts";
import { engineNames, startEngine, type TestEngine } from "../support/engines.ts";
import { checkoutCompleted, History, priceId, signed, type TestEvent, webhookSecret } from "../support/stripe.ts";
import { share } from "../support/volume.ts";

const monthMs = 30 * 86_400_000;
const startMs = Date.UTC(2026, 9, 31, 12);
const isOldVersion = [true, false];

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
const lives = fc.record({ steps, isDeleted: fc.boolean(), isOldVersion: fc.constantFrom(...isOldVersion) });
type Life = typeof lives extends fc.Arbitrary<infer Value> ? Value : never;

let subscriptions = 0;

function tell(life: Life, customer: string, createdMs: number, account?: string) {
  const history = new History(
    {
      id: `sub_${++subscriptions}`,
      customer,
      createdMs,
      isOldVersion: life.isOldVersion,
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

function snapshotIn(event: TestEvent): Snapshot {
  const snapshot = readEvent(event, priceId)?.snapshot;
  assert.ok(snapshot);
  return snapshot;
}

/** In an order at random; those that are in it twice need not be neighbours. */
function disordered<Value>(values: readonly Value[], random: fc.Stream<number>): Value[] {
  return values
    .map((value) => ({ value, place: Number(random.next().value) }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value);
}

function someOf<Value>(values: readonly Value[], random: fc.Stream<number>): Value[] {
  return values.filter(() => Number(random.next().value) % 2 === 0);
}

test("in any order, a subscription is what its last event left, also when all fell in one second", () => {
  fc.assert(
    fc.property(lives, fc.infiniteStream(fc.nat()), (life, random) => {
      const { history, events } = tell(life, "cus_1", startMs);
      const told = subscriptionOf(disordered(events, random).map(snapshotIn));
      const { terms } = history;
      const endMs = terms.cancelAtMs ?? (terms.cancelsAtPeriodEnd ? terms.endMs : null);
      assert.deepEqual(
        [told.status, told.periodStartMs, told.periodEndMs, told.cancelsAtMs],
        [terms.status, terms.startMs, terms.endMs, life.isDeleted ? null : endMs],
      );
    }),
    { numRuns: share(1000) },
  );
});

test("with events missing, every order of the others still comes to the same", () => {
  fc.assert(
    fc.property(lives, fc.infiniteStream(fc.nat()), (life, random) => {
      const { events } = tell(life, "cus_1", startMs);
      const told = [...events.slice(0, 1), ...someOf(events.slice(1), random)].map(snapshotIn);
      assert.deepEqual(subscriptionOf(disordered(told, random)), subscriptionOf(told));
      const late = told.slice(1);
      if (late.length > 0) assert.deepEqual(subscriptionOf(disordered(late, random)), subscriptionOf(late));
    }),
    { numRuns: share(1000) },
  );
});

test("what has ended stays ended, though an update of a later second says active", () => {
  const history = new History(
    { id: "sub_1", customer: "cus_1", createdMs: startMs },
    { startMs, endMs: startMs + monthMs },
  );
  const created = history.created();
  const late = history.updated(startMs + 90_000, { note: "late" });
  const deleted = history.deleted(startMs + 60_000);
  assert.equal(subscriptionOf([created, deleted, late].map(snapshotIn)).status, "canceled");
});

test("the subscriptions of an account: one that is paid outweighs all, attempts say nothing, the end of an old one ends nothing", () => {
  const one = (status: string, order: number, changed: Partial<Subscription> = {}): Subscription => ({
    subscriptionId: `sub_${order}`,
    customerId: "cus_1",
    account: null,
    isStandard: true,
    status,
    hasRun: !status.startsWith("incomplete"),
    anchorMs: order,
    periodStartMs: order,
    periodEndMs: order + 1,
    cancelsAtMs: null,
    createdMs: order,
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
  assert.deepEqual(standing(one("canceled", 1), one("canceled", 2, { hasRun: false })), ["canceled", 1]);
  assert.deepEqual(standing(one("paused", 1), one("incomplete", 2)), ["past_due", 1]);
  assert.equal(standing(one("active", 1, { isStandard: false })), null);
  assert.equal(standing(one("a status of the future", 1)), null);
});

for (const name of engineNames) {
  describe(`on ${name}`, () => {
    let engine: TestEngine;
    let access: Database;
    let billing: Billing;
    let accounts = 0;

    beforeAll(async () => {
      engine = await startEngine(name);
      access = await openAccess(await engine.freshUrl());
      const config = { secretKey: "sk_test_1", webhookSecret, priceId, apiUrl: "http://127.0.0.1:9" };
      billing = openBilling(access, config);
    });
    afterAll(async () => {
      await access?.close();
      await engine.close();
    });

    /** The account after these events, without what names it. */
    async function accountAfter(events: readonly TestEvent[], email: string, nowMs: number) {
      for (const event of events) {
        const { body, signature } = signed(event, nowMs);
        assert.ok((await billing.receive(body, signature, new Date(nowMs))).ok);
      }
      const account = await readAccount(access, email, new Date(nowMs));
      return account === null ? null : { ...account, email: "" };
    }

    test("an account ends in the same standing and period, whatever order its events come in and however often", async () => {
      const shared = fc.array(fc.tuple(lives, fc.nat({ max: 100 * 86_400 })), { minLength: 1, maxLength: 3 });
      await fc.assert(
        fc.asyncProperty(shared, fc.boolean(), fc.infiniteStream(fc.nat()), async (all, isMarked, random) => {
          const nowMs = startMs + 400 * 86_400_000;
          const outcomes: unknown[] = [];
          // The same history for each account, told in order, and then in two disorders.
          for (const turn of [0, 1, 2]) {
            const email = `caller${++accounts}@example.com`;
            const customer = `cus_${accounts}`;
            const told = all.flatMap(([life, laterS]) => {
              const createdMs = startMs + laterS * 1000;
              return tell(life, customer, createdMs, isMarked ? email : undefined).events;
            });
            const link = checkoutCompleted(startMs, { customer, subscription: "sub_1", client_reference_id: email });
            const events = [...told, link];
            const arriving = turn === 0 ? events : disordered([...events, ...someOf(events, random)], random);
            outcomes.push(await accountAfter(arriving, email, nowMs));
          }
          assert.deepEqual(outcomes[1], outcomes[0]);
          assert.deepEqual(outcomes[2], outcomes[0]);
        }),
        { numRuns: share(25), interruptAfterTimeLimit: 20_000 },
      );
    });
  });
}
