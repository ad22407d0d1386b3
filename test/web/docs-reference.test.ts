/** The pages of books, bet types, fields and terms are complete, and are what the declarations make. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import { referencePages } from "../../scripts/write-reference.ts";
import { componentSchemas } from "../../src/api/openapi/components.ts";
import { openApiDocument } from "../../src/api/openapi/document.ts";
import { fileColumnsVersion, fileSetNames, fileSets } from "../../src/contract/file-sets.ts";
import { books } from "../../src/domain/books.ts";
import { betTypeTable, isPublishedMarket, markets, oddsPeriods, sportFacts, sports } from "../../src/domain/sports.ts";
import { dictionaryMarkdown, fileColumnsMarkdown } from "../../src/web/docs/dictionary.ts";
import type { OpenApi } from "../../src/web/docs/open-api.ts";
import { docsPages } from "../../src/web/docs/pages.ts";
import { answerFields } from "../../src/web/docs/reference.ts";
import { contract } from "../support/contract.ts";
import { markdownOf, tablesIn, tableWith } from "../support/docs.ts";

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

test("the page of books has every book that is published, and no other", () => {
  const { rows } = tableWith("docs/api/books.md", "book_id", "book", "book_name", "former_books", "former_names");
  const listed = rows.map(([id, slug, name, former, names]) =>
    [id?.replace(/<.*>/, ""), slug, name, former, names].join(" "),
  );
  const published = books.filter(({ usFacing }) => usFacing);
  assert.deepEqual(
    listed,
    published.map(({ bookId, slug, name, formerBooks, formerNames }) =>
      [
        ...[bookId, slug, name, formerBooks.join(", ")],
        formerNames.map((each) => `${each.name} until ${each.until}`).join(", "),
      ].join(" "),
    ),
  );
  assert.match(markdownOf("docs/api/books.md"), /`\/v1\/books` answers this table/);
});

test("the page of bet types has every bet type of every sport, with the market and period that it names", () => {
  const page = markdownOf("docs/api/bet-types.md");
  for (const sport of sports) {
    const named = sportFacts[sport].betTypes.flatMap((betType) => {
      assert.ok(page.includes(`<a id="${sport}-${betType}"></a>`), `${sport} ${betType}`);
      const { period, markets: priced } = betTypeTable[betType];
      return priced.map((market) => `${period} ${market}`);
    });
    const published = oddsPeriods.flatMap((period) =>
      markets.filter((market) => isPublishedMarket(sport, period, market)).map((market) => `${period} ${market}`),
    );
    assert.deepEqual([...new Set(named)].sort(), published.sort(), sport);
  }
});

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
