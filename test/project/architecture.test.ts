/**
 * The layout of src/: who may import whom, and what else it promises. Biome holds the rules in every file; these tests see
 * that Biome's configuration is the table of scripts/write-import-rules.ts, and that each rule objects where it should.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "vitest";
import { importRules, importRulesFile, mayImport, onlyIn } from "../../scripts/write-import-rules.ts";
import { testFolder } from "../support/folders.ts";

const root = path.join(import.meta.dirname, "../..");
const src = path.join(root, "src");

test("Biome's import rules are the table of scripts/write-import-rules.ts", () => {
  assert.deepEqual(JSON.parse(readFileSync(importRulesFile, "utf8")), importRules());
});

test("every folder of src is in the table, and the table names only folders of src", () => {
  const entries = readdirSync(src, { withFileTypes: true });
  const folders = entries.filter((each) => each.isDirectory()).map(({ name }) => name);
  assert.deepEqual(folders.toSorted(), Object.keys(mayImport).toSorted());
  assert.deepEqual(
    entries.filter((each) => !each.isDirectory()),
    [],
  );
  const known = new Set(folders);
  for (const folder of [...Object.values(mayImport), ...onlyIn.map((each) => each.folders)].flat()) {
    assert.ok(known.has(folder), folder);
  }
  assert.deepEqual([mayImport.domain, mayImport.database, mayImport.http], [[], [], []]);
});

test("no file and no folder of src is a drawer without a subject", () => {
  const drawers = new Set(["utils", "util", "common", "helpers", "helper", "index", "misc", "shared"]);
  const files = globSync("**/*.ts", { cwd: src }).map((file) => file.replaceAll(path.sep, "/"));
  assert.ok(files.length > 200, "src/**/*.ts was read");
  const named = files.filter((file) =>
    file
      .replace(/\.ts$/, "")
      .split("/")
      .some((name) => drawers.has(name)),
  );
  assert.deepEqual(named, []);
});

type Example = readonly [file: string, source: string, rule?: string];

const imports = "lint/style/noRestrictedImports";

/** What each rule must object to. */
const bad: readonly Example[] = [
  ["domain/a1.ts", 'import { b } from "../feed/b.ts";', imports],
  ["database/a.ts", 'export { b } from "../domain/b.ts";', imports],
  ["ledger/a1.ts", 'import "../release/b.ts";', imports],
  ["release/a1.ts", 'const b = await import("../feed/b.ts");', imports],
  ["api/a1.ts", 'import { b } from "../ledger/b.ts";', imports],
  ["web/manage/keys/a.ts", 'import b, { type C } from "../../../api/b.ts";', imports],
  ["../sample/src/a1.ts", 'import * as b from "../../src/ledger/b.ts";', imports],
  ["cli/a12.ts", 'import { b } from "../../sample/src/b.ts";', imports],
  ["api/a3.ts", 'import { config } from "../config/config.ts";', imports],
  ["cli/a1.ts", 'import { b } from "../../test/b.ts";', imports],
  ["ledger/a2.ts", 'import { DatabaseSync } from "node:sqlite";', imports],
  ["api/a4.ts", 'import { sql } from "kysely";', imports],
  ["cli/a5.ts", 'import { fastify } from "fastify";', imports],
  ["access/a2.ts", 'import type { FastifyRequest } from "fastify";', imports],
  ["domain/a4.ts", 'import { readFile } from "node:fs/promises";', imports],
  ["cli/a7.ts", 'import { env } from "node:process";', imports],
  ["access/a3.ts", 'import { SqliteDialect } from "kysely";\nexport const d = SqliteDialect;', "plugin"],
  ["api/a5.ts", "export const port = process.env.PORT;", "lint/style/noProcessEnv"],
  ["cli/a9.ts", "const { env } = process;", "plugin"],
  ["cli/a10.ts", "export const env = globalThis.process.env;", "plugin"],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source to be checked
  ["cli/a11.ts", "export const port = `${process.env.PORT}`;", "lint/style/noProcessEnv"],
  ["feed/a2.ts", "export default function a() {}", "lint/style/noDefaultExport"],
  ["feed/a3.ts", "const a = 1;\nexport { a as default };", "lint/style/noDefaultExport"],
  ["feed/a4.ts", 'export * from "./b.ts";', "lint/performance/noReExportAll"],
  ["domain/a6.ts", "export const now = Date.now();", "plugin"],
  ["domain/a9.ts", "export const now = Temporal.Now.instant();", "plugin"],
  ["domain/a10.ts", "export const now = performance.now();", "plugin"],
  ["access/ring1.ts", 'import { b } from "./ring2.ts";\nexport const a = () => b;', "lint/suspicious/noImportCycles"],
  [
    "access/ring2.ts",
    'import type { a } from "./ring1.ts";\nexport const b: typeof a | 1 = 1;',
    "lint/suspicious/noImportCycles",
  ],
];

