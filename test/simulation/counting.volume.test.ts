// @module-tag volume
/**
 * Counting against a model of it: nodes over one database, requests, what is given back, operators, settling, kills, outages and
 * jumps in time in any order. The model says of every request what each node must answer, and at the end what is charged.
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { afterAll, beforeAll, test } from "vitest";
import { setAccount } from "../../src/access/accounts.ts";
import type { Runtime } from "../../src/access/counting/memory.ts";
import { type Admission, type Gate, openGate } from "../../src/access/gate.ts";
import { type CreatedKey, createKey, listKeys, revokeOwnKey } from "../../src/access/keys/account-keys.ts";
import { usageOf } from "../../src/access/usage.ts";
import { DatabaseError } from "../../src/database/database-error.ts";
import { type Database, openAccess } from "../../src/database/engine.ts";
import { onEachEngine } from "../support/engines.ts";
import { seed, share } from "../support/volume.ts";

const windowMs = 60_000;
const readAgainMs = 500;
const knownForMs = 3_600_000;
const keyCount = 2;

type Step =
  | {
      readonly do: "ask";
      readonly node: number;
      readonly key: number;
      readonly times: number;
      readonly givesBack: boolean;
    }
  | { readonly do: "pass"; readonly ms: number }
  | { readonly do: "settle" | "kill" | "close"; readonly node: number }
  | { readonly do: "limits"; readonly minute: number; readonly quota: number }
  | { readonly do: "revoke"; readonly key: number }
  | { readonly do: "outage"; readonly isAway: boolean };

const node = fc.nat({ max: 2 });
const key = fc.nat({ max: keyCount - 1 });
/** Tenths of a second, since of many moments of a key those of the same tenth are stored as one. */
const passMs = fc.constantFrom(100, 400, 500, 5000, 31_000, 59_900, 60_000, 1_800_000, 3_600_000);
const steps = fc.array(
  fc.oneof(
    {
      weight: 12,
      arbitrary: fc.record({
        do: fc.constant("ask" as const),
        node,
        key,
        times: fc.integer({ min: 1, max: 4 }),
        givesBack: fc.boolean(),
      }),
    },
    { weight: 6, arbitrary: fc.record({ do: fc.constant("pass" as const), ms: passMs }) },
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constantFrom("settle" as const, "kill" as const, "close" as const), node }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant("limits" as const),
        minute: fc.integer({ min: 1, max: 9 }),
        quota: fc.integer({ min: 5, max: 30 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("revoke" as const), key }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("outage" as const), isAway: fc.boolean() }) },
  ),
  { minLength: 10, maxLength: 60 },
) as fc.Arbitrary<Step[]>;

type Moment = { readonly key: number; readonly node: string; readonly atMs: number };
type Stored = { used: number; minute: number; quota: number; readonly revoked: Set<number>; moments: Moment[] };

/** A node as the model has it: what it read when, and what it has counted since. */
class ModelNode {
  readonly name: string;
  used = 0;
  unsettled = 0;
  own: Moment[] = [];
  unstored: Moment[] = [];
  readonly read = new Map<number, { readonly atMs: number; readonly terms: Omit<Stored, "used"> }>();

  constructor(name: string) {
    this.name = name;
  }

  /** The code that a request must get. */
  ask(key: number, nowMs: number, stored: Stored | null): string {
    const known = this.read.get(key);
    if (known === undefined || nowMs - known.atMs >= readAgainMs) {
      if (stored !== null) this.#readAgain(key, nowMs, stored);
      else if (known === undefined || nowMs - known.atMs >= knownForMs) return "unavailable";
    }
    const { terms } = this.read.get(key) ?? assert.fail();
    const moments = [...this.own, ...terms.moments].filter((each) => each.key === key && each.atMs > nowMs - windowMs);
    if (terms.revoked.has(key)) return "forbidden";
    if (moments.length >= terms.minute) return "rate_limited";
    if (Math.max(0, this.used + this.unsettled) >= terms.quota) return "quota_exceeded";
    const moment = { key, node: this.name, atMs: nowMs };
    this.own.push(moment);
    this.unstored.push(moment);
    this.unsettled++;
    return "ok";
  }

  #readAgain(key: number, nowMs: number, { used, moments, revoked, ...limits }: Stored): void {
    this.used = used;
    const others = moments.filter((each) => each.node !== this.name);
    this.read.set(key, { atMs: nowMs, terms: { ...limits, revoked: new Set(revoked), moments: others } });
  }

  settle(stored: Stored): void {
    stored.used += this.unsettled;
    stored.moments.push(...this.unstored);
    this.used += this.unsettled;
    this.unsettled = 0;
    this.unstored = [];
  }
}

