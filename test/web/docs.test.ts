/**
 * The docs for callers: every page is there twice, its links lead somewhere, what it names exists, and what is made of declarations says
 * all of them.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "vitest";
import { referencePages } from "../../scripts/write-reference.ts";
import { settingNames } from "../../src/config/settings.ts";
import { csvExample } from "../../src/contract/endpoint.ts";
import { type ErrorCode, entryOf, errorCodes } from "../../src/contract/errors.ts";
import { endpoints } from "../../src/contract/lists/all.ts";
import { dictionaryMarkdown } from "../../src/web/docs/dictionary.ts";
import { allPages, docsPages, endpointAt, pageOfEndpoint, twinPath } from "../../src/web/docs/pages.ts";
import { fieldsOf } from "../../src/web/docs/reference.ts";
import { closedAfterAll, manageUrl, openApi, send } from "../support/api.ts";
import { contract } from "../support/contract.ts";
import { markdownOf, tablesIn, tableWith } from "../support/docs.ts";

const root = join(import.meta.dirname, "../..");
const site = closedAfterAll(await openApi());
const pages = allPages.map(({ path }) => path);
const endpointPages = allPages.flatMap(({ path, endpoint }) => (endpoint === null ? [] : [path]));
const get = (url: string) => send(site.app, "GET", url);
const searchFor = (query: string) => get(`/docs/search?q=${encodeURIComponent(query)}`);

test("every page is there as HTML and as its Markdown twin, which name the server's own address", async () => {
  const ownAddress = new URL(manageUrl).origin;
  assert.equal(endpointPages.length, endpoints.length);
  for (const page of allPages) {
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
  for (const url of ["/docs/nothing", "/docs/assets/"]) {
    const { status, page, headers } = await get(url);
    assert.deepEqual([status, page.text("h1")], [404, "Page not found"], url);
    assert.equal(headers["cache-control"], "no-store");
    assert.match(headers["content-security-policy"] ?? "", /default-src 'none'/);
  }
});

test("llms.txt lists exactly the pages, as llmstxt.org lays it out", async () => {
  const { text, headers } = await get("/llms.txt");
  assert.equal(headers["content-type"], "text/plain; charset=utf-8");
  assert.match(text, /^# Gradeline\n\n> .+/);
  const [, ofDocs = "", ofEndpoints = ""] = text.split(/^## .+$/m);
  const pathsIn = (list: string) => [...list.matchAll(/^- \[.+\]\((.+)\.md\): .+$/gm)].map(([, path]) => path);
  assert.deepEqual(pathsIn(ofDocs), pages.slice(0, docsPages.length));
  assert.deepEqual(pathsIn(ofEndpoints), endpointPages);
});

test("every link, style sheet and script of a page resolves, also to its section", async () => {
  const answers = new Map<string, ReturnType<typeof get>>();
  const getOnce = (path: string) => answers.getOrInsertComputed(path, () => get(path));
  for (const from of [...pages, "/docs/search?q=closing+line"]) {
    const { page } = await getOnce(from);
    // The way through the whole site is that of its frame.
    const elements = [...page.document.querySelectorAll("head [href], head [src], main [href], main [src]")];
    const links = new Set(elements.map((each) => each.getAttribute("href") ?? each.getAttribute("src") ?? ""));
    assert.ok(links.size > docsPages.length);
    for (const link of links) {
      if (/^https:/.test(link)) continue;
      const [path = "", section] = link.split("#");
      const target = await getOnce(path === "" ? from : path);
      assert.equal(target.status, 200, `${from} links to ${link}`);
      if (section !== undefined) assert.ok(target.text.includes(` id="${section}"`), `${from} links to ${link}`);
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

test("the promise of v1 begins with release 1.0.0 [D-55], and its example of a deprecation has six months' notice", () => {
  const text = markdownOf("docs/api/limits.md");
  assert.match(text, /^Gradeline is at 0\.x, and the promise below begins with release 1\.0\.0\./m);
  const since = new Date(Number(/^Deprecation: @(\d+)$/m.exec(text)?.[1]) * 1000);
  const sunsetText = /^Sunset: (.+)$/m.exec(text)?.[1] ?? "";
  const sunset = new Date(sunsetText);
  assert.equal(sunset.toUTCString(), sunsetText);
  assert.ok(text.includes(`here ${since.toISOString().slice(0, 10)}`));
  assert.ok(sunset.getTime() - since.getTime() > 182 * 86_400_000);
});

/** What people look for, and the section or row that a search finds first or among the first. */
test.for([
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
] as const)("a search for %s finds %s", async ([query, url]) => {
  const { page } = await searchFor(query);
  assert.ok(page.links(".results").includes(url), page.links(".results").join(" "));
  assert.notEqual(page.text(".results mark"), "");
});

test("a word with a slip of the finger is found, what is nowhere is said to be nowhere, and any signs are text", async () => {
  assert.match((await searchFor("monneyline")).page.text("mark"), /^moneyline$/i);
  const { page } = await searchFor("zzzzqqqq");
  assert.deepEqual(page.links(".results"), []);
  assert.match(page.text("article"), /Nothing is found for “zzzzqqqq”/);
  const signs = "sport=nfl $API_KEY a+b % \\ [x] ( * <b> `code` 😀 -7.5".split(" ");
  for (const query of [...signs, "", " "]) assert.equal((await searchFor(query)).status, 200, query);
  assert.ok((await searchFor("book=all")).page.texts("mark").includes("book=all"));
  assert.doesNotMatch((await searchFor('<img src=x onerror="alert(1)">')).text, /<img src=x/);
});

