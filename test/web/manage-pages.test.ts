/**
 * What the dashboard says of plan, standing and limits, with billing and without, and what people decide by; and what all pages of the
 * management page have in common: headers, cookies, addresses, errors.
 */
import assert from "node:assert/strict";
import { fastify } from "fastify";
import { test } from "vitest";
import { deleteAccount, setAccount, startTrial } from "../../src/access/accounts.ts";
import { addKey, revokeOwnKey } from "../../src/access/keys/account-keys.ts";
import type { SignIn } from "../../src/access/people/sign-in.ts";
import type { Standing } from "../../src/access/plans.ts";
import type { AccessTables } from "../../src/access/tables.ts";
import { tablesOf } from "../../src/database/engine.ts";
import { registerDocs } from "../../src/web/docs/routes.ts";
import { noLinks } from "../../src/web/frame/page.ts";
import { setUsed } from "../support/access.ts";
import { closedAfterAll, send } from "../support/api.ts";
import type { Page } from "../support/document.ts";
import { docsOptions } from "../support/page-site.ts";
import { type Answer, assertStrict, openManageSite, testBilling } from "./manage-site.ts";

type Site = Awaited<ReturnType<typeof openManageSite>>;
const site = closedAfterAll(await openManageSite());
const billed = closedAfterAll(await openManageSite({ billing: testBilling() }));

const now = () => new Date();

/** The words of a card of the dashboard, by its title. */
function cardOf(page: Page, title: RegExp): string {
  return page.texts(".card.tile").find((card) => title.test(card)) ?? "";
}

const tells: Readonly<Record<Standing, readonly [withBilling: RegExp, without: RegExp]>> = {
  trialing: [/left in your trial.*Subscribe before that/, /left in your trial.*To go on after that, ask/],
  trial_ended: [/Your trial has ended.*Subscribe to go on/, /Your trial has ended.*To go on, ask/],
  active: [/Standard plan/, /Standard plan.*The month renews/],
  past_due: [/The last payment did not go through.*Update the payment/, /Your plan is past due.*To go on, ask/],
  canceled: [/Your subscription was canceled.*Subscribe again/, /Your plan was canceled.*To go on, ask/],
};

test.for(Object.entries(tells) as [Standing, readonly [RegExp, RegExp]][])(
  "%s: the page tells what to do, and without billing it speaks of no subscription",
  async ([standing, [withBilling, without]]) => {
    for (const [place, text] of [
      [billed, withBilling],
      [site, without],
    ] as const) {
      const { page, body } = await (await place.member(`${standing}@example.com`, { standing })).get("");
      assert.match(page.text("main"), text);
      assert.equal(/Billing is not configured on this server/.test(body), place === site);
      if (place === site) assert.doesNotMatch(body, /subscri|payment|cancel(?!ed)/i);
      assert.equal(page.table("Requests per day").length, 30);
      const isPaused = standing === "past_due" || standing === "canceled";
      const paused = /^Period ?Paused ?nothing resets until the account is active/;
      if (isPaused) assert.match(cardOf(page, /Period/), paused);
    }
  },
);

test("a quota that is spent is said so, and when it resets or that a trial's does not", async () => {
  const cases: readonly [Site, Standing, RegExp][] = [
    [billed, "trialing", /trial are used up.*do not reset\. Subscribe to go on/],
    [site, "trialing", /trial are used up.*do not reset\. To go on, ask the operator/],
    [site, "active", /this month are used up.*All 7 are made; more are refused until they reset on \d/],
    [billed, "active", /this month are used up.*You canceled the subscription: it ends on \d/],
  ];
  for (const [place, standing, text] of cases) {
    const email = `spent-${standing}@example.com`;
    const { periodEndMs } = await setAccount(place.access, email, { standing, requestsPerMonth: 7 }, now());
    const member = await place.member(email);
    await setUsed(place.access, email, 6);
    assert.doesNotMatch((await member.get("")).body, /used up/);
    await setUsed(place.access, email, 7);
    const { page, body } = await member.get("");
    assert.equal(page.text(".pill.bad"), "Quota used up");
    assert.match(page.text("main"), text);
    if (standing === "active") assert.ok(body.includes(`datetime="${new Date(periodEndMs).toISOString()}"`));
    else assert.equal(page.text(".card.notice button.primary"), place === billed ? "Subscribe" : "");
  }
});

test("a month that a canceled subscription does not outlive resets nothing", async () => {
  const endMs = Date.now() + 1; // also before the last of the month is over
  const billing = {
    ...testBilling(),
    stateOf: async () => ({ cancelsAtMs: endMs, hasCustomer: true, hasSubscription: true }),
  };
  await using ending = await openManageSite({ billing });
  const member = await ending.member("ends@example.com", { standing: "active", requestsPerMonth: 0 });
  assert.match((await member.get("")).body, /All 0 are made, and no more will come/);
});

