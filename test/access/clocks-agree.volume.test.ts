// @module-tag volume
/** Both engines decide alike, whatever the clock does, and an operator and callers in between. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { afterAll, beforeAll, test } from "vitest";
import { readAccount } from "../../src/access/accounts.ts";
import { withClock } from "../../src/access/counting/runtime.ts";
import { type Gate, openGate } from "../../src/access/gate.ts";
import { createKey } from "../../src/access/keys/operator-keys.ts";
import { usageOf } from "../../src/access/usage.ts";
import { type Database, openAccess } from "../../src/database/engine.ts";
import { engineNames, startEngine, type TestEngine } from "../support/engines.ts";
import { share } from "../support/volume.ts";

const secondMs = 1000;
const hourMs = 3600 * secondMs;
const dayMs = 24 * hourMs;
/** A little before the end of a month. */
const startMs = Date.UTC(2026, 10, 30, 23, 50);

type Step =
  | { readonly kind: "ask"; readonly key: number; readonly times: number }
  | { readonly kind: "back"; readonly which: number }
  | { readonly kind: "pass"; readonly ms: number }
  | { readonly kind: "jump"; readonly ms: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("ask" as const),
      key: fc.nat({ max: 2 }),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("back" as const), which: fc.nat({ max: 20 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("pass" as const), ms: fc.integer({ min: 0, max: 30 * secondMs }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("jump" as const),
      ms: fc.constantFrom(
        -40 * dayMs,
        -2 * hourMs,
        -90 * secondMs,
        -60 * secondMs,
        -5 * secondMs,
        70 * secondMs,
        2 * hourMs,
        dayMs,
        40 * dayMs,
      ),
    }),
  },
);

type Place = { readonly engine: TestEngine; readonly access: Database; readonly gate: Gate };

let nowMs = startMs;
let stories = 0;
const places: Place[] = [];

beforeAll(async () => {
  for (const name of engineNames) {
    const engine = await startEngine(name);
    const access = await openAccess(await engine.freshUrl());
    places.push({
      engine,
      access,
      gate: openGate(
        access,
        withClock(() => nowMs),
      ),
    });
  }
});
afterAll(async () => {
  for (const { engine, access, gate } of places) {
    await gate.close();
    await access.close();
    await engine.close();
  }
});

/** What callers and the account's page are told, step by step. */
async function tell({ access, gate }: Place, steps: readonly Step[], story: number): Promise<unknown[]> {
  nowMs = startMs;
  const terms = { requestsPerMinute: 4, requestsPerMonth: 40, now: new Date(nowMs) };
  const emails = [`one${story}@example.com`, `one${story}@example.com`, `two${story}@example.com`];
  const keys: string[] = [];
  for (const email of emails) keys.push((await createKey(access, { email, ...terms })).key);
  const told: unknown[] = [];
  const admitted: (() => Promise<unknown>)[] = [];
  for (const each of steps) {
    if (each.kind === "pass" || each.kind === "jump") nowMs += each.ms;
    else if (each.kind === "back") told.push(await admitted.splice(each.which, 1)[0]?.());
    else {
      for (let time = 0; time < each.times; time++) {
        const admission = await gate.admit({ authorization: undefined, apiKey: keys[each.key], address: "127.0.0.1" });
        told.push([admission.ok ? "ok" : [admission.code, admission.retryAfterS], admission.meters]);
        if (admission.ok) admitted.push(admission.giveBack);
      }
    }
  }
  // The clock is right again, and nobody has asked for a while.
  nowMs = startMs + hourMs;
  for (const key of keys) {
    const admission = await gate.admit({ authorization: undefined, apiKey: key, address: "127.0.0.1" });
    told.push([admission.ok, admission.meters?.rate]);
  }
  for (const email of new Set(emails)) {
    const account = await readAccount(access, email, new Date(nowMs));
    const usage = await usageOf(access, email, new Date(nowMs));
    told.push({ ...account, email: "" }, usage?.days);
  }
  return told;
}

test("a story of requests under a clock that jumps is told alike by both engines", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const story = ++stories;
      const [one, other] = places as [Place, Place];
      assert.deepEqual(await tell(other, steps, story), await tell(one, steps, story));
    }),
    { numRuns: share(120), interruptAfterTimeLimit: 60_000 },
  );
});
