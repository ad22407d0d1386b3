/** The keys that an account makes for itself, on both engines. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { setAccount } from "../../src/access/accounts.ts";
import { openGate } from "../../src/access/gate.ts";
import {
  addKey,
  keyLimitOf,
  listKeys,
  mostKeys,
  mostKeysADay,
  revokeOwnKey,
} from "../../src/access/keys/account-keys.ts";
import { usageOf } from "../../src/access/usage.ts";
import { onEachEngine } from "../support/access.ts";
import { withClock } from "../support/with-clock.ts";

const start = Date.UTC(2026, 10, 21, 12);
const dayMs = 86_400_000;

onEachEngine((on) => {
  async function replaceKeys(email: string, count: number, atMs: number): Promise<number> {
    let made = 0;
    for (let key = 0; key < count; key++) {
      const created = await addKey(on.access, email, "", new Date(atMs));
      if (created === null) continue;
      made++;
      await revokeOwnKey(on.access, email, created.keyId, new Date(atMs));
    }
    return made;
  }

  test("an account has so many keys at once, also when all are asked for at once", async () => {
    const email = "many@example.com";
    await setAccount(on.access, email, { plan: "standard" }, new Date(start));
    const asked = Array.from({ length: mostKeys + 5 }, () => addKey(on.access, email, "", new Date(start)));
    const made = (await Promise.all(asked)).filter((created) => created !== null);
    assert.equal(made.length, mostKeys);
    assert.equal(keyLimitOf(await listKeys(on.access, email), new Date(start)), "at_once");
    await revokeOwnKey(on.access, email, made[0]?.keyId ?? "", new Date(start));
    assert.ok((await addKey(on.access, email, "", new Date(start))) !== null);
  });

  test("changing keys again and again brings no rate without end: so many are made in a day", async () => {
    const email = "rotating@example.com";
    await setAccount(on.access, email, { plan: "standard" }, new Date(start));
    assert.equal(await replaceKeys(email, mostKeysADay - 1, start), mostKeysADay - 1);
    assert.equal(await replaceKeys(email, 3, start + 1000), 1);
    assert.equal(keyLimitOf(await listKeys(on.access, email), new Date(start + 1000)), "today");
    assert.equal(await replaceKeys(email, 1, start + dayMs - 1), 0);
    assert.equal(await replaceKeys(email, mostKeysADay, start + dayMs), mostKeysADay - 1);
    assert.equal(await replaceKeys(email, 1, start + dayMs + 1000), 1);
  });

  test("the use of this minute tells the fullest active key from all of them", async () => {
    const email = "fullest@example.com";
    let nowMs = start;
    await setAccount(on.access, email, { plan: "standard" }, new Date(start));
    const gate = openGate(
      on.access,
      withClock(() => nowMs),
    );
    const ask = async (key: string, times: number) => {
      for (let time = 0; time < times; time++) {
        const admission = await gate.admit({ authorization: undefined, apiKey: key, address: "127.0.0.1" });
        assert.ok(admission.ok);
      }
    };
    const minute = async () => {
      await gate.settle();
      const usage = await usageOf(on.access, email, new Date(nowMs));
      return [usage?.thisMinute, usage?.fullestKeyThisMinute];
    };
    const [first, second] = [
      await addKey(on.access, email, "", new Date()),
      await addKey(on.access, email, "", new Date()),
    ];
    assert.deepEqual(await minute(), [0, 0]);
    await ask(first?.key ?? "", 4);
    nowMs += 30_000;
    await ask(second?.key ?? "", 3);
    await ask(first?.key ?? "", 1);
    assert.deepEqual(await minute(), [8, 5]);
    nowMs += 30_000;
    assert.deepEqual(await minute(), [4, 3]);
    await revokeOwnKey(on.access, email, second?.keyId ?? "", new Date(nowMs));
    assert.deepEqual(await minute(), [4, 1]);
    await gate.close();
  });
});
