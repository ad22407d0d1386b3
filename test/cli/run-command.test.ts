/** Commands that tests run inside their own process answer as the binary does. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "vitest";
import { testFolder } from "../support/folders.ts";
import { gradeline } from "../support/process.ts";
import { runCommand } from "../support/run-command.ts";

const folder = testFolder("run-command");

const lines: readonly (readonly string[])[] = [
  ["--version"],
  ["status", "--jason"],
  ["status"],
  ["key", "create", "--email", "no address"],
];

for (const words of lines) {
  test(`gradeline ${words.join(" ")} says the same in a test as in a terminal`, async () => {
    const settings = { DATABASE_URL: join(folder, "none", "gradeline.db") };
    assert.deepEqual(await runCommand(words, settings), await gradeline(words, settings));
  });
}
