/** Trials and keys, of which somebody may have too many, on both engines. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { deleteAccount, readAccount, setAccount, startTrial } from "../../src/access/accounts.ts";
import { openAllowances } from "../../src/access/allowances.ts";
import {
  addKey,
  keyLimitOf,
  listKeys,
  mostKeys,
  mostKeysADay,
  revokeOwnKey,
} from "../../src/access/keys/account-keys.ts";
import { networkOf } from "../../src/access/people/networks.ts";
import { onEachEngine } from "../support/access.ts";

const startMs = Date.UTC(2026, 10, 21, 12);
const dayMs = 86_400_000;
const now = new Date(startMs);

onEachEngine((on) => {
  /** Whether the trial began. */
  const begins = async (email: string) => (await startTrial(on.access, email, now)) !== null;

  test("one mailbox has one trial, however it is spelled", async () => {
    assert.equal(await begins("Jane.Doe@gmail.com"), true);
    for (const spelling of [
      "jane.doe@gmail.com",
      "janedoe@gmail.com",
      "j.a.n.e.doe+bets@gmail.com",
      " JANEDOE@googlemail.com ",
    ]) {
      assert.equal(await begins(spelling), false, spelling);
      assert.equal(await readAccount(on.access, "janedoe@googlemail.com", now), null);
    }
    // Elsewhere a dot makes another mailbox.
    assert.equal(await begins("jane.doe@example.com"), true);
    assert.equal(await begins("janedoe@example.com"), true);
    assert.equal(await begins("janedoe+2@example.com"), false);
  });

  test("deleting the account brings no second trial, nor does an account on another plan", async () => {
    assert.equal(await begins("again@example.com"), true);
    assert.equal(await deleteAccount(on.access, "again@example.com"), true);
    assert.equal(await begins("again@example.com"), false);
    await setAccount(on.access, "paying@example.com", { standing: "active" }, now);
    assert.equal(await begins("paying@example.com"), false);
    assert.equal((await readAccount(on.access, "paying@example.com", now))?.plan, "standard");
  });

  test("of ten requests at once for one mailbox's trial, one begins it", async () => {
    const all = await Promise.all(Array.from({ length: 10 }, (_, turn) => begins(`once+${turn}@example.com`)));
    assert.equal(all.filter((hasBegun) => hasBegun).length, 1);
  });

  /** A member of the standard plan who makes keys at the moments that are given. */
  async function member() {
    const email = on.newEmail();
    await setAccount(on.access, email, { plan: "standard" }, now);
    const add = (atMs: number) => addKey(on.access, email, "", new Date(atMs));
    const revoke = (keyId: string, atMs: number) => revokeOwnKey(on.access, email, keyId, new Date(atMs));
    return {
      add,
      revoke,
      limit: async (atMs: number) => keyLimitOf(await listKeys(on.access, email), new Date(atMs)),
      /** Makes keys and revokes each at once. @returns how many were made. */
      async replaceKeys(count: number, atMs: number): Promise<number> {
        let made = 0;
        for (let key = 0; key < count; key++) {
          const created = await add(atMs);
          if (created === null) continue;
          made++;
          await revoke(created.keyId, atMs);
        }
        return made;
      },
    };
  }

  test("an account has so many keys at once, also when all are asked for at once", async () => {
    const { add, revoke, limit } = await member();
    const asked = await Promise.all(Array.from({ length: mostKeys + 5 }, () => add(startMs)));
    const made = asked.filter((created) => created !== null);
    assert.deepEqual([made.length, await limit(startMs)], [mostKeys, "at_once"]);
    await revoke(made[0]?.keyId ?? "", startMs);
    assert.notEqual(await add(startMs), null);
  });

  test("changing keys again and again brings no rate without end: so many are made in a day", async () => {
    const { replaceKeys, limit } = await member();
    assert.equal(await replaceKeys(mostKeysADay - 1, startMs), mostKeysADay - 1);
    assert.equal(await replaceKeys(3, startMs + 1000), 1);
    assert.equal(await limit(startMs + 1000), "today");
    assert.equal(await replaceKeys(1, startMs + dayMs - 1), 0);
    assert.equal(await replaceKeys(mostKeysADay, startMs + dayMs), mostKeysADay - 1);
    assert.equal(await replaceKeys(1, startMs + dayMs + 1000), 1);
  });
});

test("an address begins five trials a day, an IPv6 network counts as one address", async () => {
  const allowances = openAllowances();
  const may = (address: string) => allowances.may("trialsFromNetwork", networkOf(address));
  const fiveFrom = async (addressOf: (turn: number) => string) => {
    for (let turn = 0; turn < 5; turn++) assert.equal(await may(addressOf(turn)), true);
  };
  await fiveFrom(() => "192.0.2.1");
  await fiveFrom((turn) => `2001:db8:1:2::${turn}`);
  // To a server behind a proxy on its own machine that it does not trust, everybody is this machine.
  await fiveFrom(() => "127.0.0.1");
  for (const [address, expected] of [
    ["192.0.2.1", false],
    ["::ffff:192.0.2.1", false],
    ["::FFFF:c000:201", false],
    ["192.0.2.2", true],
    ["2001:0DB8:0001:0002:ffff::1", false],
    ["2001:db8:1:2::9%eth0", false],
    ["2001:db8:1:3::1", true],
    ["127.0.0.1", false],
  ] as const) {
    assert.equal(await may(address), expected, address);
  }
});
