/** The docs for callers: every page is there twice, its links lead somewhere, and what it names exists. */
import assert from "node:assert/strict";
import { afterAll, test } from "vitest";
import { settingNames } from "../../src/config/settings.ts";
import { entryOf, errorCodes } from "../../src/contract/errors.ts";
import { endpoints } from "../../src/contract/lists/all.ts";
import { docsPages, twinPath } from "../../src/web/docs/pages.ts";
import { type Answer, manageUrl, openApi, send } from "../support/api.ts";
import { markdownOf, tableWith } from "../support/docs.ts";
import { allDocsPages } from "../support/page-site.ts";

const site = await openApi();
afterAll(() => site[Symbol.asyncDispose]());
const pages = allDocsPages.map(({ path }) => path);
const endpointPages = allDocsPages.flatMap(({ path, endpoint }) => (endpoint === null ? [] : [path]));
const get = (url: string, headers: Record<string, string> = {}): Promise<Answer> => send(site.app, "GET", url, headers);

test("every page answers without a key, as HTML and as its Markdown twin", async () => {
  for (const page of docsPages) {
    const html = await get(page.path);
    assert.deepEqual([html.status, html.headers["content-type"]], [200, "text/html; charset=utf-8"], page.path);
    assert.match(html.text, /<h1 id=/, page.path);
    const twin = await get(twinPath(page));
    assert.deepEqual([twin.status, twin.headers["content-type"]], [200, "text/markdown; charset=utf-8"], page.path);
    const ownAddress = new URL(manageUrl).origin;
    const text = page.file === null ? "# " : markdownOf(page.file).replaceAll("http://127.0.0.1:8080", ownAddress);
    assert.ok(twin.text.startsWith(text), page.path);
  }
  assert.equal(endpointPages.length, endpoints.length);
  for (const path of endpointPages) {
    assert.match((await get(path)).text, /<h1 id=/, path);
    const twin = await get(`${path}.md`);
    assert.deepEqual([twin.status, twin.headers["content-type"]], [200, "text/markdown; charset=utf-8"], path);
    assert.match(twin.text, /^# .+\n\n`GET \/v1/, path);
  }
});

test("what is no page of the docs is told so by a page", async () => {
  for (const url of ["/docs/assets/", "/docs/assets/../docs/files.ts", "/docs/%2e%2e/app.ts"])
    assert.equal((await get(url)).status, 404, url);
  const { status, headers } = await get("/docs/nothing");
  assert.deepEqual([status, headers["content-type"]], [404, "text/html; charset=utf-8"]);
  assert.equal(headers["cache-control"], "no-store");
  assert.match(headers["content-security-policy"] ?? "", /default-src 'none'/);
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
  const answers = new Map<string, Promise<Answer>>();
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