/** What no rule may object to. */
const good: readonly Example[] = [
  ["domain/g1.ts", 'import { b } from "./teams/b.ts";\nimport { c } from "./c.ts";'],
  ["domain/teams/g.ts", 'import { b } from "../b.ts";'],
  ["domain/g2.ts", "// never Date.now(), process.env or new Date()\nexport const start = new Date(0);"],
  ["domain/g3.ts", 'export const text = "Date.now() and process.env";'],
  ["domain/g4.ts", 'import { isDeepStrictEqual } from "node:util";'],
  ["access/keys/g.ts", 'import { b } from "../accounts.ts";\nimport { c } from "../../database/c.ts";'],
  ["publish/g1.ts", 'import { b } from "../database/b.ts";\nimport { c } from "../ledger/c.ts";'],
  ["release/g1.ts", 'import { sql, type Kysely } from "kysely";\nimport { b } from "../domain/b.ts";'],
  ["database/g1.ts", 'import { SqliteDialect } from "kysely";\nimport pg from "pg";\nexport const d = SqliteDialect;'],
  [
    "api/g1.ts",
    'import { fastify } from "fastify";\nimport { b } from "../access/b.ts";\nexport const n = Date.now();',
  ],
  [
    "cli/g1.ts",
    'import { config } from "../config/config.ts";\nimport { b } from "../serve/b.ts";\nprocess.exitCode = 1;',
  ],
  ["config/config.ts", "export const port = process.env.PORT;"],
  ["../sample/src/g1.ts", 'import { b } from "../../src/domain/teams/b.ts";\nimport { c } from "./odds/c.ts";'],
];

const project = testFolder("architecture");

/** The rules that Biome finds broken, by file of src; style of other kinds does not count here. */
function brokenRules(): ReadonlyMap<string, ReadonlySet<string>> {
  cpSync(path.join(root, "biome.json"), path.join(project, "biome.json"));
  cpSync(path.join(root, "lint"), path.join(project, "lint"), { recursive: true });
  for (const [file, source] of [...bad, ...good]) {
    mkdirSync(path.dirname(path.join(project, "src", file)), { recursive: true });
    writeFileSync(path.join(project, "src", file), `${source}\n`);
  }
  const biome = path.join(root, "node_modules/@biomejs/biome/bin/biome");
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [biome, "lint", "--reporter=json", "--max-diagnostics=none", "src", "sample"],
    { cwd: project, encoding: "utf8", timeout: 600_000, maxBuffer: 50e6 },
  );
  assert.ok(stdout.startsWith("{"), `Biome did not answer: ${stderr}`);
  type Diagnostic = { readonly category: string; readonly location: { readonly path: string } };
  const { diagnostics } = JSON.parse(stdout) as { readonly diagnostics: readonly Diagnostic[] };
  const ruleNames = new Set(bad.map(([, , rule]) => rule));
  const broken = new Map<string, Set<string>>();
  for (const { category, location } of diagnostics) {
    if (!ruleNames.has(category)) continue;
    const file = path.relative("src", location.path).replaceAll("\\", "/");
    broken.set(file, (broken.get(file) ?? new Set()).add(category));
  }
  return broken;
}

const broken = brokenRules();

for (const [file, source, rule = ""] of bad) {
  test(`the rules object to ${JSON.stringify(source)} in src/${file}`, () => {
    assert.ok(broken.get(file)?.has(rule), `${rule} was expected: ${[...(broken.get(file) ?? [])].join(", ")}`);
  });
}

for (const [file, source] of good) {
  test(`the rules have nothing against ${JSON.stringify(source)} in src/${file}`, () => {
    assert.deepEqual([...(broken.get(file) ?? [])], []);
  });
}