test("a mailbox that has had its trial is offered none, also under another spelling", async () => {
  for (const place of [site, billed]) {
    await startTrial(place.access, "again@example.com", now());
    await deleteAccount(place.access, "again@example.com");
    for (const email of ["again@example.com", "again+bets@example.com"]) {
      const { page, body } = await (await place.member(email)).get("");
      assert.doesNotMatch(body, /Start the 3-day trial|Pick a plan/);
      assert.ok(page.texts(".figure").includes("Used up one for each mailbox"));
      assert.equal(page.texts("[action='/manage/subscribe']").length, place === billed ? 1 : 0);
    }
  }
  assert.match((await (await site.member("fresh@example.com")).get("")).body, /Start the 3-day trial/);
});

test("this minute's meter is of the key that is nearest to its limit, and tells of the others", async () => {
  const email = "minute@example.com";
  const member = await site.member(email, { plan: "standard", requestsPerMinute: 30 });
  const minute = async () => cardOf((await member.get("")).page, /minute/i);
  const asked = async (requests: number): Promise<string> => {
    const { keyId = "" } = (await addKey(site.access, email, "", now())) ?? {};
    await tablesOf<AccessTables>(site.access.kysely)
      .insertInto("key_windows")
      .values({ key_id: keyId, node: "a", at_ms: Date.now() - 1000, requests })
      .execute();
    return keyId;
  };
  assert.match(await minute(), /^This minute, busiest key ?0 of 30 ?last 60 seconds; 0 by all keys$/);
  const first = await asked(28);
  await asked(5);
  assert.match(await minute(), /28 of 30 ?last 60 seconds; 33 by all keys$/);
  await revokeOwnKey(site.access, email, first, now());
  assert.match(await minute(), /5 of 30 ?last 60 seconds; 33 by all keys$/);
});

test("the price stands before sign-in, on the offer and beside Subscribe; without one it is monthly, or on request", async () => {
  const billing = testBilling();
  for (const [settings, price, terms, onPlan] of [
    [{ billing, planPrice: "$19 a month" }, "$19 a month", "cancel at any time", "$19 a month"],
    [{ billing }, "Monthly", "cancel at any time", ""],
    [{ planPrice: "<b>€19</b>" }, "<b>€19</b>", "from the operator of this server", ""],
    [{}, "On request", "from the operator of this server", ""],
  ] as const) {
    await using site = await openManageSite(settings);
    assert.ok((await site.browser().get("")).page.text("#price").startsWith(`Standard${price}`), price);
    const member = await site.member("new@example.com");
    assert.ok((await member.get("")).page.texts(".figure").includes(`${price} ${terms}`), price);
    await member.post("/trial");
    assert.equal((await member.get("")).page.text(".card.notice .actions .hint"), onPlan);
  }
});

test("the footers of docs and management page have the operator's links, and none that is not set", async () => {
  const set = {
    terms: "https://gradeline.example/terms",
    support: "mailto:help@gradeline.example",
    status: "https://status.example/?a=1&b=2",
  };
  for (const [links, wanted] of [
    [set, Object.values(set)],
    [noLinks, []],
  ] as const) {
    await using site = await openManageSite({ links });
    await using docs = fastify();
    registerDocs(docs, docsOptions(links));
    const pages = await Promise.all(["/docs", "/docs/nothing"].map((path) => send(docs, "GET", path)));
    for (const { page } of [await site.browser().get(""), ...pages])
      assert.deepEqual(page.links("footer").slice(4), wanted, page.text("title"));
  }
});

/** Where a page leads, and what it loads. */
const addressesIn = ({ page }: Answer) =>
  [...page.document.querySelectorAll("[href], [src], [action]")].map((element) => {
    const [address] = ["href", "src", "action"].flatMap((name) => element.getAttribute(name) ?? []);
    return address ?? "";
  });

test("every page is strict about what it loads, and is kept by no cache", async () => {
  const member = await site.member("headers@example.com");
  await site.browser().post("/sign-in", { email: "reader@example.com" });
  const link = new URL(site.links.at(-1) ?? "").search;
  for (const path of ["", "/", `/link${link}`, "/delete"]) assertStrict(await member.get(path), path);
});

