/** What the dashboard says of plan, standing and limits, with billing and without, and what people decide by. */
import assert from "node:assert/strict";
import { fastify } from "fastify";
import { afterAll, beforeAll, test } from "vitest";
import { deleteAccount, setAccount, startTrial } from "../../src/access/accounts.ts";
import { addKey, revokeOwnKey } from "../../src/access/keys/account-keys.ts";
import type { Standing } from "../../src/access/plans.ts";
import type { AccessTables } from "../../src/access/tables.ts";
import { tablesOf } from "../../src/database/engine.ts";
import { registerDocs } from "../../src/web/docs/routes.ts";
import { setUsed } from "../support/access.ts";
import { send } from "../support/api.ts";
import type { Page } from "../support/document.ts";
import { docsOptions } from "../support/page-site.ts";
import { openManageSite, testBilling } from "./manage-site.ts";

type Site = Awaited<ReturnType<typeof openManageSite>>;
let site: Site;
let billed: Site;
beforeAll(async () => {
  site = await openManageSite();
  billed = await openManageSite({ billing: testBilling() });
});
afterAll(async () => {
  await site[Symbol.asyncDispose]();
  await billed[Symbol.asyncDispose]();
});

const now = () => new Date();

/** The words of a card of the dashboard, by its title. */
function cardOf(page: Page, title: RegExp): string {
  return page.texts(".card.tile").find((card) => title.test(card)) ?? "";
}

const tells: Readonly<Record<Standing, readonly [withBilling: RegExp, without: RegExp]>> = {
  trialing: [/left in your trial[\s\S]*Subscribe before that/, /left in your trial[\s\S]*To go on after that, ask/],
  trial_ended: [/Your trial has ended[\s\S]*Subscribe to go on/, /Your trial has ended[\s\S]*To go on, ask/],
  active: [/Standard plan/, /Standard plan[\s\S]*The month renews/],
  past_due: [
    /The last payment did not go through[\s\S]*Update the payment/,
    /Your plan is past due[\s\S]*To go on, ask/,
  ],
  canceled: [/Your subscription was canceled[\s\S]*Subscribe again/, /Your plan was canceled[\s\S]*To go on, ask/],
};

for (const [standing, [withBilling, without]] of Object.entries(tells) as [Standing, readonly [RegExp, RegExp]][]) {
  test(`${standing}: the page tells what to do, and without billing it speaks of no subscription`, async () => {
    const email = `${standing}@example.com`;
    for (const [place, text] of [
      [billed, withBilling],
      [site, without],
    ] as const) {
      await setAccount(place.access, email, { standing }, now());
      const { body } = await (await place.member(email)).get("");
      assert.match(body, text);
      assert.equal(/Billing is not configured on this server/.test(body), place === site);
      if (place === site) assert.doesNotMatch(body, /subscri|payment|cancel(?!ed)/i);
      assert.equal(body.match(/<tr><th scope="row">/g)?.length, 30);
    }
  });
}

test("nothing is said to reset for who is past due or canceled", async () => {
  const member = await site.member("paused@example.com");
  for (const standing of ["past_due", "canceled"] as const) {
    await setAccount(site.access, "paused@example.com", { standing }, now());
    const card = cardOf((await member.get("")).page, /Period/);
    assert.match(card, /^Period ?Paused ?nothing resets until the account is active/);
  }
});

test("a quota that is spent is said so, and when it resets or that a trial's does not", async () => {
  const cases: readonly [Site, Standing, RegExp][] = [
    [billed, "trialing", /trial are used up[\s\S]*do not reset\. Subscribe to go on[\s\S]*class="primary">Subscribe</],
    [site, "trialing", /trial are used up[\s\S]*do not reset\. To go on, ask the operator/],
    [site, "active", /this month are used up[\s\S]*All 7 are made; more are refused until they reset on <time/],
    [billed, "active", /this month are used up[\s\S]*You canceled the subscription: it ends on <time/],
  ];
  for (const [place, standing, text] of cases) {
    const email = `spent-${standing}@example.com`;
    const { periodEndMs } = await setAccount(place.access, email, { standing, requestsPerMonth: 7 }, now());
    const member = await place.member(email);
    await setUsed(place.access, email, 6);
    assert.doesNotMatch((await member.get("")).body, /used up/);
    await setUsed(place.access, email, 7);
    const { body } = await member.get("");
    assert.match(body, /<span class="pill bad">Quota used up<\/span>/);
    assert.match(body, text);
    if (standing === "active") assert.ok(body.includes(`datetime="${new Date(periodEndMs).toISOString()}"`));
  }
});

