/** The pages of the endpoints say what the OpenAPI document says, and all of it. */
import assert from "node:assert/strict";
import { afterAll, describe, test } from "vitest";
import { openApiDocument } from "../../src/api/openapi/document.ts";
import { entryOf, errorCodes } from "../../src/contract/errors.ts";
import { componentName, type OpenApi } from "../../src/web/docs/open-api.ts";
import { pageOfEndpoint } from "../../src/web/docs/pages.ts";
import { answerFields } from "../../src/web/docs/reference.ts";
import { openApi, send } from "../support/api.ts";

const site = await openApi();
afterAll(() => site[Symbol.asyncDispose]());
const document = openApiDocument({ manageUrl: "http://a.example", apiUrl: "http://a.example" }) as unknown as OpenApi;
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