test("the style sheet, the script and the icon have addresses that change with them", async () => {
  const visitor = site.browser();
  const own = addressesIn(await visitor.get("")).filter((path) => path.startsWith("/manage/assets/"));
  const names = own.map((path) => /[\w.]+(?=\?v=)/.exec(path)?.[0]);
  assert.deepEqual(names.toSorted(), ["base.css", "icon.svg", "icon.svg", "manage.css", "site.js"]);
  for (const path of own) {
    const { status, headers } = await visitor.get(path.slice("/manage".length));
    const head = await visitor.send({ method: "HEAD", url: path });
    assert.deepEqual([status, head.status, head.body], [200, 200, ""]);
    assert.match(String(headers["cache-control"]), /immutable/);
  }
});

test("behind a proxy, every address is the public one, and cookies are secure and the path's own", async () => {
  for (const [manageUrl, base] of [
    ["https://keys.example.com", ""],
    ["https://example.com/account/keys/", "/account/keys"],
  ] as const) {
    await using proxied = await openManageSite({ manageUrl });
    const member = await proxied.member("a@example.com", { plan: "standard" });
    const ours = addressesIn(await member.get("")).filter((path) => !/^(?:http|#)/.test(path));
    for (const path of ours) assert.ok(path.startsWith(`${base}/`) || path === base, path);
    assert.equal((await member.get("/")).status, 200);
    const out = await member.post("/sign-out", {}, { origin: new URL(manageUrl).origin });
    assert.equal(out.headers.location, base || "/");
    const cookies = [out.headers["set-cookie"]].flat().map(String);
    const notice = cookies.find((cookie) => cookie.startsWith("gradeline_notice=")) ?? "";
    assert.ok(notice.endsWith(`; Path=${base || "/"}; HttpOnly; Secure; SameSite=Lax`), notice);
  }
});

test("no redirect comes from the request", async () => {
  const member = await site.member("redirect@example.com");
  const form = { next: "//evil.example", returnTo: "https://evil.example" };
  assert.equal((await member.post("/trial?next=//evil.example", form)).headers.location, "/manage");
});

const form = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };
const json = { "content-type": "application/json" };

/** Allow of a method that the path does not have is the last member. */
test.for<readonly [status: number, method: "GET" | "POST" | "PUT" | "PATCH", path: string, more?: object | string]>([
  [413, "POST", "/keys", { headers: form, payload: `name=${"x".repeat(20_000)}` }],
  [415, "POST", "/keys", { headers: json, payload: '{"name":"x"}' }],
  [404, "GET", "/nothing"],
  [404, "GET", "/assets/%2e%2e/manage/routes.ts"],
  [404, "GET", "/keys/%41/revoke"],
  [405, "PUT", "", "GET, HEAD"],
  [405, "POST", "", "GET, HEAD"],
  [405, "GET", "/sign-out", "POST"],
  [405, "PATCH", "/link", "GET, HEAD, POST"],
  [405, "PUT", "/keys/x/rename", "GET, HEAD, POST"],
  [405, "POST", "/assets/manage.css", "GET, HEAD"],
])("%i %s %s is answered with a page, which has the headers of all pages", async ([status, method, path, more]) => {
  const member = await site.member("errors@example.com");
  const sent = { method, url: `/manage${path}`, headers: status === 405 ? form : {} };
  const answer = await member.send({ ...sent, ...(typeof more === "object" && more) });
  assert.equal(answer.status, status);
  assert.equal(answer.headers.allow, typeof more === "string" ? more : undefined);
  assertStrict(answer, path);
  assert.match(answer.body, /Go to the start/);
});

test("a page that fails tells nothing of why", async () => {
  const signIn = { sessionOf: () => Promise.reject(new Error("a secret of ours")) } as unknown as SignIn;
  await using broken = await openManageSite({ signIn });
  const { status, body, page } = await broken.browser().get("");
  assert.deepEqual([status, page.text("h1")], [500, "Something went wrong on our side"]);
  assert.match(body, /give the operator of this server the number.*Request <code>[^<]+<\/code>/s);
  assert.doesNotMatch(body, /secret of ours/);
});

test("links to the docs and the curl line begin where the API is", async () => {
  const apiUrl = "https://x.example/gradeline";
  await using behind = await openManageSite({ manageUrl: `${apiUrl}/manage`, apiUrl });
  const member = await behind.member("a@example.com", { plan: "standard" });
  const made = await member.post("/keys", { form: "0" });
  assert.ok(made.page.text("#curl").includes(`${apiUrl}/v1/games?sport`));
  const links = addressesIn(made);
  for (const link of links) assert.match(link, /^(?:https:\/\/x\.example)?\/gradeline\/|^#/);
  assert.ok(links.includes(`${apiUrl}/docs/quick-start`));
});
