/** What it costs to ask the door: whole admissions with real keys, of both engines, in µs a request. */
import { sql } from "kysely";
import { setAccount } from "../../src/access/accounts.ts";
import { type Gate, openGate } from "../../src/access/gate.ts";
import { createKey } from "../../src/access/keys/operator-keys.ts";
import { windowMs } from "../../src/access/meters.ts";
import { type Database, openAccess } from "../../src/database/engine.ts";
import { plenty } from "../support/access.ts";
import { engineNames, startEngine } from "../support/engines.ts";
import { withClock } from "../support/with-clock.ts";
import type { Bench } from "./bench.ts";
import { median } from "./http/statistics.ts";

const rounds = 15;
const warmUpRounds = 3;
const manyKeys = 200;
const requestsPerRound = { sqlite: 4000, postgres: 1000 } as const;

export const benchAdmission: Bench = async (_folder, print) => {
  for (const name of engineNames) {
    const engine = await startEngine(name);
    const access = await openAccess(await engine.freshUrl());
    try {
      const counted = countingQueries(access);
      const gate = openGate(counted.database);
      const keys = await keysOf(access, manyKeys);
      for (const [count, several] of [
        [1, keys.slice(0, 1)],
        [manyKeys, keys],
      ] as const) {
        for (const atOnce of [1, 16, 200]) {
          const label = `${name}: ${count === 1 ? "1 key" : `${count} keys`}, ${atOnce} at a time`;
          const before = counted.queries();
          const { median: middle, requests } = await timed(gate, several, atOnce, requestsPerRound[name]);
          const trips = ((counted.queries() - before) / requests).toFixed(3);
          print(`${label}: ${middle.toFixed(1)} µs a request${name === "postgres" ? `, ${trips} round trips` : ""}`);
        }
      }
      await gate.close();
      await benchFullWindow(name, access, print);
    } finally {
      await access.close();
      await engine.close();
    }
  }
};

/** A key that asks in every millisecond: as many moments as a window can have, and each new one drops an old one. */
async function benchFullWindow(name: "sqlite" | "postgres", access: Database, print: (line: string) => void) {
  let nowMs = Date.now();
  const gate = openGate(
    access,
    withClock(() => ++nowMs),
  );
  const [key = ""] = await keysOf(access, 1, "full");
  for (let moment = 0; moment < windowMs; moment++) await ask(gate, key);
  // As autovacuum does: plans are made anew by what the table has become.
  await sql`analyze`.execute(access.kysely);
  for (const atOnce of [1, 16]) {
    const { median: middle } = await timed(gate, [key], atOnce, requestsPerRound[name]);
    print(
      `${name}: 1 key with ${windowMs} moments in its window, ${atOnce} at a time: ${middle.toFixed(1)} µs a request`,
    );
  }
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    // Any commit but the door's own makes SQLite's forget what it knows.
    await setAccount(access, "full1@example.com", {}, new Date(nowMs));
    const begun = performance.now();
    await ask(gate, key);
    times.push(performance.now() - begun);
  }
  print(
    `${name}: the same key's first request after another connection wrote: ${(median(times) * 1000).toFixed(0)} µs`,
  );
  await gate.close();
}

async function timed(gate: Gate, keys: readonly string[], atOnce: number, requests: number) {
  const times: number[] = [];
  for (let round = -warmUpRounds; round < rounds; round++) {
    let asked = 0;
    const begun = performance.now();
    const askers = Array.from({ length: atOnce }, async () => {
      while (asked < requests) await ask(gate, keys[asked++ % keys.length] as string);
    });
    await Promise.all(askers);
    if (round >= 0) times.push(((performance.now() - begun) * 1000) / asked);
  }
  return { median: median(times), requests: requests * (rounds + warmUpRounds) };
}

async function ask(gate: Gate, key: string): Promise<void> {
  const { ok } = await gate.admit({ authorization: `Bearer ${key}`, apiKey: undefined, address: "127.0.0.1" });
  if (!ok) throw new Error("a request was refused");
}

async function keysOf(access: Database, count: number, name = "bench"): Promise<string[]> {
  const keys: string[] = [];
  for (let index = 1; index <= count; index++) {
    const email = `${name}${index}@example.com`;
    keys.push((await createKey(access, { email, plan: "standard", ...plenty, now: new Date() })).key);
  }
  return keys;
}

/** Each query through Kysely is one round trip; SQLite's door does not go through it. */
function countingQueries(database: Database): { readonly database: Database; queries(): number } {
  let queries = 0;
  const kysely = database.kysely.withPlugin({
    transformQuery({ node }) {
      queries++;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { database: { ...database, kysely }, queries: () => queries };
}
