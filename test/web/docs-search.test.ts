/** The search in the docs: what it finds, and what it says. */
import assert from "node:assert/strict";
import { afterAll, test } from "vitest";
import { openApi, send } from "../support/api.ts";

const site = await openApi();
afterAll(() => site[Symbol.asyncDispose]());
const get = (url: string, headers: Readonly<Record<string, string>> = {}) => send(site.app, "GET", url, headers);

const wanted: readonly (readonly [query: string, url: string])[] = [
  ["no-vig", "/docs/glossary#no-vig"],
  ["no_vig_probability", "/docs/reference/bets#field-data.close.no_vig_probability"],
  ["closing line", "/docs/trends#closing-line"],
  ["quota_exceeded", "/docs/reference/games#error-quota_exceeded"],
  ["home_covered", "/docs/reference/games#field-data.result.home_covered"],
  ["min_line", "/docs/reference/bets#param-min_line"],
  ["period_odds", "/docs/reference/period-odds"],
  ["how are pushes treated", "/docs/glossary#push"],
  ["download parquet", "/docs/files#one-file"],
  ["refund", "/docs/limits#rate-limit"],
  ["what time zone", "/docs/conventions#dates-and-times"],
];

for (const [query, url] of wanted) {
  test(`a search for ${query} finds ${url}`, async () => {
    const { status, page } = await get(`/docs/search?q=${encodeURIComponent(query)}`);
    assert.equal(status, 200);
    assert.ok(page.links(".results").includes(url), page.links(".results").join(" "));
    assert.notEqual(page.text(".results mark"), "");
  });
}

test("a word with a slip of the finger is found, and what is nowhere is said to be nowhere", async () => {
  assert.match((await get("/docs/search?q=monneyline")).page.text("mark"), /^moneyline$/i);
  const { status, page } = await get("/docs/search?q=zzzzqqqq");
  assert.deepEqual([status, page.links(".results")], [200, []]);
  assert.match(page.text("article"), /Nothing is found for “zzzzqqqq”/);
});

test("any signs can be searched for", async () => {
  for (const query of "book=all sport=nfl $API_KEY a+b % \\ [x] ( * <b> `code` 😀 -7.5".split(" ")) {
    const { status } = await get(`/docs/search?q=${encodeURIComponent(query)}`);
    assert.equal(status, 200, query);
  }
  assert.ok((await get("/docs/search?q=book%3Dall")).page.texts("mark").includes("book=all"));
});

test("what is searched for is shown as text, whatever it is", async () => {
  const { text } = await get(`/docs/search?q=${encodeURIComponent('<img src=x onerror="alert(1)">')}`);
  assert.doesNotMatch(text, /<img src=x/);
});

test("the page of results is a page without a query too, and says what is wrong with a bad one", async () => {
  for (const url of ["/docs/search", "/docs/search?q=", "/docs/search?q=%20"]) {
    assert.equal((await get(url)).status, 200, url);
  }
  for (const url of [`/docs/search?q=${"a".repeat(101)}`, "/docs/search?q=a&q=b", "/docs/search?q=a&page=2"]) {
    const { status, text, headers } = await get(url);
    assert.deepEqual([status, headers["cache-control"]], [400, "no-store"], url);
    assert.match(text, /<h1>This search cannot be read<\/h1>/);
  }
});
