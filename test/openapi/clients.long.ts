// @module-tag long
/** What people will generate from the document compiles strictly, and pages through a season. */
import assert from "node:assert/strict";
import { copyFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { test } from "vitest";
import { openApi, walk } from "../support/api.ts";
import { league } from "../support/league.ts";
import { skipIf } from "../support/skip-if.ts";
import { packages, run, skipWithoutTools, tool, withDocument } from "./tools.ts";

const strict = {
  compilerOptions: {
    target: "esnext",
    lib: ["esnext", "dom", "dom.iterable"],
    module: "esnext",
    moduleResolution: "bundler",
    types: [],
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
  },
  include: ["**/*.ts"],
};

async function compile(folder: string): Promise<void> {
  await writeFile(path.join(folder, "tsconfig.json"), JSON.stringify(strict));
  const { code, output } = await run(tool("typescript/bin/tsc"), ["-p", folder], folder);
  assert.equal(code, 0, output);
}

/** So that generated code finds the packages that it imports. */
async function withPackages(use: (folder: string, file: string) => Promise<void>): Promise<void> {
  await withDocument(async (folder, file) => {
    await symlink(packages, path.join(folder, "node_modules"), "junction");
    await writeFile(path.join(folder, "package.json"), '{ "type": "module" }');
    await use(folder, file);
  });
}

/** Runs the client beside what was generated, against a server, and holds what it read against the season. */
async function expectSeason(folder: string, source: string): Promise<{ readonly csvRows?: number }> {
  await copyFile(path.join(import.meta.dirname, source), path.join(folder, "use.ts"));
  await compile(folder);
  await using api = await openApi(league);
  const expected = await walk(api, "/v1/games?sport=nfl&season=2024", 1000);
  const paged = await run(path.join(folder, "use.ts"), [await api.listen(), api.key], folder);
  assert.equal(paged.code, 0, paged.output);
  const { ids, pages, refusal, ...more } = JSON.parse(paged.output);
  assert.ok(ids.length > 8, "the season has more than two pages");
  assert.deepEqual(
    ids,
    expected.rows.map((row) => (row as { readonly game_id: string }).game_id),
  );
  assert.deepEqual([pages, refusal], [Math.ceil(ids.length / 4), "not_found"]);
  return more;
}

test("openapi-typescript: the types compile strictly, and openapi-fetch pages a season and reads CSV", {
  ...skipIf(skipWithoutTools),
}, async () => {
  await withPackages(async (folder, file) => {
    const made = await run(tool("openapi-typescript/bin/cli.js"), [file, "-o", path.join(folder, "schema.ts")], folder);
    assert.equal(made.code, 0, made.output);
    assert.deepEqual(await expectSeason(folder, "paging-client.txt"), { csvRows: 1 });
  });
});

test("@hey-api/openapi-ts: the client compiles strictly, and pages a season", skipIf(skipWithoutTools), async () => {
  await withPackages(async (folder, file) => {
    const config = {
      input: file,
      output: { path: "client", importFileExtension: ".ts" },
      plugins: ["@hey-api/client-fetch"],
    };
    await writeFile(path.join(folder, "openapi-ts.config.mjs"), `export default ${JSON.stringify(config)};`);
    const made = await run(tool("@hey-api/openapi-ts/bin/run.js"), ["-f", "openapi-ts.config.mjs", "--silent"], folder);
    assert.equal(made.code, 0, made.output);
    await expectSeason(folder, "hey-api-client.txt");
  });
});
