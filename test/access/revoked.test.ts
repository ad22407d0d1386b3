/** A revoked key is refused on every node, whatever each of them remembers of it [D-41]. */
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { test } from "vitest";
import { openGate } from "../../src/access/gate.ts";
import { createKey, revokeKey } from "../../src/access/keys/account-keys.ts";
import { openAccess } from "../../src/database/engine.ts";
import { engineNames, startEngine } from "../support/engines.ts";

for (const name of engineNames) {
  test(`on ${name}, a key that one node revokes is refused by the other nodes within a second`, async () => {
    const engine = await startEngine(name);
    const url = await engine.freshUrl();
    const nodes = [await openAccess(url), await openAccess(url), await openAccess(url)] as const;
    const gates = nodes.map((node) => openGate(node));
    try {
      const now = new Date();
      const { key, prefix, lastFour } = await createKey(nodes[0], { email: "a@example.com", plan: "standard", now });
      const admitEverywhere = async (): Promise<string[]> => {
        const outcomes: string[] = [];
        for (const gate of gates) {
          const admission = await gate.admit({ authorization: undefined, apiKey: key, address: "127.0.0.1" });
          outcomes.push(admission.ok ? "ok" : admission.message);
        }
        return outcomes;
      };
      assert.deepEqual(await admitEverywhere(), ["ok", "ok", "ok"]);
      await revokeKey(nodes[1], { prefix, lastFour, now });
      // Each looks again what others have changed.
      await sleep(1000);
      assert.deepEqual(await admitEverywhere(), Array(3).fill("the API key was revoked"));
    } finally {
      for (const gate of gates) await gate.close();
      for (const node of nodes) await node.close();
      await engine.close();
    }
  });
}
