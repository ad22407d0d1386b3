/** Nothing is kept that nobody uses: files, exports and dependencies. knip.json says where programs and tests begin. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "vitest";

const root = join(import.meta.dirname, "../..");

function knip(folder: string): { readonly status: number | null; readonly output: string } {
  const program = join(root, "node_modules/knip/bin/knip.js");
  const run = spawnSync(process.execPath, [program, "--no-progress", "--no-config-hints"], {
    cwd: folder,
    encoding: "utf8",
    timeout: 600_000,
  });
  return { status: run.status, output: run.stdout + run.stderr };
}

test("every file, export and dependency is used by somebody", () => {
  assert.deepEqual(knip(root), { status: 0, output: "" });
});

test("an export that nobody imports, and a file that nobody needs, are found", () => {
  const folder = mkdtempSync(join(tmpdir(), "gradeline-unused-"));
  try {
    mkdirSync(join(folder, "src"));
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    writeFileSync(join(folder, "package.json"), '{ "name": "unused", "version": "1.0.0", "type": "module" }');
    writeFileSync(join(folder, "knip.json"), '{ "entry": ["src/main.ts"], "project": ["src/**/*.ts"] }');
    writeFileSync(join(folder, "src/main.ts"), 'import { used } from "./parts.ts";\nconsole.log(used);\n');
    writeFileSync(join(folder, "src/parts.ts"), "export const used = 1;\nexport const unused = 2;\n");
    writeFileSync(join(folder, "src/forgotten.ts"), "export const forgotten = 3;\n");
    const { status, output } = knip(folder);
    assert.equal(status, 1, output);
    assert.match(output, /Unused files \(1\)[\s\S]*forgotten\.ts[\s\S]*Unused exports \(1\)[\s\S]*\bunused\b/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
