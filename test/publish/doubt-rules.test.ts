/** The rules of doubt are told to callers and operators, each with its consequence. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "vitest";
import { doubtRules } from "../../src/domain/evidence.ts";

test.each([
  ["docs/api/lines.md", "quote"],
  ["docs/collect.md", "game"],
])("%s shows every rule that leaves out a %s, with its sentence and in the order of their numbers", (file, what) => {
  const rows = [...readFileSync(file, "utf8").matchAll(/^\| `([a-z_]+)` \| ([A-Z].*\.) \|$/gm)];
  const rules = doubtRules.filter(({ leavesOut }) => leavesOut === what);
  const told = rows.filter(([, name]) => doubtRules.some((rule) => rule.name === name));
  assert.deepEqual(
    told.map(([, name, sentence]) => [name, sentence]),
    rules.map(({ name, sentence }) => [name, sentence]),
  );
});
