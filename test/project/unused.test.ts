/** Nothing is kept that nobody uses: files, exports and dependencies. knip.json says where programs and tests begin. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "vitest";

const root = join(import.meta.dirname, "../..");

test("every file, export and dependency is used by somebody", () => {
  const program = join(root, "node_modules/knip/bin/knip.js");
  const words = [program, "--no-progress", "--no-config-hints"];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: root,
    encoding: "utf8",
    timeout: 600_000,
  });
  assert.deepEqual([status, stdout + stderr], [0, ""]);
});
