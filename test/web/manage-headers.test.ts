/** What all pages of the management page have in common: headers, cookies, addresses, errors. */
import assert from "node:assert/strict";
import { afterAll, beforeAll, test } from "vitest";
import { setAccount } from "../../src/access/accounts.ts";
import type { SignIn } from "../../src/access/people/sign-in.ts";
import { openManageSite } from "./manage-site.ts";

let site: Awaited<ReturnType<typeof openManageSite>>;
beforeAll(async () => {
  site = await openManageSite();
});
afterAll(() => site[Symbol.asyncDispose]());

test("every page is strict about what it loads, and is kept by no cache", async () => {
  const member = await site.member("headers@example.com");
  await site.browser().post("/sign-in", { email: "reader@example.com" });
  const link = new URL(site.links.at(-1) ?? "").search;
  for (const path of ["", "/", `/link${link}`, "/delete", "/nothing", "/keys/x/revoke"]) {
    const { headers, body } = await member.get(path);
    const policy = String(headers["content-security-policy"]);
    for (const rule of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"]) {
      assert.ok(policy.includes(rule), `${path}: ${rule}`);
    }
    assert.match(policy, /form-action 'self' https:\/\/checkout\.stripe\.com https:\/\/billing\.stripe\.com/);
    assert.doesNotMatch(policy, /unsafe/);
    assert.equal(headers["cache-control"], "no-store");
    assert.equal(headers["x-frame-options"], "DENY");
    assert.equal(headers["x-content-type-options"], "nosniff");
    assert.equal(headers["content-type"], "text/html; charset=utf-8");
    assert.doesNotMatch(body, /<style|<script(?! src)| style=| on[a-z]+=|javascript:/);
  }
});

test("the style sheet, the script and the icon have addresses that change with them", async () => {
  const visitor = site.browser();
  const { body } = await visitor.get("");
  const addresses = [...body.matchAll(/(?:href|src)="\/manage(\/assets\/[^"]+)"/g)].map(([, path = ""]) => path);
  assert.deepEqual(addresses.map((path) => path.slice(8, path.indexOf("?"))).toSorted(), [
    "base.css",
    "icon.svg",
    "icon.svg",
    "manage.css",
    "site.js",
  ]);
  for (const path of addresses) {
    const { status, headers } = await visitor.get(path.replace("&#61;", "="));
    assert.equal(status, 200);
    assert.match(String(headers["cache-control"]), /immutable/);
  }
});

test("behind a proxy, every address is the public one, and cookies are secure and the path's own", async () => {
  for (const [manageUrl, base] of [
    ["https://keys.example.com", ""],
    ["https://example.com/account/keys/", "/account/keys"],
  ] as const) {
    await using proxied = await openManageSite({ manageUrl });
    await setAccount(proxied.access, "a@example.com", { plan: "standard" }, new Date());
    const member = await proxied.member("a@example.com");
    const { body } = await member.get("");
    const ours = [...body.matchAll(/(?:href|src|action)="([^"]*)"/g)].map(([, path = ""]) => path);
    for (const path of ours.filter((path) => !path.startsWith("http") && !path.startsWith("#"))) {
      assert.ok(path.startsWith(`${base}/`) || path === base, path);
    }
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
  assert.doesNotMatch((await member.get("?next=https://evil.example")).body, /evil/);
  const form = { next: "//evil.example", returnTo: "https://evil.example" };
  assert.equal((await member.post("/trial?next=//evil.example", form)).headers.location, "/manage");
});

test("what is no form of ours is answered with a page: too long, another type, no such path", async () => {
  const member = await site.member("errors@example.com");
  const post = (headers: Record<string, string>, payload: string) =>
    member.send({ method: "POST", url: "/manage/keys", headers, payload });
  const form = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };
  const answers = [
    [413, await post(form, `name=${"x".repeat(20_000)}`)],
    [415, await post({ "content-type": "application/json" }, '{"name":"x"}')],
    [404, await member.get("/nothing")],
    [404, await member.get("/assets/%2e%2e/manage/routes.ts")],
  ] as const;
  for (const [status, answer] of answers) {
    assert.equal(answer.status, status);
    assert.equal(answer.headers["content-type"], "text/html; charset=utf-8");
    assert.match(answer.body, /Go to the start/);
  }
});

test("a page that fails tells nothing of why", async () => {
  const signIn = { sessionOf: () => Promise.reject(new Error("a secret of ours")) } as unknown as SignIn;
  await using broken = await openManageSite({ signIn });
  const { status, body } = await broken.browser().get("");
  assert.equal(status, 500);
  assert.match(body, /Something went wrong on our side/);
  assert.match(body, /give the operator of this server the number.*Request <code>[^<]+<\/code>/s);
  assert.doesNotMatch(body, /secret of ours/);
});

test("a method that a path does not have is 405, with those that it has, and a page; HEAD is GET without a body", async () => {
  const member = await site.member("methods@example.com");
  const form = { "content-type": "application/x-www-form-urlencoded" };
  for (const [method, path, allow] of [
    ["PUT", "", "GET, HEAD"],
    ["POST", "", "GET, HEAD"],
    ["DELETE", "/", "GET, HEAD"],
    ["OPTIONS", "/delete", "GET, HEAD, POST"],
    ["GET", "/sign-out", "POST"],
    ["HEAD", "/sign-in", "POST"],
    ["DELETE", "/keys", "POST"],
    ["PATCH", "/link", "GET, HEAD, POST"],
    ["PUT", "/keys/x/rename", "GET, HEAD, POST"],
    ["POST", "/assets/manage.css", "GET, HEAD"],
  ] as const) {
    const { status, headers, body } = await member.send({ method, url: `/manage${path}`, headers: form });
    assert.deepEqual([status, headers.allow], [405, allow], `${method} ${path}`);
    assert.equal(headers["content-type"], "text/html; charset=utf-8");
    assert.match(String(headers["content-security-policy"]), /default-src 'none'/);
    if (method !== "HEAD") assert.match(body, /Go to the start/);
  }
  for (const path of ["", "/delete", "/assets/manage.css"]) {
    const head = await member.send({ method: "HEAD", url: `/manage${path}` });
    assert.deepEqual([head.status, head.body], [200, ""], path);
  }
});

test("links to the docs and the curl line begin where the API is", async () => {
  const apiUrl = "https://x.example/gradeline";
  await using behind = await openManageSite({ manageUrl: `${apiUrl}/manage`, apiUrl });
  await setAccount(behind.access, "a@example.com", { plan: "standard" }, new Date());
  const member = await behind.member("a@example.com");
  const { body } = await member.post("/keys", { form: "0" });
  assert.ok(body.includes(`${apiUrl}/v1/games?sport`));
  const links = [...body.matchAll(/(?:href|src|action)="([^"]*)"/g)].map(([, link = ""]) => link);
  for (const link of links) assert.match(link, /^(?:https:\/\/x\.example)?\/gradeline\/|^#/);
  assert.ok(links.includes(`${apiUrl}/docs/quick-start`));
});

test("a session is sent to the pages beside /manage too", async () => {
  const browser = site.browser();
  await browser.post("/sign-in", { email: "beside@example.com" });
  const { search } = new URL(site.links.at(-1) ?? "");
  const { headers } = await browser.post("/link", { token: new URLSearchParams(search).get("token") ?? "" });
  const cookies = [headers["set-cookie"]].flat().map(String);
  const sessions = cookies.filter((cookie) => cookie.startsWith("gradeline.session_token="));
  assert.match(sessions[0] ?? "", /^gradeline\.session_token=[^;]+; .*Path=\/; HttpOnly; SameSite=Lax$/);
});
