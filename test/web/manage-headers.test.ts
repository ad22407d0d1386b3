/** What all pages of the management page have in common: headers, cookies, addresses, errors. */
import assert from "node:assert/strict";
import { afterAll, test } from "vitest";
import type { SignIn } from "../../src/access/people/sign-in.ts";
import { type Answer, openManageSite } from "./manage-site.ts";

const site = await openManageSite();
afterAll(() => site[Symbol.asyncDispose]());

const account = { plan: "standard" } as const;

/** Where a page leads, and what it loads. */
const addressesIn = ({ page }: Answer) =>
  [...page.document.querySelectorAll("[href], [src], [action]")].map((element) => {
    const [address] = ["href", "src", "action"].flatMap((name) => element.getAttribute(name) ?? []);
    return address ?? "";
  });

/** It loads from its own server alone, leads its forms there or to Stripe, and no cache or frame has it. */
function assertStrict({ headers, body }: Answer, path: string): void {
  const policy = String(headers["content-security-policy"]);
  assert.match(policy, /default-src 'none';script-src 'self';style-src 'self';.*frame-ancestors 'none'$/, path);
  assert.match(policy, /form-action 'self' https:\/\/checkout\.stripe\.com https:\/\/billing\.stripe\.com/);
  const others = ["cache-control", "x-frame-options", "x-content-type-options", "content-type"];
  const wanted = ["no-store", "DENY", "nosniff", "text/html; charset=utf-8"];
  assert.deepEqual(
    others.map((name) => headers[name]),
    wanted,
    path,
  );
  assert.doesNotMatch(body, /<style|<script(?! src)| style=| on[a-z]+=|javascript:/);
}

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
    const member = await proxied.member("a@example.com", account);
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

test("the head of a page and of a file has no body", async () => {
  const member = await site.member("heads@example.com");
  for (const path of ["", "/delete", "/assets/manage.css"]) {
    const head = await member.send({ method: "HEAD", url: `/manage${path}` });
    assert.deepEqual([head.status, head.body], [200, ""], path);
  }
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
  const member = await behind.member("a@example.com", account);
  const made = await member.post("/keys", { form: "0" });
  assert.ok(made.page.text("#curl").includes(`${apiUrl}/v1/games?sport`));
  const links = addressesIn(made);
  for (const link of links) assert.match(link, /^(?:https:\/\/x\.example)?\/gradeline\/|^#/);
  assert.ok(links.includes(`${apiUrl}/docs/quick-start`));
});