test("a month that a canceled subscription does not outlive resets nothing", async () => {
  const endMs = Date.now() + 1; // also before the last of the month is over
  const billing = {
    ...testBilling(),
    stateOf: async () => ({ cancelsAtMs: endMs, hasCustomer: true, hasSubscription: true }),
  };
  await using ending = await openManageSite({ billing });
  await setAccount(ending.access, "ends@example.com", { standing: "active", requestsPerMonth: 0 }, now());
  const { body } = await (await ending.member("ends@example.com")).get("");
  assert.match(body, /All 0 are made, and no more will come/);
});

test("a mailbox that has had its trial is offered none, also under another spelling", async () => {
  for (const place of [site, billed]) {
    await startTrial(place.access, "again@example.com", now());
    await deleteAccount(place.access, "again@example.com");
    for (const email of ["again@example.com", "again+bets@example.com"]) {
      const member = await place.member(email);
      const { body } = await member.get("");
      assert.doesNotMatch(body, /Start the 3-day trial|Pick a plan/);
      assert.match(body, /Used up <span>one for each mailbox<\/span>/);
      assert.equal(/action="\/manage\/subscribe"/.test(body), place === billed);
    }
  }
  assert.match((await (await site.member("fresh@example.com")).get("")).body, /Start the 3-day trial/);
});

test("this minute's meter is of the key that is nearest to its limit, and tells of the others", async () => {
  const email = "minute@example.com";
  await setAccount(site.access, email, { plan: "standard", requestsPerMinute: 30 }, now());
  const member = await site.member(email);
  const minute = async () => cardOf((await member.get("")).page, /minute/i);
  const asked = async (requests: number): Promise<string> => {
    const { keyId = "" } = (await addKey(site.access, email, "", now())) ?? {};
    await tablesOf<AccessTables>(site.access.kysely)
      .insertInto("key_windows")
      .values({ key_id: keyId, node: "a", at_ms: Date.now() - 1000, requests })
      .execute();
    return keyId;
  };
  assert.match(await minute(), /^Requests this minute ?0 of 30 ?no active key$/);
  const first = await asked(28);
  assert.match(await minute(), /^Requests this minute ?28 of 30 ?in the last 60 seconds$/);
  await revokeOwnKey(site.access, email, first, now());
  assert.match(await minute(), /0 of 30 ?no active key; 28 by revoked keys in the last 60 seconds$/);
  await asked(5);
  assert.match(await minute(), /5 of 30 ?in the last 60 seconds, and 28 by revoked keys$/);
  await asked(12);
  assert.match(await minute(), /^This minute, busiest key ?12 of 30 ?last 60 seconds; 45 by all keys$/);
});

const links = {
  terms: "https://gradeline.example/terms",
  support: "mailto:help@gradeline.example",
  status: "https://status.example/?a=1&b=2",
};

test("the price stands on the page before sign-in, on the offer and beside Subscribe", async () => {
  await using site = await openManageSite({ billing: testBilling(), planPrice: "$19 a month" });
  assert.match((await site.browser().get("")).page.text("#price"), /^Standard\$19 a month/);
  const member = await site.member("new@example.com");
  assert.ok((await member.get("")).page.texts(".figure").includes("$19 a month cancel at any time"));
  await member.post("/trial");
  assert.match((await member.get("")).page.text(".card.notice"), /Subscribe\$19 a month/);
});

test("without billing or a price the pages say on request or monthly", async () => {
  await using site = await openManageSite({ planPrice: "<b>€19</b> a month" });
  const { page } = await (await site.member("new@example.com")).get("");
  assert.ok(page.texts(".figure").includes("<b>€19</b> a month from the operator of this server"));
  await using unpriced = await openManageSite({ billing: testBilling() });
  assert.match((await unpriced.browser().get("")).page.text("#price"), /^StandardMonthly/);
  const offers = await (await unpriced.member("new@example.com")).get("");
  assert.ok(offers.page.texts(".figure").some((text) => text.startsWith("Monthly ")));
});

test("the footers of docs and management page have the operator's links, and none that is not set", async () => {
  for (const [set, wanted] of [
    [links, Object.values(links)],
    [undefined, []],
  ] as const) {
    await using site = await openManageSite(set === undefined ? {} : { links: set });
    await using docs = fastify();
    registerDocs(docs, docsOptions(set));
    const pages = await Promise.all(["/docs", "/docs/nothing"].map((path) => send(docs, "GET", path)));
    for (const { page } of [await site.browser().get(""), ...pages])
      assert.deepEqual(page.links("footer").slice(4), wanted, page.text("title"));
  }
});
