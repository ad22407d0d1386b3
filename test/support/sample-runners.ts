/** Runs the code samples of the pages as they stand, each in its language. */
import { execFile, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { delimiter, join } from "node:path";

/** How a sample of a language is run: a program that is there, and the ending of its files. */
export type Runner = { readonly program: string | null; readonly ending: string; readonly needs: string };

/** The first of these programs that does this; a developer's own Python may lack the packages that the system's has. */
function firstThatRuns(programs: readonly string[], ...check: readonly string[]): string | null {
  return programs.find((program) => spawnSync(program, check).status === 0) ?? null;
}

/** The oldest Node that the client promises to run on. */
const { engines } = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../clients/typescript/package.json"), "utf8"),
) as { readonly engines: { readonly node: string } };
export const promisedNode = Number(/^>=(\d+)$/.exec(engines.node)?.[1]);

/** npm puts our own Node before the one of the system. */
const nodes = (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, "node"));
const isOldest = `process.exit(process.versions.node.startsWith("${promisedNode}.") ? 0 : 1)`;
const oldestNode = firstThatRuns(nodes, "-e", isOldest) ?? process.execPath;
export const versionOfNode = String(spawnSync(oldestNode, ["--version"]).stdout).trim();

export const runners: Readonly<Record<string, Runner>> = {
  sh: { program: firstThatRuns(["bash"], "-c", "curl --version"), ending: "sh", needs: "bash and curl" },
  python: {
    program: firstThatRuns(["python3", "/usr/bin/python3"], "-c", "import pandas"),
    ending: "py",
    needs: "python3 with pandas",
  },
  // The oldest Node does not know types, which tsc takes away for whoever has it.
  ts: { program: oldestNode, ending: "mjs", needs: "Node" },
  js: { program: process.execPath, ending: "js", needs: "Node" },
  r: { program: firstThatRuns(["Rscript"], "-e", "library(jsonlite)"), ending: "R", needs: "Rscript with jsonlite" },
};

/** Why a test that reads data frames cannot run here, or null. */
export const whyNoPandas: string | null =
  runners.python?.program == null ? "no python3 here can import pandas (Debian: apt-get install python3-pandas)" : null;

/** JavaScript is that of a sheet's Apps Script. */
const appsScript = join(import.meta.dirname, "apps-script.ts");

export type Ran = { readonly code: unknown; readonly output: string; readonly errors: string };

/** @param settings all that the sample finds in its environment; no proxy, no profile. */
export function runSample(
  { language, code }: { readonly language: string; readonly code: string },
  name: string,
  folder: string,
  settings: Readonly<Record<string, string>>,
): Promise<Ran> {
  const { program = null, ending = "" } = runners[language] ?? {};
  if (program === null) throw new Error(`nothing runs ${language} here`);
  const file = join(folder, `${name}.${ending}`);
  const asRun = { sh: () => `set -euo pipefail\n${code}`, ts: () => stripTypeScriptTypes(code) }[language];
  writeFileSync(file, asRun === undefined ? code : asRun());
  const env = { PATH: process.env.PATH, HOME: folder, LANG: "C.UTF-8", ...settings };
  return new Promise((resolve) => {
    execFile(
      program,
      language === "js" ? [appsScript, file] : [file],
      { cwd: folder, env, timeout: 600_000 },
      (error, output, errors) => resolve({ code: error === null ? 0 : error.code, output, errors }),
    );
  });
}
