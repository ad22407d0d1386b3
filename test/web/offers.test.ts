/** What the plans cost, and where terms, support and status are: on the pages that people decide by. */
import assert from "node:assert/strict";
import { fastify } from "fastify";
import { test } from "vitest";
import { registerDocs } from "../../src/web/docs/routes.ts";
import { send } from "../support/api.ts";
import { docsOptions } from "../support/page-site.ts";
import { openManageSite, testBilling } from "./manage-site.ts";

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
