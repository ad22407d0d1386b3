/** A notice is named by the address, which anybody can make: it is said only where it fits. */
import assert from "node:assert/strict";
import { afterAll, beforeAll, test } from "vitest";
import { setAccount, startTrial } from "../../src/access/accounts.ts";
import { addKey, revokeOwnKey } from "../../src/access/keys/own-keys.ts";
import { notices } from "../../src/web/manage/frame/notices.ts";
import { openManageSite, type TestBrowser, testBilling } from "./manage-site.ts";

let site: Awaited<ReturnType<typeof openManageSite>>;
let billed: Awaited<ReturnType<typeof openManageSite>>;
beforeAll(async () => {
  site = await openManageSite();
  billed = await openManageSite({ billing: testBilling() });
});
afterAll(async () => {
  await site[Symbol.asyncDispose]();
  await billed[Symbol.asyncDispose]();
});

/** The codes of all that is said to this visitor at an address that asks for it. */
async function toldTo(browser: TestBrowser, path = ""): Promise<readonly string[]> {
  const told: string[] = [];
  for (const code of Object.keys(notices)) {
    const { body } = await browser.get(`${path}?notice=${code}`);
    if (/<p class="notice/.test(body)) told.push(code);
  }
  return told;
}

test("who is signed out hears of signing in and out, and nothing of an account", async () => {
  const codes = ["not_an_address", "too_many", "mail_failed", "link_expired", "sign_in", "signed_out", "deleted"];
  assert.deepEqual(await toldTo(site.browser()), codes);
  assert.doesNotMatch((await billed.browser().get("?checkout=done")).body, /<p class="notice/);
});

test("who is signed in is not told that the account is deleted, or anything else that is not so", async () => {
  const now = new Date();
  const begins = await site.member("begins@example.com");
  assert.deepEqual(await toldTo(begins), ["link_expired", "too_many_trials", "no_account", "no_billing"]);
  await startTrial(site.access, "begins@example.com", now);
  assert.deepEqual(await toldTo(begins), ["link_expired", "trial_started", "no_billing"]);
  const { keyId = "" } = (await addKey(site.access, "begins@example.com", "", now)) ?? {};
  assert.deepEqual(await toldTo(begins), ["link_expired", "trial_started", "key_made", "key_renamed", "no_billing"]);
  await revokeOwnKey(site.access, "begins@example.com", keyId, now);
  assert.deepEqual(await toldTo(begins), [
    "link_expired",
    "trial_started",
    "key_made",
    "key_revoked",
    "key_gone",
    "no_billing",
  ]);
  await setAccount(site.access, "begins@example.com", { standing: "trial_ended" }, now);
  assert.deepEqual((await toldTo(begins)).slice(0, 2), ["link_expired", "trial_refused"]);
  assert.deepEqual(await toldTo(begins, "/delete"), ["delete_mismatch"]);
  assert.deepEqual(await toldTo(begins, "/nothing"), []);
});

test("with billing, a subscriber hears of billing", async () => {
  await setAccount(billed.access, "pays@example.com", { standing: "active" }, new Date());
  const pays = await billed.member("pays@example.com");
  const codes = ["link_expired", "subscribed", "back", "checkout_done", "billing_failed"];
  assert.deepEqual(await toldTo(pays), codes);
  assert.match((await pays.get("?checkout=done")).body, /Thank you\./);
});

test("without billing, no notice speaks of subscribing", async () => {
  const begins = await site.member("trial-limit@example.com");
  assert.match((await begins.get("?notice=too_many_trials")).body, /or ask the operator of this server/);
  await setAccount(site.access, "trial-limit@example.com", { standing: "trial_ended" }, new Date());
  const { body } = await begins.get("?notice=trial_refused");
  assert.match(body, /This mailbox has had its trial\. To go on, ask the operator of this server\./);
  assert.doesNotMatch(body, /subscri/i);
});
