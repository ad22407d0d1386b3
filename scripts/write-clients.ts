/**
 * `node scripts/write-clients.ts` writes what the clients have of the contract and of the registries, and the declarations of the
 * TypeScript client, which editors and compilers of callers read. Run it when one of them changes; a test compares the files.
 */
import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pythonFiles } from "./clients/python.ts";
import { typescriptFiles } from "./clients/typescript.ts";
import { wordsFiles } from "./clients/words.ts";

const root = join(import.meta.dirname, "..");
export const clientsFolder = join(root, "clients");

/** The text of each file, by its path below clients/. */
export const clientFiles: Readonly<Record<string, () => string>> = {
  ...typescriptFiles,
  ...pythonFiles,
  ...wordsFiles,
};

/** What programs import of the package. Declarations of its other modules are nobody's. */
const entries = ["index", "folder-cache"];

/** The declarations that the compiler makes, by their paths below clients/. @throws Error with what the compiler says. */
export function declarations(): ReadonlyMap<string, string> {
  const folder = mkdtempSync(join(tmpdir(), "gradeline-declarations-"));
  try {
    const compiler = join(root, "node_modules/typescript/bin/tsc");
    const words = [compiler, "-p", join(clientsFolder, "typescript"), "--outDir", folder];
    const run = spawnSync(process.execPath, words, { encoding: "utf8" });
    if (run.status !== 0) throw new Error(`the client's types are wrong: ${run.stdout}${run.stderr}`);
    const made = new Map(
      globSync("src/*.d.ts", { cwd: folder }).map((file) => [
        file.slice("src/".length, -".d.ts".length),
        readFileSync(join(folder, file), "utf8"),
      ]),
    );
    const needed = new Set(entries);
    for (const name of needed) {
      for (const [, imported = ""] of (made.get(name) ?? "").matchAll(/from "\.\/([a-z-]+)\.ts"/g))
        needed.add(imported);
    }
    // Files that import each other by `.ts` do it by `.js` in the package.
    return new Map(
      [...needed].map((name) => [
        `typescript/types/${name}.d.ts`,
        (made.get(name) ?? "").replace(/(from "\.\/[a-z-]+)\.ts"/g, '$1.js"'),
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  for (const [file, text] of Object.entries(clientFiles)) writeFileSync(join(clientsFolder, file), text());
  for (const [file, text] of declarations()) writeFileSync(join(clientsFolder, file), text);
}
