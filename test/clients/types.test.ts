/** The types of the TypeScript client are those of the contract. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "vitest";
import { errorCodes, endpoints as named } from "../../clients/typescript/src/api-endpoints.ts";
import { Gradeline } from "../../clients/typescript/src/client.ts";
import { clientTypeFiles } from "../../scripts/write-client-types.ts";
import { documentedPath } from "../../src/contract/endpoint.ts";
import { errorCodes as declared } from "../../src/contract/errors.ts";
import { endpoints } from "../../src/contract/lists/all.ts";

test("the types that lie there are those that the contract makes", () => {
  for (const [file, text] of Object.entries(clientTypeFiles))
    assert.equal(readFileSync(file, "utf8"), text(), `${file}: run node scripts/write-client-types.ts`);
});

test("there is a method for every endpoint of the contract, and every code of an error is known", () => {
  const gradeline = new Gradeline({ baseUrl: "http://127.0.0.1:9", apiKey: "key" });
  const methods = new Set(Object.keys(gradeline).concat(Object.getOwnPropertyNames(Gradeline.prototype)));
  assert.deepEqual(
    Object.values(named).map(({ path }) => path),
    endpoints.map(({ path }) => documentedPath(path)),
  );
  for (const name of Object.keys(named)) assert.ok(methods.has(name), name);
  assert.deepEqual([...errorCodes], [...declared]);
});
