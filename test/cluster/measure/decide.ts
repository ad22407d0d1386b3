/**
 * Asks the gate for decisions as fast as they come, as a node would, and prints one line of JSON. Runs on a node's machine:
 * `node decide.ts URL KEYS AT_ONCE`. URL is where decisions are asked for: HAProxy, or PgBouncer before it.
 */

import { openGate } from "../../../src/access/gate.ts";
import { createKey } from "../../../src/access/keys/operator-keys.ts";
import { connectionsFor, openAccess } from "../../../src/database/engine.ts";
import { median } from "../../bench/http/statistics.ts";

const [directUrl = "", url = directUrl, keyCount = "200", wanted = "64"] = process.argv.slice(2);
const atOnce = Number(wanted);
const rounds = 5;
const roundMs = 2_000;

const access = await openAccess(directUrl);
const keys: string[] = [];
for (let number = 0; number < Number(keyCount); number++) {
  const email = `decide-${process.pid}-${number}@example.com`;
  const limits = { requestsPerMinute: 1_000_000, requestsPerMonth: 100_000_000 };
  keys.push((await createKey(access, { email, plan: "standard", ...limits, now: new Date() })).key);
}
const deciding = await connectionsFor({ ...access, url }, "admission");
const gate = openGate(deciding);
let asked = 0;
let undecided = 0;
const waits: number[] = [];

async function round(untilMs: number): Promise<void> {
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() < untilMs) {
        const key = keys[asked++ % keys.length] as string;
        const sinceMs = performance.now();
        const { ok } = await gate.admit({ authorization: `Bearer ${key}`, apiKey: undefined, address: "127.0.0.1" });
        if (!ok) undecided++;
        waits.push(performance.now() - sinceMs);
      }
    }),
  );
}

await round(performance.now() + roundMs);
waits.length = 0;
const perSecond: number[] = [];
console.log("begin");
for (let number = 0; number < rounds; number++) {
  const before = asked;
  const sinceMs = performance.now();
  await round(sinceMs + roundMs);
  perSecond.push(((asked - before) / (performance.now() - sinceMs)) * 1000);
}
waits.sort((a, b) => a - b);
const at = (share: number): number => waits[Math.floor(share * (waits.length - 1))] ?? Number.NaN;
console.log(
  JSON.stringify({
    perSecond: Math.round(median(perSecond)),
    asked: waits.length,
    undecided,
    p50Ms: at(0.5),
    p95Ms: at(0.95),
  }),
);
await gate.close();
await deciding.close();
await access.close();
