/** The pages of the endpoints say what the OpenAPI document says, and all of it. */
import assert from "node:assert/strict";
import { afterAll, describe, test } from "vitest";
import { openApiDocument } from "../../src/api/openapi/document.ts";
import { entryOf, errorCodes } from "../../src/contract/errors.ts";
import { pageOfEndpoint } from "../../src/web/docs/addresses.ts";
import { endpointGroups, valuesIn } from "../../src/web/docs/reference/endpoints.ts";
import { flatFields } from "../../src/web/docs/reference/fields.ts";
import type { OpenApi } from "../../src/web/docs/reference/open-api.ts";
import { openApi, send } from "../support/api.ts";

const site = await openApi();
afterAll(() => site[Symbol.asyncDispose]());
const document = openApiDocument({ manageUrl: "http://a.example", apiUrl: "http://a.example" }) as unknown as OpenApi;
const endpoints = endpointGroups(document).flatMap((group) => group.endpoints);
const textOf = async (page: string) => (await send(site.app, "GET", page)).text;
const plain = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&#39;", "'")
    .replaceAll("&quot;", '"');

test("every path of the document has a page, each at an address of its own", async () => {
  assert.deepEqual(endpoints.map(({ path }) => path).toSorted(), Object.keys(document.paths).toSorted());
  assert.equal(new Set(endpoints.map(({ page }) => page)).size, endpoints.length);
  assert.equal(pageOfEndpoint("/v1/games/{game_id}/lines"), "/docs/reference/games-game-id-lines");
  const overview = (await send(site.app, "GET", "/docs/reference")).text;
  for (const { page, path } of endpoints) {
    assert.ok(overview.includes(`<a href="${page}"><span class="method">GET</span> <code>${path}</code>`));
  }
});

describe("the page of an endpoint", () => {
  for (const { page, path, parameters, fields, errors } of endpoints) {
    test(`${path}: every parameter, field and error of the document is on it`, async () => {
      const html = await textOf(page);
      const { get } = document.paths[path] ?? assert.fail(path);
      assert.deepEqual(
        parameters.map(({ name }) => name),
        get.parameters.map(({ name }) => name),
      );
      for (const { name, description, schema, required } of get.parameters) {
        const [, text = ""] = html.split(`<li id="param-${name}">`);
        assert.equal(text.slice(0, text.indexOf("</p>")).includes("required"), required, name);
        assert.ok(plain(text).includes(plain(valuesIn(description)[0].replaceAll("`", ""))), `${path} ${name}`);
        if (schema.minimum !== undefined) assert.ok(text.includes(`${schema.minimum} to ${schema.maximum}`), name);
        if (schema.default !== undefined) assert.ok(text.includes(`${schema.default} when absent`), name);
        const [, form = ""] = html.split(`<select id="try-${name}"`);
        for (const value of schema.enum ?? []) assert.ok(form.includes(`<option value="${value}"`), `${name} ${value}`);
        // The same parameters are in the form.
        assert.ok(html.includes(`data-param="${name}"`), name);
      }
      const all = flatFields(fields);
      assert.ok(all.length >= fields.length);
      for (const field of all) {
        assert.ok(html.includes(`<li id="field-${field.path.replaceAll("[]", "")}">`), field.path);
        assert.notEqual(field.type, "", field.path);
      }
      // The example has every field of the row, so the page has every member of the example.
      const example = get.responses["200"]?.content?.["application/json"] === undefined ? "null" : exampleOf(html);
      for (const name of membersOf(JSON.parse(example))) {
        assert.ok(html.includes(`<li id="field-${name}">`), `${path} answers ${name}`);
      }
      const statuses = Object.keys(get.responses).filter((status) => Number(status) >= 400);
      assert.deepEqual([...new Set(errors.map(({ status }) => String(status)))], statuses);
      for (const { code, when } of errors) {
        assert.ok(html.includes(`<li id="error-${code}"`), code);
        assert.ok(plain(html).includes(when.replaceAll("`", "")), `${path} ${code}`);
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

test("values and their meanings are taken from the end of a description", () => {
  assert.deepEqual(valuesIn("A market. `spread`: by how much; run line in mlb; `total`: points of both."), [
    "A market.",
    [
      { value: "spread", meaning: "by how much; run line in mlb" },
      { value: "total", meaning: "points of both" },
    ],
  ]);
  assert.deepEqual(valuesIn("The `season` of the game."), ["The `season` of the game.", []]);
});

function exampleOf(html: string): string {
  const [, code = ""] = /class="language-json">([\s\S]*?)<\/code>/.exec(html) ?? [];
  return plain(code);
}

/** Dotted paths of every member; elements of lists have the path of the list. Keys of scores by period are data. */
function membersOf(value: unknown, before = ""): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((each) => membersOf(each, before)))];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [before + name, ...membersOf(inner, `${before}${name}.`)]);
}
