/** The management page, route by route. */
import assert from "node:assert/strict";
import { sign } from "@fastify/cookie";
import { test } from "vitest";
import { readAccount } from "../../src/access/accounts.ts";
import { openGate } from "../../src/access/gate.ts";
import {
  addKey,
  isActiveKey,
  listKeys,
  mostKeys,
  mostKeysADay,
  revokeOwnKey,
} from "../../src/access/keys/account-keys.ts";
import { closedAfterAll } from "../support/api.ts";
import { History, signed, startStripe } from "../support/stripe.ts";
import { billingOf, cookieSecret, openManageSite, testBilling } from "./manage-site.ts";

const site = closedAfterAll(await openManageSite());

const now = () => new Date();
const standard = { plan: "standard" } as const;

/** Somebody on the standard plan who has a key. */
async function keeper(email: string, name: string) {
  const member = await site.member(email, standard);
  const { keyId = "", key = "" } = (await addKey(site.access, email, name, now())) ?? {};
  return { member, keyId, key };
}

test("a visitor asks for a link, sees it where the operator has it so, and signs in with one button", async () => {
  await using site = await openManageSite({ showsLinks: true });
  const visitor = site.browser();
  const sent = await visitor.post("/sign-in", { email: "First@Example.com" });
  const link = site.links.at(-1) ?? "";
  assert.deepEqual([sent.status, sent.page.text("h1")], [200, "Your sign-in link"]);
  assert.ok(sent.page.links("main").includes(link), "the link is shown");

  const { pathname, searchParams, search } = new URL(link);
  assert.equal(pathname, "/manage/link");
  const path = `/link${search}`;
  for (let scan = 0; scan < 3; scan++)
    assert.match((await site.browser().get(path)).page.text("main"), /As first@example\.com\./);
  const token = searchParams.get("token") ?? "";
  const { page } = await visitor.get(path);
  assert.deepEqual([page.text("main form button"), page.attribute("value", "[name=token]")], ["Sign in", token]);
  const used = await visitor.post("/link", { token });
  assert.deepEqual([used.status, used.headers.location], [303, "/manage"]);
  // The pages beside /manage get the session, too.
  const cookies = String(used.headers["set-cookie"]);
  assert.match(cookies, /gradeline\.session_token=[^;]+; [^,]*Path=\/; HttpOnly; SameSite=Lax/);
  assert.match((await visitor.follow(used)).body, /first@example\.com/);
  for (const again of [await site.browser().get(path), await visitor.post("/link", { token })])
    assert.match(again.notice, /has expired/);
});

test("without the operator's word a link is shown to nobody, wherever the request says that it comes from", async () => {
  const claims: readonly Record<string, string>[] = [
    {},
    { host: "localhost" },
    { host: "localhost", origin: "http://localhost", "x-forwarded-for": "127.0.0.1", "x-forwarded-host": "localhost" },
    { host: "keys.example.com" },
    { "x-forwarded-for": "203.0.113.9" },
    { forwarded: "for=127.0.0.1;host=localhost" },
  ];
  for (const headers of claims) {
    const before = site.links.length;
    const from = { "sec-fetch-site": "same-origin", ...headers };
    const sent = await site.browser().post("/sign-in", { email: "far@example.com" }, from);
    assert.equal(site.links.length, before + 1);
    assert.ok(site.links.at(-1)?.startsWith("http://127.0.0.1:8080/manage/link?token="), "the link is of MANAGE_URL");
    assert.match(sent.page.text("main"), /Ask the operator.*far@example\.com/);
    assert.doesNotMatch(sent.body, /token/);
    assert.equal(sent.headers["set-cookie"], undefined);
  }
});

test("with mail the link is only sent, and the page says the same to everyone", async () => {
  await using mailed = await openManageSite({ isMailed: true });
  const { page, body } = await mailed.browser().post("/sign-in", { email: "a@example.com" });
  assert.deepEqual([page.text("h1"), mailed.links.length], ["Check your e-mail", 1]);
  assert.doesNotMatch(body, /token/);
});

