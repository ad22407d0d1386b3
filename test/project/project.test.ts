/** What a stranger expects of the repository itself: notices that are true, and a CI that is the one script. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import { thirdPartyFile, thirdPartyText } from "../../scripts/write-third-party.ts";

const read = (path: string): string => readFileSync(join(import.meta.dirname, "../..", path), "utf8");

test("THIRD-PARTY.md is what the lock file makes (scripts/write-third-party.ts)", () => {
  assert.equal(readFileSync(thirdPartyFile, "utf8"), thirdPartyText());
});

test("the hosted CI runs the script that a developer can run, and nothing else", () => {
  const steps = read(".github/workflows/ci.yml").match(/^ +- (?:run|uses): .*$/gm);
  assert.deepEqual(
    steps?.map((step) => step.trim()),
    ["- uses: actions/checkout@v5", "- run: bash .ci/run"],
  );
});

test("what the check of a developer leaves out of CI is only what CI runs beside it", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const ci = read(".ci/run");
  for (const name of ci.matchAll(/^npm run (\S+)$/gm)) assert.ok(name[1] !== undefined && name[1] in scripts, name[0]);
  assert.match(ci, /^npm run check$/m);
});
