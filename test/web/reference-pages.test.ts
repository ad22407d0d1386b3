/** The pages of the endpoints say what the OpenAPI document says, and all of it. */
import assert from "node:assert/strict";
import { afterAll, describe, test } from "vitest";
import { openApiDocument } from "../../src/api/openapi/document.ts";
import { entryOf, errorCodes } from "../../src/contract/errors.ts";
import { pageOfEndpoint } from "../../src/web/docs/pages.ts";
import { endpointsOf } from "../../src/web/docs/reference/endpoints.ts";
import type { OpenApi } from "../../src/web/docs/reference/open-api.ts";
import { openApi, send } from "../support/api.ts";

const site = await openApi();
afterAll(() => site[Symbol.asyncDispose]());
const document = openApiDocument({ manageUrl: "http://a.example", apiUrl: "http://a.example" }) as unknown as OpenApi;
const endpoints = endpointsOf(document);
const pageAt = async (path: string) => (await send(site.app, "GET", path)).page;
/** Without the marks of Markdown. */
const plain = (text: string) =>
  text
    .replaceAll(/`|\\(?=[\\*_<[`])/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();

test("every path of the document has a page, each at an address of its own", async () => {
  assert.deepEqual(endpoints.map(({ path }) => path).toSorted(), Object.keys(document.paths).toSorted());
  assert.equal(new Set(endpoints.map(({ page }) => page)).size, endpoints.length);
  assert.equal(pageOfEndpoint("/v1/games/{game_id}/lines"), "/docs/reference/games-game-id-lines");
  const links = (await pageAt("/docs/reference")).links("article");
  for (const { page } of endpoints) assert.ok(links.includes(page), page);
});

describe("the page of an endpoint", () => {
  for (const { page, path, parameters, fields, errors } of endpoints) {
    test(`${path}: every parameter, field and error of the document is on it`, async () => {
      const shown = await pageAt(page);
      const rowAt = (id: string) => plain(shown.text(`[id="${id}"]`)) || assert.fail(`${path} has no ${id}`);
      const { get } = document.paths[path] ?? assert.fail(path);
      assert.deepEqual(
        parameters.map(({ name }) => name),
        get.parameters.map(({ name }) => name),
      );
      for (const { name, description, schema, required } of get.parameters) {
        const row = rowAt(`param-${name}`);
        assert.equal(row.includes("Required."), required, name);
        assert.ok(row.includes(plain(description)), `${path} ${name}`);
        if (schema.minimum !== undefined) assert.ok(row.includes(`${schema.minimum} to ${schema.maximum}`), name);
        if (schema.default !== undefined) assert.ok(row.includes(`${schema.default} when absent`), name);
        for (const value of schema.enum ?? []) assert.ok(row.includes(String(value)), `${name} ${value}`);
      }
      assert.ok(fields.length > 0 || get.responses["200"]?.content?.["application/json"] === undefined);
      for (const field of fields) {
        assert.ok(rowAt(`field-${field.path.replaceAll("[]", "")}`).includes(plain(field.meaning)), field.path);
        assert.notEqual(field.type, "", field.path);
      }
      // The example has every field of the row, so the page has every member of the example.
      const hasExample = get.responses["200"]?.content?.["application/json"] !== undefined;
      const example = hasExample ? shown.document.querySelector(".language-json")?.textContent : "null";
      for (const name of membersOf(JSON.parse(example ?? ""))) rowAt(`field-${name}`);
      const statuses = Object.keys(get.responses).filter((status) => Number(status) >= 400);
      assert.deepEqual([...new Set(errors.map(({ status }) => String(status)))], statuses);
      for (const { code, when, messages } of errors) {
        // Some messages say the address of the server.
        for (const text of [when, ...messages.filter((each) => !each.includes("http"))])
          assert.ok(rowAt(`error-${code}`).includes(plain(text)), `${code}: ${text}`);
      }
    });
  }
});

test("what the pages say of an error is what the table of errors says", () => {
  const told = new Map(endpoints.flatMap(({ errors }) => errors.map((error) => [error.code, error] as const)));
  for (const code of errorCodes.filter((each) => each !== "method_not_allowed")) {
    const { status, when, remedy } = entryOf(code);
    assert.deepEqual([told.get(code)?.status, told.get(code)?.when], [status, `${when} ${remedy}`], code);
    assert.ok((told.get(code)?.messages.length ?? 0) > 0, code);
  }
});

/** Dotted paths of every member; elements of lists have the path of the list. Keys of scores by period are data. */
function membersOf(value: unknown, before = ""): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((each) => membersOf(each, before)))];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [before + name, ...membersOf(inner, `${before}${name}.`)]);
}
