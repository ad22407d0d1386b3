/** The management page, route by route. */
import assert from "node:assert/strict";
import { sign } from "@fastify/cookie";
import { afterAll, beforeAll, test } from "vitest";
import { readAccount, setAccount } from "../../src/access/accounts.ts";
import { openGate } from "../../src/access/gate.ts";
import {
  addKey,
  isActiveKey,
  listKeys,
  mostKeys,
  mostKeysADay,
  revokeOwnKey,
} from "../../src/access/keys/account-keys.ts";
import { cookieSecret, keyIn, noticeIn, openManageSite, testBilling } from "./manage-site.ts";

let site: Awaited<ReturnType<typeof openManageSite>>;
beforeAll(async () => {
  site = await openManageSite();
});
afterAll(() => site[Symbol.asyncDispose]());

const now = () => new Date();

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
  const page = await visitor.get(path);
  assert.deepEqual(
    [page.page.text("main form button"), page.page.attribute("value", "[name=token]")],
    ["Sign in", token],
  );
  const used = await visitor.post("/link", { token });
  assert.deepEqual([used.status, used.headers.location], [303, "/manage"]);
  // The pages beside /manage get the session, too.
  assert.match(
    String(used.headers["set-cookie"]),
    /gradeline\.session_token=[^;]+; [^,]*Path=\/; HttpOnly; SameSite=Lax/,
  );
  assert.match((await visitor.follow(used)).body, /first@example\.com/);

  assert.match(noticeIn(await site.browser().get(path)), /has expired/);
  assert.match(noticeIn(await visitor.post("/link", { token })), /has expired/);
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

test("a form is of the page where its origin is the page's own, whatever a proxy says of the host", async () => {
  const asked = (headers: Record<string, string>) =>
    site.browser().post("/sign-in", { email: "origin@example.com" }, { origin: "https://evil.example", ...headers });
  assert.equal((await asked({ "x-forwarded-host": "evil.example" })).status, 403);
  assert.equal((await asked({ origin: "http://127.0.0.1:8080" })).status, 200);
});

test("with mail the link is only sent, and the page says the same to everyone", async () => {
  await using mailed = await openManageSite({ isMailed: true });
  const sent = await mailed.browser().post("/sign-in", { email: "a@example.com" });
  assert.match(sent.body, /Check your e-mail/);
  assert.equal(mailed.links.length, 1);
  assert.doesNotMatch(sent.body, /token/);
});

test("what is no address is said so beside the field, and what was typed is kept as text", async () => {
  const before = site.links.length;
  // An address that is too long is not cut to somebody else's.
  const long = await site.browser().post("/sign-in", { email: `${"x".repeat(242)}@example.commerce` });
  assert.match(long.page.text("[role=alert]"), /not an e-mail address/);
  assert.equal(site.links.length, before);
  const { body, page } = await site.browser().post("/sign-in", { email: '"><b>x' });
  assert.match(page.text("[role=alert]"), /not an e-mail address/);
  assert.deepEqual([page.attribute("value", "#email"), page.attribute("aria-invalid")], ['"><b>x', "true"]);
  assert.match(page.text("title"), /^Error: Sign in/);
  assert.ok(!body.includes("<b>x"));
});

test("every form is refused that does not say that one of our own pages sent it", async () => {
  const member = await site.member("guarded@example.com");
  const paths = ["/sign-in", "/link", "/trial", "/subscribe", "/billing", "/keys", "/keys/x/rename", "/keys/x/revoke"];
  for (const path of [...paths, "/sign-out", "/delete"]) {
    for (const headers of [
      {},
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site", origin: "http://127.0.0.1:8080" },
      { origin: "https://evil.example" },
      { origin: "null" },
    ]) {
      const refused = await member.post(path, {}, headers as Record<string, string>);
      assert.equal(refused.status, 403, `${path} ${JSON.stringify(headers)}`);
      assert.equal(refused.page.text("h1"), "This form came from another site");
    }
  }
  assert.equal(await readAccount(site.access, "guarded@example.com", now()), null);
  assert.match(noticeIn(await member.post("/trial")), /Your trial has begun/);
});

test("without a session every page of a member leads to the sign-in form, and changes nothing", async () => {
  const visitor = site.browser();
  for (const path of ["/delete", "/keys/x/rename", "/keys/x/revoke"]) {
    assert.match(noticeIn(await visitor.get(path)), /Sign in to see/);
  }
  const sent = await visitor.post("/keys", { name: "x" });
  assert.deepEqual([sent.status, noticeIn(sent)], [303, "Sign in to see that page."]);
});

