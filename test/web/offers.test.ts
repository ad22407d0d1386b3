/** What the plans cost, and where terms, support and status are: on the pages that people decide by. */
import assert from "node:assert/strict";
import { fastify } from "fastify";
import { test } from "vitest";
import { registerDocs } from "../../src/web/docs/routes.ts";
import { docsOptions } from "../support/docs-pages.ts";
import { openManageSite, testBilling } from "./manage-site.ts";

const links = {
  terms: "https://gradeline.example/terms",
  support: "mailto:help@gradeline.example",
  status: "https://status.example/?a=1&b=2",
};

test("the price stands on the page before sign-in, on the offer and beside Subscribe", async () => {
  await using site = await openManageSite({ billing: testBilling(), planPrice: "$19 a month" });
  const before = await site.browser().get("");
  assert.match(before.body, /<dt>Standard<\/dt><dd><strong>\$19 a month<\/strong>/);
  const member = await site.member("new@example.com");
  const offers = await member.get("");
  assert.match(offers.body, /<p class="figure">\$19 a month <span>cancel at any time<\/span>/);
  await member.post("/trial");
  const dashboard = await member.get("");
  assert.match(dashboard.body, /Subscribe<\/button><\/form><p class="hint">\$19 a month<\/p>/);
});

test("without billing the operator's price is shown as on request", async () => {
  await using site = await openManageSite({ planPrice: "<b>€19</b> a month" });
  const member = await site.member("new@example.com");
  const { body } = await member.get("");
  assert.match(body, /(?:&lt;|&#60;)b(?:&gt;|&#62;)€19\S* a month <span>from the operator of this server/);
});

test("without a price the pages are there and name none", async () => {
  await using site = await openManageSite({ billing: testBilling() });
  const before = await site.browser().get("");
  assert.equal(before.status, 200);
  assert.match(before.body, /<strong>Monthly<\/strong>/);
  const offers = await (await site.member("new@example.com")).get("");
  assert.match(offers.body, /<p class="figure">Monthly <span>/);
});

test("the footers of docs and management page have the operator's links, and none that is not set", async () => {
  await using site = await openManageSite({ links });
  await using docs = fastify();
  registerDocs(docs, docsOptions(links));
  const pages = [
    (await site.browser().get("")).body,
    (await docs.inject("/docs")).body,
    (await docs.inject("/docs/nothing")).body,
  ];
  for (const page of pages) {
    const footer = page.slice(page.indexOf("<footer"));
    assert.match(footer, /<a href="https:\/\/gradeline\.example\/terms">Terms<\/a>/);
    assert.match(footer, /<a href="mailto:help@gradeline\.example">Support<\/a>/);
    assert.match(
      footer,
      /<a href="https:\/\/status\.example\/\?a(?:=|&#61;)1(?:&amp;|&#38;)b(?:=|&#61;)2">Status<\/a>/,
    );
  }
  await using plainSite = await openManageSite();
  await using plainDocs = fastify();
  registerDocs(plainDocs, docsOptions());
  for (const page of [(await plainSite.browser().get("")).body, (await plainDocs.inject("/docs")).body]) {
    assert.doesNotMatch(page.slice(page.indexOf("<footer")), />(Terms|Support|Status)</);
  }
});
