/** One trial a mailbox, on both engines. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { deleteAccount, readAccount, setAccount, startTrial } from "../../src/access/accounts.ts";
import { openAllowances } from "../../src/access/allowances.ts";
import { networkOf } from "../../src/access/people/networks.ts";
import { onEachEngine } from "../support/access.ts";

const now = new Date("2026-11-21T12:00:00.000Z");

onEachEngine((on) => {
  test("one mailbox has one trial, however it is spelled", async () => {
    assert.ok((await startTrial(on.access, "Jane.Doe@gmail.com", now)) !== null);
    for (const spelling of [
      "jane.doe@gmail.com",
      "janedoe@gmail.com",
      "j.a.n.e.doe+bets@gmail.com",
      " JANEDOE@googlemail.com ",
    ]) {
      assert.equal(await startTrial(on.access, spelling, now), null, spelling);
      assert.equal(await readAccount(on.access, "janedoe@googlemail.com", now), null);
    }
    // Elsewhere a dot makes another mailbox.
    assert.ok((await startTrial(on.access, "jane.doe@example.com", now)) !== null);
    assert.ok((await startTrial(on.access, "janedoe@example.com", now)) !== null);
    assert.equal(await startTrial(on.access, "janedoe+2@example.com", now), null);
  });

  test("deleting the account brings no second trial, nor does an account on another plan", async () => {
    await startTrial(on.access, "again@example.com", now);
    assert.equal(await deleteAccount(on.access, "again@example.com"), true);
    assert.equal(await startTrial(on.access, "again@example.com", now), null);
    await setAccount(on.access, "paying@example.com", { standing: "active" }, now);
    assert.equal(await startTrial(on.access, "paying@example.com", now), null);
    assert.equal((await readAccount(on.access, "paying@example.com", now))?.plan, "standard");
  });

  test("of ten requests at once for one mailbox's trial, one begins it", async () => {
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, n) => startTrial(on.access, `once+${n}@example.com`, now)),
    );
    assert.equal(all.filter((account) => account !== null).length, 1);
  });
});

test("an address begins five trials a day, an IPv6 network counts as one address", async () => {
  const allowances = openAllowances();
  const may = (address: string) => allowances.may("trialsFromNetwork", networkOf(address));
  for (let turn = 0; turn < 5; turn++) assert.equal(await may("192.0.2.1"), true);
  for (const spelling of ["192.0.2.1", "::ffff:192.0.2.1", "::FFFF:c000:201"]) assert.equal(await may(spelling), false);
  assert.equal(await may("192.0.2.2"), true);
  for (let turn = 0; turn < 5; turn++) assert.equal(await may(`2001:db8:1:2::${turn}`), true);
  assert.equal(await may("2001:0DB8:0001:0002:ffff::1"), false);
  assert.equal(await may("2001:db8:1:2::9%eth0"), false);
  assert.equal(await may("2001:db8:1:3::1"), true);
  // To a server behind a proxy on its own machine that it does not trust, everybody is this machine.
  for (let turn = 0; turn < 5; turn++) assert.equal(await may("127.0.0.1"), true);
  assert.equal(await may("127.0.0.1"), false);
});