// An address that is too long is not cut to somebody else's.
test.for([`${"x".repeat(242)}@example.commerce`, '"><b>x'])(
  "%s is no address, which is said beside the field, and stays as text",
  async (email) => {
    const before = site.links.length;
    const { body, page } = await site.browser().post("/sign-in", { email });
    assert.match(page.text("[role=alert]"), /not an e-mail address/);
    assert.match(page.text("title"), /^Error: Sign in/);
    assert.deepEqual([page.attribute("value", "#email"), page.attribute("aria-invalid")], [email, "true"]);
    assert.deepEqual([body.includes("<b>x"), site.links.length], [false, before]);
  },
);

test("every form is refused that does not say that one of our own pages sent it", async () => {
  const member = await site.member("guarded@example.com");
  const paths = ["/sign-in", "/link", "/trial", "/subscribe", "/billing", "/keys", "/keys/x/rename", "/keys/x/revoke"];
  for (const path of [...paths, "/sign-out", "/delete"]) {
    for (const headers of [
      {},
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site", origin: "http://127.0.0.1:8080" },
      { origin: "https://evil.example" },
      { origin: "https://evil.example", "x-forwarded-host": "evil.example" },
      { origin: "null" },
    ]) {
      const { status, page } = await member.post(path, {}, headers as Record<string, string>);
      assert.deepEqual([status, page.text("h1")], [403, "This form came from another site"], path);
    }
  }
  assert.equal(await readAccount(site.access, "guarded@example.com", now()), null);
  assert.match((await member.post("/trial")).notice, /Your trial has begun/);
});

test("without a session every page of a member leads to the sign-in form, and changes nothing", async () => {
  const visitor = site.browser();
  const asked = ["/delete", "/keys/x/rename", "/keys/x/revoke"].map((path) => visitor.get(path));
  for (const sent of [...asked, visitor.post("/keys", { name: "x" })]) {
    const { status, notice } = await sent;
    assert.deepEqual([status, notice], [303, "Sign in to see that page."]);
  }
});

test("the trial begins once, and a key is shown once: a reload makes no other", async () => {
  const member = await site.member("keys@example.com");
  assert.match((await member.get("")).body, /Start the 3-day trial/);
  assert.match((await member.post("/keys", { form: "0" })).notice, /needs a plan/);
  assert.match((await member.follow(await member.post("/trial"))).body, /Create your first key/);
  assert.match((await member.post("/trial")).notice, /has had its trial/);

  const name = '<img src=x onerror="alert(1)">';
  const { status, headers, page } = await member.post("/keys", { form: "0", name });
  assert.deepEqual([status, headers["cache-control"], page.text("h1")], [200, "no-store", `Key “${name}” created`]);
  const key = page.text("#new-key");
  assert.ok(await isActiveKey(site.access, key));
  const curl = `curl -H "Authorization: Bearer ${key}" "http://127.0.0.1:8080/v1/games?sport=nfl&limit=2"`;
  assert.equal(page.text("#curl"), curl);

  const formIn = async () => (await member.get("")).page.attribute("value", "[name=form]");
  assert.notEqual(await formIn(), await formIn(), "a second tab makes a key of its own");
  const reloaded = await member.post("/keys", { form: "0", name });
  assert.match(reloaded.notice, /made already/);
  const home = (await member.follow(reloaded)).body;
  assert.equal((await listKeys(site.access, "keys@example.com")).length, 1);
  assert.ok(!home.includes(key) && !home.includes("<img src=x") && home.includes("&#60;img"));
});

test("keys are listed with prefix, last four, name, created, last used and status, and never whole", async () => {
  const { member, key, keyId } = await keeper("listed@example.com", "notebook");
  const gate = openGate(site.access);
  assert.ok((await gate.admit({ authorization: undefined, apiKey: key, address: "127.0.0.1" })).ok);
  await gate.close();
  const { page, body } = await member.get("");
  const item = page.text(".rows li");
  for (const part of ["notebook", key.slice(0, 12), key.slice(-4), "created", "used", "just now"])
    assert.ok(item.includes(part), `${part} in ${item}`);
  assert.ok(!body.includes(key) && !body.includes(key.slice(12, -4)));
  await member.post(`/keys/${keyId}/revoke`);
  assert.match((await member.get("")).page.text("main details"), /Revoked keys \(1\).*notebook.*, revoked /);
});