test("the trial begins once, and a key is shown once: a reload makes no other", async () => {
  const member = await site.member("keys@example.com");
  assert.match((await member.get("")).body, /Start the 3-day trial/);
  assert.match(noticeIn(await member.post("/keys", { form: "0" })), /needs a plan/);
  const started = await member.follow(await member.post("/trial"));
  assert.match(started.body, /Create your first key/);
  assert.match(noticeIn(await member.post("/trial")), /has had its trial/);

  const name = '<img src=x onerror="alert(1)">';
  const made = await member.post("/keys", { form: "0", name });
  assert.equal(made.status, 200);
  assert.equal(made.headers["cache-control"], "no-store");
  assert.match(made.body, /<h1>Key “<bdi>&#60;img [^<]*<\/bdi>” created<\/h1>/);
  const key = keyIn(made.body);
  assert.ok(await isActiveKey(site.access, key));
  const curl = `curl -H "Authorization: Bearer ${key}" "http://127.0.0.1:8080/v1/games?sport=nfl&limit=2"`;
  const shown = /<code id="curl"[^>]*>([^<]*)</.exec(made.body)?.[1]?.replaceAll("&#34;", '"');
  assert.equal(shown?.replaceAll("&#61;", "=").replaceAll("&#38;", "&"), curl);

  const formIn = async () => (await member.get("")).page.attribute("value", "[name=form]");
  assert.notEqual(await formIn(), await formIn(), "a second tab makes a key of its own");
  const reloaded = await member.post("/keys", { form: "0", name });
  assert.match(noticeIn(reloaded), /made already/);
  const home = (await member.follow(reloaded)).body;
  assert.equal((await listKeys(site.access, "keys@example.com")).length, 1);
  assert.ok(!home.includes(key) && !home.includes("<img src=x") && home.includes("&#60;img"));
});

test("keys are listed with prefix, last four, name, created, last used and status, and never whole", async () => {
  const email = "listed@example.com";
  await setAccount(site.access, email, { plan: "standard" }, now());
  const { key = "", keyId = "" } = (await addKey(site.access, email, "notebook", now())) ?? {};
  const gate = openGate(site.access);
  assert.ok((await gate.admit({ authorization: undefined, apiKey: key, address: "127.0.0.1" })).ok);
  await gate.close();
  const member = await site.member(email);
  const active = (await member.get("")).body;
  const [item = ""] = /<li class="key"[\s\S]*?<\/li>|<li[^>]*>[\s\S]*?notebook[\s\S]*?<\/li>/.exec(active) ?? [];
  for (const part of ["notebook", key.slice(0, 12), key.slice(-4), "created", "used", "just now"]) {
    assert.ok(item.includes(part), `${part} in ${item}`);
  }
  assert.ok(!active.includes(key) && !active.includes(key.slice(12, -4)));
  await member.post(`/keys/${keyId}/revoke`);
  const revoked = (await member.get("")).body;
  assert.match(revoked, /Revoked keys \(1\)[\s\S]*notebook[\s\S]*, revoked /);
});

test("a key is renamed and, after a question, revoked", async () => {
  const email = "rename@example.com";
  await setAccount(site.access, email, { plan: "standard" }, now());
  const { keyId = "", key = "" } = (await addKey(site.access, email, "old", now())) ?? {};
  const member = await site.member(email);
  assert.match((await member.get(`/keys/${keyId}/rename`)).body, /value="old"/);
  const renamed = await member.post(`/keys/${keyId}/rename`, { name: " new\u202e\u0000\nname " });
  assert.match(noticeIn(renamed), /was renamed/);
  assert.equal((await listKeys(site.access, email))[0]?.name, "new name");
  // The field takes 60; who sends more does not type it there.
  await member.post(`/keys/${keyId}/rename`, { name: "W".repeat(10_000) });
  assert.equal((await listKeys(site.access, email))[0]?.name, "W".repeat(60));
  await member.post(`/keys/${keyId}/rename`, { name: "new name" });

  assert.match((await member.get(`/keys/${keyId}/revoke`)).body, /<h1>Revoke “<bdi>new name<\/bdi>”\?<\/h1>/);
  assert.ok(await isActiveKey(site.access, key), "asking revokes nothing");
  assert.match(noticeIn(await member.post(`/keys/${keyId}/revoke`)), /The key was revoked/);
  assert.ok(!(await isActiveKey(site.access, key)));
  assert.match(noticeIn(await member.post(`/keys/${keyId}/revoke`)), /revoked already/);
  assert.equal((await member.get(`/keys/${keyId}/rename`)).status, 404);
  assert.match((await member.get("")).body, /Revoked keys \(1\)/);
});

test("other people's keys answer as keys that do not exist", async () => {
  await setAccount(site.access, "owner@example.com", { plan: "standard" }, now());
  const { keyId = "", key = "" } = (await addKey(site.access, "owner@example.com", "mine", now())) ?? {};
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
  await setAccount(site.access, email, { plan: "standard" }, now());
  for (let key = 0; key < mostKeys; key++) await addKey(site.access, email, "", now());
  const member = await site.member(email);
  assert.doesNotMatch((await member.get("")).body, /Create key|create another, switch/);
  const refused = await member.post("/keys", { form: "one more" });
  assert.match((await member.follow(refused)).body, /An account has at most 20 active keys/);
  for (let key = 0; key < mostKeysADay; key++) {
    for (const { keyId } of await listKeys(site.access, email)) await revokeOwnKey(site.access, email, keyId, now());
    await addKey(site.access, email, "", now());
  }
  assert.match(noticeIn(await member.post("/keys", { form: "another" })), /makes at most 50 keys in 24 hours/);
});

test("deleting needs the address typed, and leaves nothing to sign in to", async () => {
  const email = "leaving@example.com";
  await setAccount(site.access, email, { plan: "standard" }, now());
  const { key = "" } = (await addKey(site.access, email, "", now())) ?? {};
  const member = await site.member(email);
  const other = await site.member(email);
  const { page } = await member.post("/delete", { email: "other@example.com" });
  assert.match(page.text("[role=alert]"), /Nothing was deleted/);
  assert.equal(page.attribute("aria-invalid", "#email"), "true");
  const deleted = await member.post("/delete", { email: " Leaving@Example.com" });
  assert.match(noticeIn(deleted), /are deleted/);
  assert.equal(await readAccount(site.access, email, now()), null);
  assert.ok(!(await isActiveKey(site.access, key)));
  assert.match((await member.follow(deleted)).body, /Send sign-in link/);
  assert.match((await other.get("")).body, /Send sign-in link/, "signed out everywhere");
});

test("a notice is told once, on the next page, and by no address or cookie of somebody's own making", async () => {
  const member = await site.member("told@example.com");
  const told = /<p class="notice (\w+)" role="(\w+)">([^<]*)</;
  const refused = await member.post("/keys", { form: "0" });
  const cookie = [refused.headers["set-cookie"]].flat().find((each) => String(each).startsWith("gradeline_notice="));
  assert.match(String(cookie), /; Max-Age=60; Path=\/manage; HttpOnly; SameSite=Lax$/);
  assert.deepEqual(told.exec((await member.follow(refused)).body)?.slice(1), [
    "bad",
    "alert",
    "A key needs a plan, and you have none yet.",
  ]);
  assert.doesNotMatch((await member.get("")).body, told);
  assert.doesNotMatch((await member.get("?notice=deleted&checkout=done")).body, told);
  const value = (text: string) => Buffer.from(text).toString("base64url");
  const forged = value('{"tone":"bad","text":"Call us"}');
  // Another version of this server signs with the same secret.
  const ofOthers = ["no JSON", "null", "[]", '{"text":1}'].map((text) => sign(value(text), cookieSecret));
  for (const made of [forged, `${forged}.${"A".repeat(43)}`, "<b>x", "%ff", ...ofOthers]) {
    member.cookies.set("gradeline_notice", made);
    const { status, body } = await member.get("");
    assert.equal(status, 200, made);
    assert.doesNotMatch(body, told);
  }
});

test("signing out ends the session, also for who kept the cookie", async () => {
  const member = await site.member("out@example.com");
  const kept = new Map(member.cookies);
  assert.match(noticeIn(await member.post("/sign-out")), /signed out/);
  for (const [name, value] of kept) member.cookies.set(name, value);
  assert.match((await member.get("")).body, /Send sign-in link/);
});

test("subscribing leads to Checkout, managing to the portal, and deleting cancels first", async () => {
  const calls: string[] = [];
  await using paid = await openManageSite({ billing: testBilling(calls) });
  const member = await paid.member("payer@example.com");
  assert.equal((await member.post("/subscribe")).headers.location, "https://checkout.stripe.com/c/1");
  assert.match((await member.get("")).body, /Welcome back\. What was paid or changed/);
  await setAccount(paid.access, "payer@example.com", { plan: "standard" }, now());
  assert.match(noticeIn(await member.post("/subscribe")), /subscription already/);
  assert.match((await member.get("")).body, /ends on <time datetime="2030-01-31T00:00:00.000Z">31 Jan 2030, 00:00 UTC/);
  assert.equal((await member.post("/billing")).headers.location, "https://billing.stripe.com/p/1");
  await member.post("/delete", { email: "payer@example.com" });
  assert.deepEqual(calls, ["checkout payer@example.com", "portal payer@example.com", "cancel payer@example.com"]);
});

test("when billing does not answer, nothing is changed, and the page says so", async () => {
  await using paid = await openManageSite({ billing: testBilling([], true) });
  const member = await paid.member("payer@example.com");
  await setAccount(paid.access, "payer@example.com", { standing: "canceled" }, now());
  for (const path of ["/subscribe", "/billing"]) {
    assert.match(noticeIn(await member.post(path)), /did not answer/);
  }
  const kept = await member.post("/delete", { email: "payer@example.com" });
  assert.match(noticeIn(kept), /did not answer/);
  assert.notEqual(await readAccount(paid.access, "payer@example.com", now()), null);
});
