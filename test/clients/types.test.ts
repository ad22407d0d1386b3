/** What the clients have of the contract and of the registries is what those say. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "vitest";
import { errorCodes, endpoints as named } from "../../clients/typescript/src/api-endpoints.ts";
import { Gradeline } from "../../clients/typescript/src/client.ts";
import { clientFiles, clientsFolder, declarations } from "../../scripts/write-clients.ts";
import { documentedPath } from "../../src/contract/endpoint.ts";
import { errorCodes as declared } from "../../src/contract/errors.ts";
import { endpoints } from "../../src/contract/lists/all.ts";

test("types, words and declarations that lie there are those that contract, registries and sources make", () => {
  const made = new Map([
    ...Object.entries(clientFiles).map(([file, text]) => [file, text()] as const),
    ...declarations(),
  ]);
  for (const [file, text] of made)
    assert.equal(readFileSync(join(clientsFolder, file), "utf8"), text, `${file}: run node scripts/write-clients.ts`);
  const lying = globSync("typescript/types/*", { cwd: clientsFolder });
  assert.deepEqual(
    lying.filter((file) => !made.has(file)),
    [],
  );
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

const folder = join(import.meta.dirname, "../../clients/typescript/src");
const files = globSync("**/*.ts", { cwd: folder });

/** @param isForTypes whether imports of types count, too. */
function importsOf(file: string, isForTypes: boolean): string[] {
  const text = readFileSync(join(folder, file), "utf8");
  const found = text.matchAll(/(?:^|\n)(import|export)( type)? [^;]*?from "([^"]+)"|import\("([^"]+)"\)/g);
  return [...found].flatMap(([, , type, name, dynamic]) =>
    type !== undefined && !isForTypes ? [] : [name ?? dynamic ?? ""],
  );
}

test("no file imports anything but its neighbours and modules of Node", () => {
  assert.ok(files.length > 20);
  for (const file of files)
    for (const name of importsOf(file, true)) {
      if (name.startsWith("node:")) continue;
      assert.match(name, /^\.\.?\/.*\.ts$/, `${file}: ${name}`);
      const place = relative(folder, join(folder, dirname(file), name));
      assert.ok(
        !place.startsWith("..") || place.startsWith("../types/"),
        `${file} imports ${name}, which is not of the client`,
      );
    }
});

test("what a browser loads imports no module of Node", () => {
  const seen = new Set(["index.ts"]);
  for (const file of seen)
    for (const name of importsOf(file, false)) {
      assert.doesNotMatch(name, /^node:/, file);
      seen.add(relative(folder, join(folder, dirname(file), name)));
    }
  assert.ok(seen.has("asking.ts") && seen.has("plan.ts"));
});