test("a key is renamed and, after a question, revoked", async () => {
  const email = "rename@example.com";
  const { member, keyId, key } = await keeper(email, "old");
  const nameOf = async () => (await listKeys(site.access, email))[0]?.name;
  assert.equal((await member.get(`/keys/${keyId}/rename`)).page.attribute("value", "#name"), "old");
  // The field takes 60; who sends more does not type it there.
  for (const [sent, kept] of [
    ["W".repeat(10_000), "W".repeat(60)],
    [" new\u202e\u0000\nname ", "new name"],
  ] as const) {
    assert.match((await member.post(`/keys/${keyId}/rename`, { name: sent })).notice, /was renamed/);
    assert.equal(await nameOf(), kept);
  }
  assert.equal((await member.get(`/keys/${keyId}/revoke`)).page.text("h1"), "Revoke “new name”?");
  assert.ok(await isActiveKey(site.access, key), "asking revokes nothing");
  assert.match((await member.post(`/keys/${keyId}/revoke`)).notice, /The key was revoked/);
  assert.ok(!(await isActiveKey(site.access, key)));
  assert.match((await member.post(`/keys/${keyId}/revoke`)).notice, /revoked already/);
  assert.equal((await member.get(`/keys/${keyId}/rename`)).status, 404);
});

test("other people's keys answer as keys that do not exist", async () => {
  const { keyId, key } = await keeper("owner@example.com", "mine");
  const member = await site.member("nosy@example.com");
  for (const action of ["rename", "revoke"]) {
    const theirs = await member.get(`/keys/${keyId}/${action}`);
    const unknown = await member.get(`/keys/unknown/${action}`);
    assert.deepEqual([theirs.status, theirs.body], [404, unknown.body]);
    assert.equal((await member.post(`/keys/${keyId}/${action}`, { name: "x" })).status, 404);
  }
  assert.ok(await isActiveKey(site.access, key));
  assert.equal((await listKeys(site.access, "owner@example.com"))[0]?.name, "mine");
});

test("an account with as many keys as it may have, or may make in a day, is told so", async () => {
  const email = "many@example.com";
  const member = await site.member(email, standard);
  for (let key = 0; key < mostKeys; key++) await addKey(site.access, email, "", now());
  assert.doesNotMatch((await member.get("")).body, /Create key|create another, switch/);
  assert.match((await member.post("/keys", { form: "one more" })).notice, /An account has at most 20 active keys/);
  for (let key = 0; key < mostKeysADay; key++) {
    for (const { keyId } of await listKeys(site.access, email)) await revokeOwnKey(site.access, email, keyId, now());
    await addKey(site.access, email, "", now());
  }
  assert.match((await member.post("/keys", { form: "another" })).notice, /makes at most 50 keys in 24 hours/);
});

test("deleting needs the address typed, and leaves nothing to sign in to", async () => {
  const email = "leaving@example.com";
  const { member, key } = await keeper(email, "");
  const other = await site.member(email);
  const { page } = await member.post("/delete", { email: "other@example.com" });
  assert.match(page.text("[role=alert]"), /Nothing was deleted/);
  assert.equal(page.attribute("aria-invalid", "#email"), "true");
  const deleted = await member.post("/delete", { email: " Leaving@Example.com" });
  assert.match(deleted.notice, /are deleted/);
  assert.equal(await readAccount(site.access, email, now()), null);
  assert.ok(!(await isActiveKey(site.access, key)));
  for (const each of [await member.follow(deleted), await other.get("")])
    assert.match(each.body, /Send sign-in link/, "signed out everywhere");
});

