/** The examples of the OpenAPI document are valid by its own schemas. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { strictContract as contract, pointerTo, problemWith } from "../support/contract.ts";

const paths = Object.keys(contract.paths);

test("every example of a component, a response, a parameter and a header is valid", () => {
  const { schemas, responses, headers: headerEntries } = contract.components;
  for (const [name, { examples }] of Object.entries(schemas)) {
    assert.equal(examples.length > 0, true, name);
    for (const example of examples) assert.equal(problemWith(`#/components/schemas/${name}`, example), null);
  }
  for (const [name, { schema }] of Object.entries(headerEntries)) {
    const { examples } = schema as { readonly examples?: readonly unknown[] };
    assert.equal(problemWith(`#/components/headers/${name}/schema`, examples?.[0]), null);
  }
  const places = paths.flatMap((path) =>
    Object.entries(contract.paths[path]?.get.responses ?? {}).map(
      ([status, entry]) => [pointerTo("paths", path, "get", "responses", status), entry] as const,
    ),
  );
  const shared = Object.entries(responses).map(([name, entry]) => [`#/components/responses/${name}`, entry] as const);
  for (const [pointer, { content = {} }] of [...places, ...shared]) {
    for (const [mediaType, { examples = {} }] of Object.entries(content)) {
      // Of the bytes of a file there is no example that anybody could read.
      if (mediaType === "application/gzip" || mediaType === "application/vnd.apache.parquet") continue;
      assert.notDeepEqual(examples, {}, pointer);
      for (const { value } of Object.values(examples)) {
        assert.equal(problemWith(`${pointer}/content/${mediaType.replace("/", "~1")}/schema`, value), null);
      }
    }
  }
  for (const path of paths) {
    for (const [index, parameter] of (contract.paths[path]?.get.parameters ?? []).entries()) {
      const { name, schema, example = schema.examples?.[0] } = parameter;
      assert.notEqual(example, undefined, name);
      assert.equal(problemWith(pointerTo("paths", path, "get", "parameters", String(index), "schema"), example), null);
    }
  }
});
