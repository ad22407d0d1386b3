/** The keys that an account makes for itself, on both engines. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { setAccount } from "../../src/access/accounts.ts";
import {
  addKey,
  keyLimitOf,
  listKeys,
  mostKeys,
  mostKeysADay,
  revokeOwnKey,
} from "../../src/access/keys/account-keys.ts";
import { onEachEngine } from "../support/access.ts";

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
});
