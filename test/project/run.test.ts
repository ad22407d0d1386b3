/** The test command itself: a run with a failure ends as one, also when PostgreSQL was started for it. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { test } from "vitest";

const root = join(import.meta.dirname, "../..");

function run(failOnPurpose: "0" | "1"): Promise<{ readonly code: number | null; readonly output: string }> {
  // A run of its own, with a PostgreSQL of its own.
  const { TEST_POSTGRES_URL: _url, TEST_POSTGRES_OWN: _own, TEST_RUN_FOLDER: _folder, ...outside } = process.env;
  const env = { ...outside, FAIL_ON_PURPOSE: failOnPurpose, TEST_LENGTH: "daily", CI: "" };
  const child = spawn(process.execPath, ["test/run.ts", "test/project/fails-on-purpose.test.ts"], { cwd: root, env });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += String(text)));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, output })));
}

test("a run with a failure exits with 1, and one without exits with 0", async () => {
  const failed = await run("1");
  assert.equal(failed.code, 1, failed.output);
  assert.match(failed.output, /0 passed, 1 failed, 0 skipped/);
  const passed = await run("0");
  assert.equal(passed.code, 0, passed.output);
  assert.match(passed.output, /1 passed, 0 failed, 0 skipped/);
});