test("the page of results is a page without a query too, and says what is wrong with a bad one", async () => {
  assert.equal((await get("/docs/search")).status, 200);
  for (const query of [`q=${"a".repeat(101)}`, "q=a&q=b", "q=a&page=2"]) {
    const { status, page, headers } = await get(`/docs/search?${query}`);
    assert.deepEqual([status, page.text("h1")], [400, "This search cannot be read"], query);
    assert.equal(headers["cache-control"], "no-store");
  }
});

for (const [file, text] of Object.entries(referencePages)) {
  test(`${file} is what scripts/write-reference.ts makes`, () => {
    assert.equal(readFileSync(join(root, file), "utf8"), text(), "run node scripts/write-reference.ts");
    assert.equal(
      docsPages.some((page) => page.file === file),
      file.startsWith("docs/api/"),
    );
  });
}

test("the data dictionary has every field of every answer with its meaning, and those of CSV in the order of its columns", () => {
  const tables = tablesIn(dictionaryMarkdown()).map(({ rows }) => rows);
  for (const row of tables.flat()) assert.match(row.at(-1) ?? "", /\w.*\.$/, row.join(" "));
  const named = new Set(tables.flat().map(([field]) => field));
  const columns = tables.map((rows) => {
    const fields = rows.map(([field = ""]) => field.replaceAll("[]", ""));
    return fields.filter((field) => !fields.some((other) => other.startsWith(`${field}.`))).join(",");
  });
  for (const { path, answer, hasCsv } of endpoints) {
    if (answer === null) continue;
    for (const field of fieldsOf(answer).map((each) => each.path.replace(/^data(?:\[\])?\./, "")))
      assert.ok(named.has(field), `${path} ${field}`);
    if (hasCsv) assert.ok(columns.includes(csvExample(answer).split("\r\n", 1)[0] ?? ""), path);
  }
});

test("the changelog for callers has every release under its date, newest first", () => {
  const headings = (file: string) =>
    [...readFileSync(join(root, file), "utf8").matchAll(/^## (.+)$/gm)].map(([, text = ""]) => text);
  const forCallers = headings("docs/api/changelog.md").filter((heading) => heading !== "Unreleased");
  const releases = headings("CHANGELOG.md").filter((heading) => heading !== "Unreleased");
  assert.ok(releases.length > 0);
  for (const release of releases) {
    const [, version, date] = /^(\d+\.\d+\.\d+) \((\d{4}-\d\d-\d\d)\)$/.exec(release) ?? assert.fail(release);
    assert.ok(
      forCallers.some((heading) => heading.startsWith(`${date}: `) && heading.endsWith(`, ${version}`)),
      `${release} is missing in docs/api/changelog.md`,
    );
  }
  for (const heading of forCallers) assert.match(heading, /^\d{4}-\d\d-\d\d: /);
  assert.deepEqual(forCallers, forCallers.toSorted().reverse());
});

/** Without the marks of Markdown. */
const plain = (text: string) =>
  text
    .replaceAll(/`|\\(?=[\\*_<[`])/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();

describe("the page of an endpoint", async () => {
  const { page: overview } = await get("/docs/reference");
  for (const [path, { get: operation }] of Object.entries(contract.paths)) {
    const answer = endpointAt.get(path)?.answer;
    test(`${path}: every parameter, field and error of the document is on it`, async () => {
      assert.ok(overview.links("article").includes(pageOfEndpoint(path)), path);
      const { page: shown } = await get(pageOfEndpoint(path));
      const rowAt = (id: string) => plain(shown.text(`[id="${id}"]`)) || assert.fail(`${path} has no ${id}`);
      for (const { name, description, schema, required } of operation.parameters) {
        const row = rowAt(`param-${name}`);
        assert.equal(row.includes("Required."), required, name);
        assert.ok(row.includes(plain(description)), `${path} ${name}`);
        if (schema.minimum !== undefined) assert.ok(row.includes(`${schema.minimum} to ${schema.maximum}`), name);
        if (schema.default !== undefined) assert.ok(row.includes(`${schema.default} when absent`), name);
        for (const value of schema.enum ?? []) assert.ok(row.includes(String(value)), `${name} ${value}`);
      }
      for (const field of answer ? fieldsOf(answer) : [])
        assert.ok(rowAt(`field-${field.path.replaceAll("[]", "")}`).includes(plain(field.meaning)), field.path);
      // The example has every field of the row, so the page has every member of the example.
      const example = answer === null ? "null" : shown.document.querySelector(".language-json")?.textContent;
      for (const name of membersOf(JSON.parse(example ?? ""))) rowAt(`field-${name}`);
      for (const [status, { $ref }] of Object.entries(operation.responses).filter(([each]) => Number(each) >= 400)) {
        const { content } = contract.components.responses[$ref?.split("/").at(-1) ?? ""] ?? {};
        for (const { value } of Object.values(content?.["application/json"]?.examples ?? {})) {
          const { error } = value as { error: { code: ErrorCode; message: string } };
          const row = rowAt(`error-${error.code}`);
          // Some messages say the address of the server.
          assert.ok(error.message.includes("http") || row.includes(plain(error.message)), error.message);
          const { when, remedy } = entryOf(error.code);
          assert.ok(row.includes(status) && row.includes(plain(`${when} ${remedy}`)), row);
        }
      }
    });
  }
});

/** Dotted paths of every member; elements of lists have the path of the list. Keys of scores by period are data. */
function membersOf(value: unknown, before = ""): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((each) => membersOf(each, before)))];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [before + name, ...membersOf(inner, `${before}${name}.`)]);
}
