/** The docs for callers: every page is there twice, its links lead somewhere, and what it names exists. */
import assert from "node:assert/strict";
import { afterAll, test } from "vitest";
import { settingNames } from "../../src/config/settings.ts";
import { entryOf, errorCodes } from "../../src/contract/errors.ts";
import { endpoints } from "../../src/contract/lists/all.ts";
import { docsPages, twinPath } from "../../src/web/docs/pages.ts";
import { manageUrl, openApi, send } from "../support/api.ts";
import { markdownOf, tableWith } from "../support/docs.ts";
import { allDocsPages } from "../support/page-site.ts";

const site = await openApi();
afterAll(() => site[Symbol.asyncDispose]());
const pages = allDocsPages.map(({ path }) => path);
const endpointPages = allDocsPages.flatMap(({ path, endpoint }) => (endpoint === null ? [] : [path]));
const get = (url: string) => send(site.app, "GET", url);

test("every page is there as HTML and as its Markdown twin, which name the server's own address", async () => {
  const ownAddress = new URL(manageUrl).origin;
  assert.equal(endpointPages.length, endpoints.length);
  for (const page of allDocsPages) {
    const html = await get(page.path);
    assert.match(html.text, /<h1 id=/, page.path);
    assert.doesNotMatch(html.text, /127\.0\.0\.1/, page.path);
    const twin = await get(twinPath(page));
    assert.deepEqual([twin.status, twin.headers["content-type"]], [200, "text/markdown; charset=utf-8"], page.path);
    const text = page.file === null ? "# " : markdownOf(page.file).replaceAll("http://127.0.0.1:8080", ownAddress);
    assert.ok(twin.text.startsWith(text), page.path);
    if (page.endpoint !== null) assert.match(twin.text, /^# .+\n\n`GET \/v1/, page.path);
  }
});

test("what is no page of the docs is told so by a page", async () => {
  assert.equal((await get("/docs/%2e%2e/app.ts")).status, 404);
  for (const [status, url, heading] of [
    [404, "/docs/nothing", "Page not found"],
    [404, "/docs/assets/", "Page not found"],
  ] as const) {
    const answer = await get(url);
    assert.deepEqual([answer.status, answer.page.text("h1")], [status, heading], url);
    assert.equal(answer.headers["cache-control"], "no-store");
    assert.match(answer.headers["content-security-policy"] ?? "", /default-src 'none'/);
  }
});

test("llms.txt lists exactly the pages, as llmstxt.org lays it out", async () => {
  const { status, text, headers } = await get("/llms.txt");
  assert.deepEqual([status, headers["content-type"]], [200, "text/plain; charset=utf-8"]);
  assert.match(text, /^# Gradeline\n\n> .+/);
  const listedUnder = (heading: string) => {
    const [, section = ""] = new RegExp(`^## ${heading}\\n\\n([\\s\\S]*?)\\n\\n`, "m").exec(text) ?? [];
    return [...section.matchAll(/^- \[.+\]\((.+)\): .+$/gm)].map(([, path]) => path);
  };
  assert.deepEqual(listedUnder("Docs"), docsPages.map(twinPath));
  assert.deepEqual(
    listedUnder("Endpoints"),
    endpointPages.map((path) => `${path}.md`),
  );
});

test("every link, style sheet and script of a page resolves, also to its section", async () => {
  const answers = new Map<string, ReturnType<typeof get>>();
  const getOnce = (path: string) => answers.getOrInsertComputed(path, () => get(path));
  for (const page of [...pages, "/docs/search?q=closing+line"]) {
    const { text } = await getOnce(page);
    // The way through the whole site is that of its frame.
    const own = text.replace(/<header class="top">[\s\S]*?<\/header>|<footer[\s\S]*?<\/footer>/g, "");
    const links = [...own.matchAll(/\s(?:href|src)="([^"]+)"/g)].map(([, link = ""]) =>
      link.replaceAll("&#61;", "=").replaceAll("&#38;", "&"),
    );
    assert.ok(links.length > docsPages.length);
    for (const link of new Set(links)) {
      if (/^https:/.test(link)) continue;
      const [path = "", section] = link.split("#");
      const target = await getOnce(path === "" ? page : path);
      assert.equal(target.status, 200, `${page} links to ${link}`);
      if (section !== undefined) assert.ok(target.text.includes(` id="${section}"`), `${page} links to ${link}`);
    }
  }
});

test("the errors page's table is the code's table of errors", () => {
  const { rows } = tableWith("docs/api/limits.md", "status", "code", "when", "what to do");
  const ofTheCode = errorCodes.map((code) => {
    const { status, when, remedy } = entryOf(code);
    return [String(status), code, when, remedy].map((cell) => cell.replaceAll("`", ""));
  });
  const documented = rows.map((cells) => cells.map((cell) => cell.replaceAll("`", "")));
  assert.deepEqual(documented, ofTheCode);
});

test("every route and every variable that a page names exists", () => {
  const routes = [...endpoints.map(({ path }) => path), "/openapi.json"].map((path) =>
    path.replaceAll(/:\w+/g, "[^/]+"),
  );
  const known = new RegExp(`^/v1(${routes.join("|")})?$`);
  const ofClients = ["GRADELINE_URL", "GRADELINE_API_KEY"];
  // The last one is a word of DuckDB.
  const variables: readonly string[] = [...settingNames, ...ofClients, "BASE_URL", "API_KEY", "BEARER_TOKEN"];
  for (const { file } of docsPages) {
    if (file === null) continue;
    const text = markdownOf(file);
    for (const [path] of text.matchAll(/\/v1\b(?:\/[\w${}.]+)*/g)) {
      assert.match(path.replace(/\.$/, ""), known, `${file} names ${path}`);
    }
    for (const [variable] of text.matchAll(/\b[A-Z]+_[A-Z_]+\b/g)) {
      assert.ok(variables.includes(variable), `${file} names ${variable}`);
    }
  }
});

test("the promise of v1 begins with release 1.0.0, and the page says so [D-55]", () => {
  const text = markdownOf("docs/api/limits.md");
  assert.match(text, /^Gradeline is at 0\.x, and the promise below begins with release 1\.0\.0\./m);
});

test("the example of a deprecation is what its standards say, with six months' notice", () => {
  const text = markdownOf("docs/api/limits.md");
  const since = new Date(Number(/^Deprecation: @(\d+)$/m.exec(text)?.[1]) * 1000);
  const sunsetText = /^Sunset: (.+)$/m.exec(text)?.[1] ?? "";
  const sunset = new Date(sunsetText);
  assert.equal(sunset.toUTCString(), sunsetText);
  assert.ok(text.includes(`here ${since.toISOString().slice(0, 10)}`));
  assert.ok(sunset.getTime() - since.getTime() > 182 * 86_400_000);
});

/** What people look for, and the section or row that a search finds first or among the first. */
const searched: readonly (readonly [query: string, url: string])[] = [
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

for (const [query, url] of searched) {
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
