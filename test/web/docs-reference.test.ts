/** The pages of books, bet types, fields, terms and endpoints are complete, and are what the declarations make. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, test } from "vitest";
import { referencePages } from "../../scripts/write-reference.ts";
import { componentSchemas } from "../../src/api/openapi/components.ts";
import { openApiDocument } from "../../src/api/openapi/document.ts";
import { entryOf, errorCodes } from "../../src/contract/errors.ts";
import { fileColumnsVersion, fileSetNames, fileSets } from "../../src/contract/file-sets.ts";
import { dictionaryMarkdown, fileColumnsMarkdown } from "../../src/web/docs/dictionary.ts";
import { componentName, type OpenApi } from "../../src/web/docs/open-api.ts";
import { docsPages, pageOfEndpoint } from "../../src/web/docs/pages.ts";
import { answerFields } from "../../src/web/docs/reference.ts";
import { openApi, send } from "../support/api.ts";
import { contract } from "../support/contract.ts";
import { markdownOf, tablesIn } from "../support/docs.ts";

const root = join(import.meta.dirname, "../..");
const document = openApiDocument({ manageUrl: "", apiUrl: "/" }) as unknown as OpenApi;
const dictionary = dictionaryMarkdown(document);

for (const [file, text] of Object.entries(referencePages)) {
  test(`${file} is what scripts/write-reference.ts makes`, () => {
    assert.equal(readFileSync(join(root, file), "utf8"), text(), "run node scripts/write-reference.ts");
    assert.equal(
      docsPages.some((page) => page.file === file),
      file.startsWith("docs/api/"),
    );
  });
}

test("the data dictionary has every column of CSV, in its order", () => {
  const ofCsv = Object.values(contract.paths).flatMap(({ get }) => {
    const { examples } = get.responses["200"]?.["x-content-on-request"]?.["text/csv"] ?? {};
    return examples === undefined ? [] : String(examples.csv?.value).split("\r\n", 1);
  });
  assert.ok(ofCsv.length >= 10, `${ofCsv.length} lists come as CSV`);
  const written = tablesIn(dictionary).map(({ rows }) => {
    const paths = rows.map(([path = ""]) => path.replaceAll("[]", ""));
    return paths.filter((path) => !paths.some((other) => other.startsWith(`${path}.`))).join(",");
  });
  for (const names of ofCsv) assert.ok(written.includes(names), names);
});

test("the data dictionary says of every field what it means", () => {
  const schemas = componentSchemas();
  const rows = tablesIn(dictionary).flatMap((table) => table.rows);
  assert.ok(rows.length > 200, `${rows.length} fields`);
  for (const row of rows) assert.match(row.at(-1) ?? "", /\w.*\.$/, row.join(" "));
  for (const component of ["Game", "GameDetail", "OddsRow", "Book", "Coverage", "Sport", "Season", "Team"]) {
    const written = new Set(rows.map(([field]) => field));
    for (const { path } of answerFields(document, component)) assert.ok(written.has(path), `${component} ${path}`);
    assert.ok(schemas[component] !== undefined);
  }
});

test("the page of files' columns has every column of every data set", () => {
  const page = fileColumnsMarkdown();
  assert.ok(page.includes(`columns of version ${fileColumnsVersion}`));
  assert.deepEqual(
    tablesIn(page).map(({ rows }) => rows.map(([column]) => column)),
    fileSetNames.map((name) =>
      fileSets[name].columns.map((column) => column.csvName ?? `${column.name} (Parquet alone)`),
    ),
  );
});

test("the glossary for callers is in alphabetical order and has the words that the pages use", () => {
  const terms = [...markdownOf("docs/api/glossary.md").matchAll(/^### (.+)$/gm)].map(([, term = ""]) => term);
  assert.deepEqual(
    terms,
    terms.toSorted((a, b) => a.localeCompare(b, "en")),
  );
  const wanted =
    "Moneyline, Spread, Total, Team total, Juice, Open, Close, Consensus, Push, Cover, Slate, Vig, Book, Line";
  for (const term of wanted.split(", ")) assert.ok(terms.includes(term), term);
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

const site = await openApi();
afterAll(() => site[Symbol.asyncDispose]());
const pageAt = async (path: string) => (await send(site.app, "GET", path)).page;

/** Without the marks of Markdown. */
const plain = (text: string) =>
  text
    .replaceAll(/`|\\(?=[\\*_<[`])/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();

test("every path of the document has a page, each at an address of its own", async () => {
  assert.equal(pageOfEndpoint("/v1/games/{game_id}/lines"), "/docs/reference/games-game-id-lines");
  const links = (await pageAt("/docs/reference")).links("article");
  const pages = Object.keys(document.paths).map(pageOfEndpoint);
  assert.equal(new Set(pages).size, pages.length);
  for (const page of pages) assert.ok(links.includes(page), page);
});

/** Every code with a row, and what one of the rows says of it. */
const told = new Map<string, string>();

describe("the page of an endpoint", () => {
  for (const [path, { get }] of Object.entries(document.paths)) {
    test(`${path}: every parameter, field and error of the document is on it`, async () => {
      const shown = await pageAt(pageOfEndpoint(path));
      const rowAt = (id: string) => plain(shown.text(`[id="${id}"]`)) || assert.fail(`${path} has no ${id}`);
      for (const { name, description, schema, required } of get.parameters) {
        const row = rowAt(`param-${name}`);
        assert.equal(row.includes("Required."), required, name);
        assert.ok(row.includes(plain(description)), `${path} ${name}`);
        if (schema.minimum !== undefined) assert.ok(row.includes(`${schema.minimum} to ${schema.maximum}`), name);
        if (schema.default !== undefined) assert.ok(row.includes(`${schema.default} when absent`), name);
        for (const value of schema.enum ?? []) assert.ok(row.includes(String(value)), `${name} ${value}`);
      }
      const json = get.responses["200"]?.content?.["application/json"];
      for (const field of answerFields(document, componentName(json?.schema.$ref))) {
        assert.ok(rowAt(`field-${field.path.replaceAll("[]", "")}`).includes(plain(field.meaning)), field.path);
        assert.notEqual(field.type, "", field.path);
      }
      // The example has every field of the row, so the page has every member of the example.
      const example = json === undefined ? "null" : shown.document.querySelector(".language-json")?.textContent;
      for (const name of membersOf(JSON.parse(example ?? ""))) rowAt(`field-${name}`);
      for (const [status, { $ref }] of Object.entries(get.responses).filter(([each]) => Number(each) >= 400)) {
        const { content } = document.components.responses[componentName($ref)] ?? {};
        for (const { value } of Object.values(content?.["application/json"]?.examples ?? {})) {
          const { error } = value as { error: { code: string; message: string } };
          const row = rowAt(`error-${error.code}`);
          // Some messages say the address of the server.
          assert.ok(error.message.includes("http") || row.includes(plain(error.message)), error.message);
          assert.ok(row.includes(status));
          told.set(error.code, row);
        }
      }
    });
  }

  test("what is said of an error is what the table of errors says", () => {
    for (const code of errorCodes.filter((each) => each !== "method_not_allowed")) {
      const { when, remedy } = entryOf(code);
      assert.ok(told.get(code)?.includes(plain(`${when} ${remedy}`)), code);
    }
  });
});

/** Dotted paths of every member; elements of lists have the path of the list. Keys of scores by period are data. */
function membersOf(value: unknown, before = ""): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((each) => membersOf(each, before)))];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [before + name, ...membersOf(inner, `${before}${name}.`)]);
}
