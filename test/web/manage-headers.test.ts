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
  const form = { next: "//evil.example", returnTo: "https://evil.example" };
  assert.equal((await member.post("/trial?next=//evil.example", form)).headers.location, "/manage");
});

const form = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };
const json = { "content-type": "application/json" };

/** Allow of a method that the path does not have is the last member. */
const refused: readonly (readonly [
  status: number,
  method: "GET" | "POST" | "PUT" | "PATCH",
  path: string,
  more?: object | string,
])[] = [
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
];

test("what is no page or form of ours is answered with a page, which has the headers of all pages", async () => {
  const member = await site.member("errors@example.com");
  for (const [status, method, path, more] of refused) {
    const sent = { method, url: `/manage${path}`, headers: status === 405 ? form : {} };
    const answer = await member.send({ ...sent, ...(typeof more === "object" && more) });
    assert.equal(answer.status, status, `${method} ${path}`);
    assert.equal(answer.headers.allow, typeof more === "string" ? more : undefined);
    assert.match(String(answer.headers["content-security-policy"]), /default-src 'none'/);
    const { "cache-control": cache, "x-frame-options": frames, "content-type": type } = answer.headers;
    assert.deepEqual([cache, frames, type], ["no-store", "DENY", "text/html; charset=utf-8"]);
    assert.match(answer.body, /Go to the start/);
  }
  for (const path of ["", "/delete", "/assets/manage.css"]) {
    const head = await member.send({ method: "HEAD", url: `/manage${path}` });
    assert.deepEqual([head.status, head.body], [200, ""], path);
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
