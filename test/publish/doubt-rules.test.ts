/** The rules of doubt are told to callers and operators, each with its consequence. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "vitest";
import { type DoubtName, doubtNames } from "../../src/domain/doubt-names.ts";

test("the docs show every rule of doubt with a sentence, in the order of their numbers", () => {
  const pages = ["docs/api/lines.md", "docs/collect.md"].map((file) => readFileSync(file, "utf8"));
  const rows = pages.flatMap((text) => [...text.matchAll(/^\| `([a-z_]+)` \| [A-Z].*\. \|$/gm)]);
  const told = rows.map(([, name]) => name).filter((name) => doubtNames.includes(name as DoubtName));
  assert.deepEqual(told, doubtNames);
});