test("a notice is told once, on the next page, and by no address or cookie of somebody's own making", async () => {
  const member = await site.member("told@example.com");
  const refused = await member.post("/keys", { form: "0" });
  const cookie = [refused.headers["set-cookie"]].flat().find((each) => String(each).startsWith("gradeline_notice="));
  assert.match(String(cookie), /; Max-Age=60; Path=\/manage; HttpOnly; SameSite=Lax$/);
  const { page } = await member.follow(refused);
  assert.equal(page.text(".notice.bad[role=alert]"), "A key needs a plan, and you have none yet.");
  const isSilent = async (path = "") => {
    const { status, page } = await member.get(path);
    assert.deepEqual([status, page.texts(".notice")], [200, []], path);
  };
  await isSilent();
  await isSilent("?notice=deleted&checkout=done");
  const value = (text: string) => Buffer.from(text).toString("base64url");
  const forged = value('{"tone":"bad","text":"Call us"}');
  // Another version of this server signs with the same secret.
  const ofOthers = ["no JSON", "null", "[]", '{"text":1}'].map((text) => sign(value(text), cookieSecret));
  for (const made of [forged, `${forged}.${"A".repeat(43)}`, "<b>x", "%ff", ...ofOthers]) {
    member.cookies.set("gradeline_notice", made);
    await isSilent();
  }
});

test("signing out ends the session, also for who kept the cookie", async () => {
  const member = await site.member("out@example.com");
  const kept = new Map(member.cookies);
  assert.match((await member.post("/sign-out")).notice, /signed out/);
  for (const [name, value] of kept) member.cookies.set(name, value);
  assert.match((await member.get("")).body, /Send sign-in link/);
});

test("subscribing leads to Checkout, managing to the portal, and deleting cancels first", async () => {
  const calls: string[] = [];
  await using paid = await openManageSite({ billing: testBilling(calls) });
  const email = "payer@example.com";
  const visitor = await paid.member(email);
  assert.equal((await visitor.post("/subscribe")).headers.location, "https://checkout.stripe.com/c/1");
  assert.match((await visitor.get("")).body, /Welcome back\. What was paid or changed/);
  const member = await paid.member(email, standard);
  assert.match((await member.post("/subscribe")).notice, /subscription already/);
  assert.match((await member.get("")).page.text("main"), /ends on 31 Jan 2030, 00:00 UTC/);
  assert.equal((await member.post("/billing")).headers.location, "https://billing.stripe.com/p/1");
  await member.post("/delete", { email });
  assert.deepEqual(calls, [`checkout ${email}`, `portal ${email}`, `cancel ${email}`]);
});

test("with Stripe's settings a server leads to Checkout, and the signed event makes the plan active", async () => {
  const stripe = await startStripe();
  await using paid = await openManageSite({ env: billingOf(stripe.url) });
  const email = "payer@example.com";
  const member = await paid.member(email, { standing: "trial_ended" });
  const { location } = (await member.post("/subscribe")).headers;
  assert.match(String(location), /^https:\/\/checkout\.stripe\.com\/c\/pay\/cs_\d+$/);
  const form = stripe.requests.findLast(({ path }) => path === "/v1/checkout/sessions")?.form ?? {};
  const own = "http://127.0.0.1:8080/manage";
  assert.deepEqual([form.client_reference_id, form.success_url, form.cancel_url], [email, own, own]);
  const nowMs = Date.now();
  const names = { id: "sub_1", customer: "cus_1", account: email, createdMs: nowMs };
  const event = new History(names, { startMs: nowMs, endMs: nowMs + 30 * 86_400_000 }).created();
  stripe.keep(event);
  const { body: payload, signature } = signed(event, nowMs);
  const headers = { "content-type": "application/json", "stripe-signature": signature };
  // Stripe sends it from nowhere that has a session.
  const taken = await paid.browser().send({ method: "POST", url: "/manage/stripe/events", headers, payload });
  assert.equal(taken.status, 200);
  assert.equal((await readAccount(paid.access, email, now()))?.standing, "active");
  assert.equal((await member.post("/billing")).headers.location, "https://billing.stripe.com/p/session/cus_1");
  await stripe.close();
});

test("when billing does not answer, nothing is changed, and the page says so", async () => {
  await using paid = await openManageSite({ billing: testBilling([], true) });
  const email = "payer@example.com";
  const member = await paid.member(email, { standing: "canceled" });
  for (const path of ["/subscribe", "/billing", "/delete"])
    assert.match((await member.post(path, { email })).notice, /did not answer/);
  assert.notEqual(await readAccount(paid.access, email, now()), null);
});
