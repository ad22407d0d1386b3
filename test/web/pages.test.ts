/** The management page and Stripe's webhook while PostgreSQL cannot be asked: an error page soon, and nothing half done. */
import assert from "node:assert/strict";
import { fastify } from "fastify";
import { afterAll, afterEach, describe, test } from "vitest";
import { openBilling } from "../../src/access/billing/billing.ts";
import { connectionsFor, openAccess } from "../../src/database/engine.ts";
import { registerStripeWebhook, stripeEventsPath } from "../../src/serve/manage.ts";
import { startOwnPostgres } from "../support/own-postgres.ts";
import { History, priceId, signed, startStripe, webhookSecret } from "../support/stripe.ts";
import { startTcpProxy } from "../support/tcp-proxy.ts";
import { until } from "../support/until.ts";
import { long } from "../support/volume.ts";
import { type Answer, openManageSite } from "./manage-site.ts";

type Fault = Readonly<Record<"begin" | "end", () => Promise<void> | void>>;

const postgres = await startOwnPostgres();
const proxy = await startTcpProxy(postgres.port);
const url = (await postgres.freshUrl()).replace(`:${postgres.port}/`, `:${proxy.port}/`);
const access = await openAccess(url);
const pages = await connectionsFor(access, "pages");
const site = await openManageSite({ access: pages });
const stripe = await startStripe();
const billing = openBilling(pages, { secretKey: "sk_test_1", webhookSecret, priceId, apiUrl: stripe.url });
const webhook = fastify();
registerStripeWebhook(webhook, billing, webhook.log);
afterAll(async () => {
  await site[Symbol.asyncDispose]();
  for (const each of [webhook, stripe, pages, access, proxy, postgres]) await each.close();
});

describe("while PostgreSQL", () => {
  let endFault: Fault["end"] | null = null;
  afterEach(async () => {
    await endFault?.();
    endFault = null;
  });

  async function isAway(asked: Promise<Answer>): Promise<void> {
    const { status, headers, body, page } = await asked;
    assert.deepEqual([status, page.text("h1")], [503, "This page cannot be shown right now"]);
    assert.match(body, /Request <code>/);
    assert.doesNotMatch(body, /postgres|administrator|nothing came|connection|timeout|select|password/i);
    assert.deepEqual([headers["retry-after"], headers["cache-control"]], ["10", "no-store"]);
  }
  const sendEvent = async (email: string) => {
    const nowMs = Date.now();
    const names = { id: `sub_${email}`, customer: `cus_${email}`, account: email, createdMs: nowMs };
    const event = new History(names, { startMs: nowMs, endMs: nowMs + 1e9 }).created();
    stripe.keep(event);
    const { body, signature } = signed(event, nowMs);
    const headers = { "content-type": "application/json", "stripe-signature": signature };
    const sent = { method: "POST", url: stripeEventsPath, payload: body, headers } as const;
    const { statusCode, payload } = await webhook.inject(sent);
    return { status: statusCode, payload };
  };
  /**
   * Asks until the answer is no outage. PostgreSQL may still be busy for a moment with what it was asked before the
   * fault: whoever waits for the lock of such a statement is told to ask again, as Stripe does.
   */
  async function untilServed<Result extends { readonly status: number }>(ask: () => Promise<Result>): Promise<Result> {
    let last = await ask();
    await until(async () => {
      if (last.status === 503) last = await ask();
      return last.status !== 503;
    }, "it is answered again");
    return last;
  }

  const faults: readonly (readonly [string, Fault])[] = [
    ["is stopped", { begin: () => postgres.stop(), end: () => postgres.start() }],
    ["is cut off", { begin: () => proxy.cut(), end: () => proxy.mend() }],
    ["is silent", { begin: () => proxy.setMode("silent"), end: () => proxy.setMode("pass") }],
  ];
  for (const [name, fault] of faults) {
    const how = { timeout: 60_000, ...(name === "is stopped" ? {} : long) };
    test(`${name}, pages and forms say so, nothing is half done, and then all is as before`, how, async () => {
      const email = `${name.replaceAll(" ", "-")}@example.com`;
      const browser = await site.member(email, { plan: "standard" });
      await browser.post("/keys", { name: "before" });
      const rename = (await browser.get("")).page.attribute("href", ".rows a").slice("/manage".length);
      const visitor = site.browser();
      await visitor.post("/sign-in", { email });
      const { search, searchParams } = new URL(site.links.at(-1) ?? "");
      const token = searchParams.get("token") ?? "";

      endFault = fault.end;
      await fault.begin();
      for (const path of ["", rename, "/delete"]) await isAway(browser.get(path));
      for (const [path, form] of [
        ["/keys", { name: "during" }],
        [rename, { name: "renamed" }],
        ["/sign-out", {}],
        ["/delete", { email }],
      ] as const)
        await isAway(browser.post(path, form));
      await isAway(visitor.post("/sign-in", { email }));
      await isAway(visitor.get(`/link${search}`));
      await isAway(visitor.post("/link", { token }));
      // What needs no database is there.
      assert.equal((await site.browser().get("")).status, 200);
      const refused = { status: 503, payload: '{"received":false}' };
      assert.deepEqual(await sendEvent(`event-${email}`), refused);

      endFault = null;
      await fault.end();
      const { page } = await untilServed(() => browser.get(""));
      assert.deepEqual(page.texts(".key-name"), ["before"]);
      const signedIn = await untilServed(() => visitor.post("/link", { token }));
      assert.equal(signedIn.status, 303, "the link is still good");
      assert.equal((await visitor.get("/delete")).status, 200, "and has signed in");
      const received = await untilServed(() => sendEvent(`event-${email}`));
      assert.deepEqual(received, { status: 200, payload: '{"received":true}' });
    });
  }

  test("holds an account's row for somebody else, changing it is refused soon, and others' pages are shown", async () => {
    const [browser, other] = [await site.member("held@example.com", {}), await site.member("free@example.com", {})];
    const holder = await postgres.connect(access.url);
    await holder.query("begin");
    await holder.query("select 1 from access_lock for update");
    try {
      await isAway(browser.post("/delete", { email: "held@example.com" }));
      assert.equal((await other.get("")).status, 200);
    } finally {
      await holder.end();
    }
    assert.equal((await untilServed(() => browser.get(""))).status, 200);
  });
});