/** The database, which may be away for all nodes. Each stands for a process, which knows of no other's writing. */
function withOutages(database: Database, isAway: () => boolean): Database {
  const kysely = database.kysely.withPlugin({
    transformQuery({ node }) {
      if (isAway()) throw new DatabaseError("away");
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { ...database, kysely, written: { transactions: 0 } };
}

onEachEngine((engine) => {
  let owner: Database;
  let accounts = 0;
  beforeAll(async () => {
    owner = await openAccess(await engine.migratedUrl());
  });
  afterAll(async () => {
    await owner?.close();
  });

  async function run(all: readonly Step[]): Promise<void> {
    let nowMs = Date.UTC(2026, 10, 3);
    let isAway = false;
    const runtime: Runtime = {
      nowMs: () => nowMs,
      elapsedMs: () => nowMs,
      // What is settled is settled by a step. Of the pauses only the shortest end, those after a failure.
      sleep: (ms, signal) =>
        new Promise((resolve) => {
          if (ms < 100) setImmediate(resolve);
          signal?.addEventListener("abort", () => resolve());
        }),
    };
    const email = `caller${++accounts}@example.com`;
    const terms = { minute: 5, quota: 20 };
    const keys: CreatedKey[] = [];
    for (let count = 0; count < keyCount; count++) {
      const limits = { requestsPerMinute: terms.minute, requestsPerMonth: terms.quota };
      keys.push(await createKey(owner, { email, ...limits, now: new Date(nowMs) }));
    }
    const stored: Stored = { used: 0, ...terms, revoked: new Set(), moments: [] };
    let names = 0;
    const start = () => {
      const model = new ModelNode(`${++names}`);
      return {
        model,
        gate: openGate(
          withOutages(owner, () => isAway),
          runtime,
        ),
      };
    };
    const nodes: { model: ModelNode; gate: Gate }[] = Array.from({ length: 3 }, start);
    const kills: Gate[] = [];
    let lost = 0;
    let answered = 0;

    for (const step of all) {
      const at = "node" in step ? (nodes[step.node] ?? assert.fail()) : null;
      if (step.do === "ask" && at !== null) {
        const { key: secret } = keys[step.key] ?? assert.fail();
        const expected = Array.from({ length: step.times }, () =>
          at.model.ask(step.key, nowMs, isAway ? null : stored),
        );
        const asking = expected.map(() =>
          at.gate.admit({ authorization: undefined, apiKey: secret, address: "127.0.0.1" }),
        );
        const got = await Promise.all(asking);
        assert.deepEqual(got.map(codeOf), expected);
        const last = got.at(-1);
        if (last?.ok) assert.equal(last.meters.quota.remaining, quotaLeft(at.model, step.key));
        for (const admission of got) {
          if (!admission.ok) continue;
          answered++;
          if (!step.givesBack) continue;
          answered--;
          at.model.unsettled--;
          admission.giveBack();
        }
      } else if (step.do === "pass") nowMs += step.ms;
      else if (step.do === "outage") {
        isAway = step.isAway;
        // Until a node has noticed that the database is back, it goes on with what it knew.
        if (!isAway) for (const { gate } of nodes) assert.ok(await gate.isDatabaseUp());
      } else if (step.do === "settle" && at !== null && !isAway) {
        at.model.settle(stored);
        await at.gate.settle();
      } else if ((step.do === "kill" || (step.do === "close" && !isAway)) && at !== null) {
        if (step.do === "close") {
          at.model.settle(stored);
          await at.gate.close();
        } else {
          lost += at.model.unsettled;
          kills.push(at.gate);
        }
        nodes[step.node] = start();
      } else if (step.do === "limits") {
        Object.assign(stored, { minute: step.minute, quota: step.quota });
        const limits = { requestsPerMinute: step.minute, requestsPerMonth: step.quota };
        await setAccount(owner, email, limits, new Date(nowMs));
      } else if (step.do === "revoke") {
        stored.revoked.add(step.key);
        await revokeOwnKey(owner, email, keys[step.key]?.keyId ?? "", new Date(nowMs));
      }
    }
    isAway = false;
    for (const { model } of nodes) model.settle(stored);
    await Promise.all(nodes.map(({ gate }) => gate.close()));
    assert.equal(stored.used, answered - lost, "the model itself");
    const usage = await usageOf(owner, email, new Date(nowMs));
    const moments = stored.moments.filter(({ atMs }) => atMs > nowMs - windowMs);
    assert.deepEqual([usage?.account.requestsUsed, usage?.thisMinute], [stored.used, moments.length]);
    const lastUsedMs = Math.max(0, ...stored.moments.map(({ atMs }) => atMs));
    const listed = await listKeys(owner, email);
    assert.equal(Math.max(0, ...listed.map((each) => each.lastUsedMs ?? 0)), lastUsedMs);
  }

  test("every request is decided as the model says, and in the end all is charged that was settled, and no more", async () => {
    await fc.assert(fc.asyncProperty(steps, run), { seed, numRuns: share(engine.name === "sqlite" ? 1000 : 300) });
  });
});

function codeOf(admission: Admission): string {
  return admission.ok ? "ok" : admission.code;
}

function quotaLeft({ used, unsettled, read }: ModelNode, key: number): number {
  return Math.max(0, (read.get(key)?.terms.quota ?? 0) - Math.max(0, used + unsettled));
}
